import Glibc

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
        do throws(SystemError) {
            guard path != "-" else {
                return try WholeContent.of(STDIN_FILENO, limit: limit, object: name(of: path))
            }
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
            guard descriptor >= 0 else { throw SystemError(call: "open", object: path, errno: errno) }
            defer { close(descriptor) }
            return try WholeContent.of(descriptor, limit: limit, object: path)
        } catch {
            throw Failure(reading: error)
        }
    }

    /// The bytes of a regular file, or of standard input for `-`.
    ///
    /// Opening a pipe without a writer blocks, and some devices never end.
    ///
    /// - Parameter name: the path for errors, if that is another one.
    package static func plainContent(
        of path: String, named name: String? = nil, limit: Int
    ) throws(Failure) -> [UInt8] {
        guard path != "-" else { return try content(of: path, limit: limit) }
        do throws(WholeContent.Problem) {
            return try WholeContent.ofRegularFile(path, named: name, limit: limit)
        } catch {
            throw Failure(reading: name ?? path, error)
        }
    }
}

extension Failure {
    /// Makes the failure for a path that has no content to read.
    package init(reading path: String, _ problem: WholeContent.Problem) {
        switch problem {
        case .isDirectory: self.init(.noInput, "cannot read \(path)", because: "it is a directory")
        case .isSpecial: self.init(.noInput, "cannot read \(path)", because: InputFile.irregularity)
        case .failed(let error): self.init(reading: error)
        }
    }

    /// Makes the failure for a file that cannot be read. The error's object is its name.
    fileprivate init(reading error: SystemError) {
        let status: ExitStatus =
            switch error.errno {
            case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, ENXIO: .noInput
            case EACCES, EPERM: .noPermission
            default: .cannotRead
            }
        self.init(status, "cannot read \(error.object)", because: SystemError.text(of: error.errno))
    }
}

/// Reads folders.
package enum FolderListing {
    /// The names in a folder, in no order, without `.` and `..`.
    ///
    /// - Parameters:
    ///   - name: the path for errors, if that is another one.
    ///   - limit: the most names; more are left out.
    ///   - mostRead: the most entries that are read, also if they do not count.
    ///   - isIncluded: whether a name counts.
    /// - Throws: ``Failure`` if the folder cannot be read, or has more entries.
    package static func names(
        in folder: String, named name: String? = nil, limit: Int = .max, mostRead: Int = SystemFile.mostEntries,
        where isIncluded: (String) -> Bool = { _ in true }
    ) throws(Failure) -> [String] {
        do throws(SystemError) {
            return try SystemFile.entries(of: folder, limit: limit, mostRead: mostRead, where: isIncluded)
        } catch {
            let reason =
                error.errno == EFBIG ? "it has more than \(mostRead) entries" : SystemError.text(of: error.errno)
            throw Failure(
                error.errno == EACCES ? .noPermission : .noInput, "cannot read the folder \(name ?? folder): \(reason)")
        }
    }

    /// The folder of a path; `/` for `/` itself.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Whether nothing exists at the path.
    package static func lacks(_ path: String) -> Bool {
        var status = stat()
        return PathCall.recorded { stat(path, &status) } != 0 && (errno == ENOENT || errno == ENOTDIR)
    }
}
