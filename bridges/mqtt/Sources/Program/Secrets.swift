import Glibc

/// The reason why the program cannot go on, for people.
struct ProgramError: Error {
    let status: Int32
    let message: String
}

/// Reads files, and secrets that no other user may read.
enum Secrets {
    /// The longest password file.
    private static let longest = 4096

    /// Returns the password: the first line of a file, or of the credential `mqtt.password` of the unit.
    ///
    /// - Returns: nil if there is neither.
    static func password(_ file: String?) throws(ProgramError) -> String? {
        if let file {
            try checkIsPrivate(file)
            return try firstLine(of: file)
        }
        guard let folder = getenv("CREDENTIALS_DIRECTORY").map({ String(cString: $0) }) else { return nil }
        let credential = folder + "/mqtt.password"
        return access(credential, R_OK) == 0 ? try firstLine(of: credential) : nil
    }

    /// Checks that only its owner, and at most a group, may read a file, and only its owner may write it.
    static func checkIsPrivate(_ path: String) throws(ProgramError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw failure("cannot read \(path)", errno) }
        guard status.st_uid == 0 || status.st_uid == geteuid() else {
            throw ProgramError(
                status: 77, message: "\(path) belongs to another user: `chown root \(path)` gives it to root")
        }
        guard status.st_mode & 0o027 == 0 else {
            throw ProgramError(
                status: 77,
                message: "\(path) may be read or changed by other users: `chmod 640 \(path)` leaves it to its group")
        }
    }

    /// Returns the bytes of a regular file, up to a limit.
    static func content(of path: String, limit: Int) throws(ProgramError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw failure("cannot read \(path)", errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ProgramError(status: 66, message: "cannot read \(path): it is not a regular file")
        }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + count, $0.count - count) }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw failure("cannot read \(path)", errno) }
            if got == 0 { break }
            count += got
        }
        return Array(bytes[..<count])
    }

    private static func firstLine(of path: String) throws(ProgramError) -> String {
        let bytes = try content(of: path, limit: longest)
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard !line.isEmpty, let text = String(validating: line, as: UTF8.self), !line.contains(0) else {
            throw ProgramError(status: 65, message: "\(path) has no password in its first line")
        }
        return text
    }

    private static func failure(_ attempt: String, _ code: Int32) -> ProgramError {
        ProgramError(
            status: code == EACCES || code == EPERM ? 77 : 66,
            message: "\(attempt): \(String(cString: strerror(code)))")
    }
}
