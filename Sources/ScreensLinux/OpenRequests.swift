import CScreensLinux
import Glibc

/// An open of a file for which a filtered program waits.
package struct OpenRequest: Sendable, Hashable {
    /// The answer that the program gets.
    package enum Answer: Sendable, Hashable {
        /// The kernel carries out the open.
        case letOpen
        /// The open fails with an errno.
        case refuse(Int32)
        /// The program gets a copy of a descriptor instead of the file.
        case give(Int32)
    }

    /// The thread that makes the open.
    package let thread: Int32
    /// The path in the program; nil if this process may not read the program's memory, such as after executing a file
    /// that only root may read.
    package let path: String?
    /// The descriptor of the folder from which a relative path starts, or `AT_FDCWD`.
    package let folder: Int32
    /// `O_CLOEXEC` and other flags.
    private let flags: Int32
    /// Whether `openat2` restricts how the path is resolved.
    private let isRestricted: Bool

    package init(
        thread: Int32, path: String?, folder: Int32 = AT_FDCWD, flags: Int32 = 0, isRestricted: Bool = false
    ) {
        self.thread = thread
        self.path = path
        self.folder = folder
        self.flags = flags
        self.isRestricted = isRestricted
    }

    /// The device that the request opens; nil if it opens no device. The path may have another file when it is opened.
    ///
    /// An open with `O_PATH` opens no device, and an open with `O_DIRECTORY`, or one that must create the file, fails
    /// for a device. Only the kernel knows the file of a restricted path.
    package var device: DeviceNumber? {
        guard let place, flags & Self.opensNoDevice == 0, flags & Self.creates != Self.creates, !isRestricted else {
            return nil
        }
        return DeviceNumber(at: place, followingLink: flags & O_NOFOLLOW == 0)
    }

    /// `O_PATH`, by number, because it needs _GNU_SOURCE.
    private static let path: Int32 = 0x20_0000
    private static let opensNoDevice = O_DIRECTORY | path
    private static let creates = O_CREAT | O_EXCL

    /// The path by which this process finds the file, because the program has another root, another folder and other
    /// descriptors. Nil if there is none.
    package var place: String? {
        guard let path, !path.isEmpty else { return nil }
        guard path.hasPrefix("/") else {
            return folder == AT_FDCWD ? "/proc/\(thread)/cwd/\(path)" : "/proc/\(thread)/fd/\(folder)/\(path)"
        }
        var names = path.split(separator: "/").filter { $0 != "." }[...]
        // The names refer to the process that opens them.
        switch (names.first, names.dropFirst().first) {
        case ("proc", "self"), ("proc", "thread-self"): names.removeFirst(2)
        case ("dev", "fd"): names.removeFirst()
        case ("dev", "stdin"): names = ["fd", "0"] + names.dropFirst(2)
        case ("dev", "stdout"): names = ["fd", "1"] + names.dropFirst(2)
        case ("dev", "stderr"): names = ["fd", "2"] + names.dropFirst(2)
        default: names.insert("root", at: names.startIndex)
        }
        return "/proc/\(thread)/" + names.joined(separator: "/")
    }
}

/// The opens of files of a filtered program and its children, which wait for an answer (`SECCOMP_RET_USER_NOTIF`).
package final class OpenRequests: Sendable {
    private let file: OwnedDescriptor

    init(adopting descriptor: Int32) {
        file = OwnedDescriptor(adopting: descriptor)
    }

    /// The descriptor that is readable while a request waits.
    var descriptor: Int32 { file.rawValue }

    /// Waits for the next request, and answers it.
    func answerNext(_ answer: (OpenRequest) -> OpenRequest.Answer) {
        var taken = clinux_open_request()
        guard clinux_take_open_request(file.rawValue, &taken) == 0 else { return }
        let path = withUnsafeBytes(of: &taken.path) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let request = OpenRequest(
            thread: taken.thread, path: taken.is_readable ? path : nil, folder: taken.folder, flags: taken.flags,
            isRestricted: taken.is_restricted)
        switch answer(request) {
        case .letOpen: clinux_let_open(file.rawValue, taken.id)
        case .refuse(let error): clinux_refuse_open(file.rawValue, taken.id, error)
        case .give(let descriptor):
            let error = clinux_answer_open(file.rawValue, taken.id, descriptor, taken.flags & O_CLOEXEC != 0)
            if error != 0 { clinux_refuse_open(file.rawValue, taken.id, error) }
        }
    }
}
