import Glibc

/// Reads what `screens edid` is given: a file, or standard input.
enum DisplayFile {
    /// The most blocks that an EDID can have: the count of the extensions is one byte.
    static let blockLimit = 256

    /// More bytes are no EDID in any form: as text, each byte takes some five characters, and edid-decode's text for all
    /// blocks stays below this as well.
    private static let readLimit = 1 << 20

    /// The bytes of the EDID at `path`, or of standard input for `-`.
    static func bytes(at path: String) throws(Failure) -> [UInt8] {
        let name = path == "-" ? "standard input" : path
        let content = try content(of: path, name: name)
        let bytes: [UInt8]
        switch HexDump.read(content) {
        case .bytes(let decoded): bytes = decoded
        case .noText: bytes = content
        case .broken(let line): throw Failure(.badData, "\(name) is no EDID: line \(line) is not hexadecimal")
        }
        guard content.count <= readLimit, bytes.count <= blockLimit * 128 else {
            throw Failure(.badData, "\(name) is no EDID: it has more than \(blockLimit) blocks of 128 bytes")
        }
        return bytes
    }

    private static func content(of path: String, name: String) throws(Failure) -> [UInt8] {
        guard path != "-" else { return try readAll(STDIN_FILENO, name: name) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw failure(name) }
        defer { close(descriptor) }
        return try readAll(descriptor, name: name)
    }

    /// Reads to the end, which the files of sysfs do not tell beforehand: their size is 0.
    private static func readAll(_ descriptor: Int32, name: String) throws(Failure) -> [UInt8] {
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 32768)
        // Devices and pipes may go on for ever: one byte too many is enough to know.
        while content.count <= readLimit {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { break }
            if count > 0 {
                content += chunk[..<count]
            } else if errno != EINTR {
                throw failure(name)
            }
        }
        return content
    }

    private static func failure(_ name: String) -> Failure {
        let code = errno
        let status: ExitStatus =
            switch code {
            case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG: .noInput
            case EACCES, EPERM: .noPermission
            default: .cannotRead
            }
        return Failure(status, "cannot read \(name): \(String(cString: strerror(code)))")
    }
}
