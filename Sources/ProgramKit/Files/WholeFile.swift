import Glibc

/// Files that are there as a whole or not at all.
package enum WholeFile {
    /// Writes `bytes` beside `path`, and then gives that file the name.
    ///
    /// What is there and is no plain file (a device, a pipe) is written to and stays; a link keeps leading where it led.
    ///
    /// - Parameters:
    ///   - survivesPowerCuts: whether it returns only when the disk has it, which takes some disks seconds.
    ///   - waits: whether it waits for who reads a pipe, or another device.
    package static func write(
        _ bytes: [UInt8], to path: String, survivesPowerCuts: Bool = false, waits: Bool = true
    ) throws(Failure) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return try replace(target(ofLink: path) ?? path, with: bytes, survivesPowerCuts)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return try writeInto(path, bytes, waits) }
        guard let target = realpath(path, nil) else { throw failure(path) }
        defer { free(target) }
        try replace(String(cString: target), with: bytes, survivesPowerCuts)
    }

    /// Where a link leads, though nothing is there yet; nil for what is no link.
    private static func target(ofLink path: String) -> String? {
        guard let target = SymbolicLink.target(of: path) else { return nil }
        guard !target.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return target }
        return path[...slash] + target
    }

    private static func writeInto(_ path: String, _ bytes: [UInt8], _ waits: Bool) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK | O_NOCTTY))
        guard descriptor >= 0, writeAll(bytes, to: descriptor), close(descriptor) == 0 else { throw failure(path) }
    }

    private static func replace(
        _ path: String, with bytes: [UInt8], _ survivesPowerCuts: Bool
    ) throws(Failure) {
        var template = Array("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw failure(path) }
        let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // mkstemp's files are for their owner alone; these are to be like any other.
        let mask = umask(0)
        umask(mask)
        fchmod(descriptor, 0o666 & ~mask)
        guard writeAll(bytes, to: descriptor, survivesPowerCuts), close(descriptor) == 0, rename(temporary, path) == 0
        else {
            let failure = failure(path)
            unlink(temporary)
            throw failure
        }
        if survivesPowerCuts { syncFolder(of: path) }
    }

    /// So that the name is kept too. Where a file system cannot do that, it is no failure.
    private static func syncFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// - Returns: whether it worked; else the descriptor is closed.
    private static func writeAll(
        _ bytes: [UInt8], to descriptor: Int32, _ survivesPowerCuts: Bool = false
    ) -> Bool {
        var rest = bytes[...]
        var works = true
        while works, !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            works = count >= 0 || errno == EINTR
            rest = rest.dropFirst(max(count, 0))
        }
        if works, survivesPowerCuts { works = fsync(descriptor) == 0 }
        if !works {
            let code = errno
            close(descriptor)
            errno = code
        }
        return works
    }

    private static func failure(_ path: String) -> Failure {
        Failure(.cannotCreate, "cannot write \(path): \(String(cString: strerror(errno)))")
    }
}

/// Links to other files.
package enum SymbolicLink {
    /// What a link says; nil for what is no link. It may be relative to the folder that the link is in, and lead nowhere.
    package static func target(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
