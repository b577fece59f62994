import Glibc
import Linux

/// Reads whole files up to a limit: a pipe or a device may never end.
package enum InputFile {
    /// The reason why a pipe or a device is not read.
    package static let irregularity = "it is not a regular file"

    /// The name of a file in messages.
    package static func name(of path: String) -> String { path == "-" ? "standard input" : path }

    /// The bytes of a file, a pipe or a device, or of standard input for `-`.
    ///
    /// - Returns: at most a few bytes more than `limit`; a result longer than `limit` is incomplete.
    package static func content(of path: String, limit: Int) throws(Failure) -> [UInt8] {
        guard path != "-" else { return try readAll(STDIN_FILENO, limit: limit, name: name(of: path)) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        return try readAll(descriptor, limit: limit, name: path)
    }

    /// The bytes of a regular file, or of standard input for `-`.
    ///
    /// Opening a pipe without a writer blocks, and some devices never end.
    package static func plainContent(of path: String, limit: Int) throws(Failure) -> [UInt8] {
        guard path != "-" else { return try content(of: path, limit: limit) }
        // Opening would block on a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw Failure(.noInput, "cannot read \(path)", because: "it is a directory")
        default:
            throw Failure(.noInput, "cannot read \(path)", because: irregularity)
        }
        return try readAll(descriptor, limit: limit, name: path)
    }

    /// Reads to the end: the size of files in sysfs is always 0.
    private static func readAll(_ descriptor: Int32, limit: Int, name: String) throws(Failure) -> [UInt8] {
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        // One byte too many shows that the limit is exceeded.
        while content.count <= limit {
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
            case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, ENXIO: .noInput
            case EACCES, EPERM: .noPermission
            default: .cannotRead
            }
        return Failure(status, "cannot read \(name)", because: SystemError.text(of: code))
    }
}

/// The content of folders.
package enum FolderListing {
    /// The names in a folder, in no order, without `.` and `..`.
    ///
    /// - Parameter limit: the most names; more are left out.
    /// - Throws: ``Failure`` where it cannot be read.
    package static func names(in folder: String, limit: Int = .max) throws(Failure) -> [String] {
        do throws(SystemError) {
            return try SystemFile.entries(of: folder, limit: limit)
        } catch {
            throw Failure(
                error.errno == EACCES ? .noPermission : .noInput,
                "cannot read the folder \(folder): \(SystemError.text(of: error.errno))")
        }
    }

    /// The folder that a path is in; for `/`, that itself.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Whether nothing has this path.
    package static func lacks(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }
}
