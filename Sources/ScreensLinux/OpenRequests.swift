import CScreensLinux
import Glibc

/// An open of a file that a filtered program waits for.
package struct OpenRequest: Sendable, Hashable {
    /// The answer that the program gets.
    package enum Answer: Sendable, Hashable {
        /// The kernel carries it out.
        case letOpen
        /// It fails with an errno.
        case refuse(Int32)
        /// A copy of a descriptor, in place of the file.
        case give(Int32)
    }

    /// The thread that makes it.
    package let thread: Int32
    /// As the program has it; empty where it cannot be read.
    package let path: String
    /// The descriptor of the folder that a relative path begins at, or `AT_FDCWD`.
    package let folder: Int32

    package init(thread: Int32, path: String, folder: Int32) {
        self.thread = thread
        self.path = path
        self.folder = folder
    }

    /// The device of the file; nil where it is not one. Another file may be there when it is opened.
    package var device: DeviceNumber? {
        let place =
            path.hasPrefix("/")
            ? path : folder == AT_FDCWD ? "/proc/\(thread)/cwd/\(path)" : "/proc/\(thread)/fd/\(folder)/\(path)"
        return path.isEmpty ? nil : DeviceNumber(at: place)
    }
}

/// The opens of files of a filtered program and its children, each of which waits for an answer
/// (`SECCOMP_RET_USER_NOTIF`).
package final class OpenRequests: Sendable {
    private let file: OwnedDescriptor

    init(adopting descriptor: Int32) {
        file = OwnedDescriptor(adopting: descriptor)
    }

    /// Readable while a request waits.
    var descriptor: Int32 { file.rawValue }

    /// Answers the next request; it waits for one.
    func answerNext(_ answer: (OpenRequest) -> OpenRequest.Answer) {
        var taken = clinux_open_request()
        guard clinux_take_open_request(file.rawValue, &taken) == 0 else { return }
        let path = withUnsafeBytes(of: &taken.path) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        switch answer(OpenRequest(thread: taken.thread, path: path, folder: taken.folder)) {
        case .letOpen: clinux_let_open(file.rawValue, taken.id)
        case .refuse(let error): clinux_refuse_open(file.rawValue, taken.id, error)
        case .give(let descriptor):
            let error = clinux_answer_open(file.rawValue, taken.id, descriptor, taken.closes_on_exec)
            if error != 0 { clinux_refuse_open(file.rawValue, taken.id, error) }
        }
    }
}
