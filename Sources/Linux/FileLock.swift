import CLinux
import Glibc

/// A lock that a process holds on a file until it ends, or this value does. The corresponding C function is `fcntl` with
/// `F_OFD_SETLK`.
package struct FileLock: ~Copyable {
    private let file: OwnedDescriptor

    /// Takes the lock, and makes the file where it is missing. It stays when the lock goes: removing it would let two processes
    /// lock two files of one name.
    ///
    /// - Throws: ``SystemError``; with `EAGAIN` where another process has it.
    package init(_ path: String) throws(SystemError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw SystemError(call: "open", object: path, errno: errno) }
        let file = OwnedDescriptor(adopting: descriptor)
        let code = clinux_lock_file(file.rawValue)
        guard code == 0 else { throw SystemError(call: "fcntl", object: path, errno: code == EACCES ? EAGAIN : code) }
        self.file = file
    }

    /// Whether a process has the lock; nil where that is unknown, as the file may not be read. Nothing is locked for it.
    package static func isHeld(_ path: String) -> Bool? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return errno == ENOENT || errno == ENOTDIR ? false : nil }
        let file = OwnedDescriptor(adopting: descriptor)
        let answer = clinux_file_is_locked(file.rawValue)
        return answer < 0 ? nil : answer == 1
    }
}
