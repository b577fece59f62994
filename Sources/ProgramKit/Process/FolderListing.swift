import Glibc

/// What is in folders.
package enum FolderListing {
    /// The names in a folder, in no order, without its own and that of the one above.
    ///
    /// - Parameter limit: more are left out.
    /// - Throws: ``Failure`` where it cannot be read.
    package static func names(in folder: String, limit: Int = .max) throws(Failure) -> [String] {
        guard let stream = opendir(folder) else {
            let code = errno
            throw Failure(
                code == EACCES ? .noPermission : .noInput,
                "cannot read the folder \(folder): \(String(cString: strerror(code)))")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < limit, let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Whether nothing has that name.
    package static func lacks(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }
}
