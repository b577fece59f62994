import CScreensLinux
import Glibc

/// A lock on a file, which a process holds until it ends or this value goes away. The corresponding C function is
/// `fcntl` with `F_OFD_SETLK`.
package struct FileLock: ~Copyable {
    private let file: OwnedDescriptor

    /// Takes the lock, and makes the file if it is missing. The file stays afterwards: removing it would let two
    /// processes lock two files with one name.
    ///
    /// The file is for its owner alone, because anyone who may read it could block this lock with a read lock.
    ///
    /// - Throws: ``SystemError``; with `EAGAIN` if another process has the lock.
    package init(_ path: String) throws(SystemError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemError(call: "open", object: path, errno: errno) }
        let file = OwnedDescriptor(adopting: descriptor)
        let code = clinux_lock_file(file.rawValue)
        guard code == 0 else { throw SystemError(call: "fcntl", object: path, errno: code == EACCES ? EAGAIN : code) }
        self.file = file
    }

    /// Unlocks explicitly: closing the file does not unlock it if a child has a copy of the descriptor.
    deinit { clinux_unlock_file(file.rawValue) }

    /// Whether the locked file is the file that now has that name.
    package func isOn(_ path: String) -> Bool {
        var (own, named) = (stat(), stat())
        guard fstat(file.rawValue, &own) == 0, lstat(path, &named) == 0 else { return false }
        return FileIdentity(own) == FileIdentity(named)
    }

    /// Whether a process has the lock; nil if that is unknown. This locks nothing, and the file need not be readable:
    /// the kernel lists the locks of all files.
    package static func isHeld(_ path: String) -> Bool? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor >= 0 {
            let file = OwnedDescriptor(adopting: descriptor)
            let answer = clinux_file_is_locked(file.rawValue)
            return answer < 0 ? nil : answer == 1
        }
        guard errno == EACCES else { return errno == ENOENT || errno == ENOTDIR ? false : nil }
        var status = stat()
        guard lstat(path, &status) == 0, let list = SystemFile.bytes("/proc/locks", atMost: longestList) else {
            return nil
        }
        let isListed = isListed(status, in: String(decoding: list, as: UTF8.self))
        // The end of a longer list is unknown.
        return isListed || list.count < longestList ? isListed : nil
    }

    /// The longest list that is read: some ten thousand locks.
    private static let longestList = 1 << 20

    /// Whether a list of locks, in the form of `/proc/locks`, has a write lock on a file.
    static func isListed(_ file: stat, in list: String) -> Bool {
        let device = UInt64(file.st_dev)
        let (major, minor) = (device >> 8 & 0xFFF | device >> 32 & ~0xFFF, device & 0xFF | device >> 12 & ~0xFF)
        let name = "\(hexadecimal(major)):\(hexadecimal(minor)):\(file.st_ino)"
        return list.split(separator: "\n").contains { line in
            // 1: OFDLCK ADVISORY WRITE -1 00:1a:1234 0 EOF. A waiting lock has an arrow after its number.
            let words = line.split(separator: " ")
            return words.count == 8 && words[1] == "OFDLCK" && words[3] == "WRITE" && words[5] == name
        }
    }

    /// Returns a number with at least two hexadecimal digits.
    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
    }
}
