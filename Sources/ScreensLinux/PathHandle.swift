import CScreensLinux
import Glibc

/// A file or a folder that is open for its path alone: whatever gets its names later, this stays the same object. Links
/// are opened themselves.
package final class PathHandle: Sendable {
    private let file: PathDescriptor

    private init(_ file: consuming PathDescriptor) {
        self.file = file
    }

    /// Opens the topmost folder or the working folder, `/` or `.`.
    package convenience init(base: String) throws(SystemError) {
        self.init(try Self.open(base, in: AT_FDCWD, isFolder: true, crossing: true))
    }

    /// Opens an object in this folder. The corresponding C function is `openat2` with `O_PATH` and `O_NOFOLLOW`.
    ///
    /// - Parameter crossing: whether the object may be in another mount. Otherwise that is the error `EXDEV`, and the
    ///   other mount is not touched.
    package func open(_ name: String, crossing: Bool) throws(SystemError) -> PathHandle {
        do throws(SystemError) {
            // The flag for folders makes an automounter mount what it has there.
            return PathHandle(try Self.open(name, in: file.descriptor, isFolder: true, crossing: crossing))
        } catch {
            guard error.errno == ENOTDIR else { throw error }
            return PathHandle(try Self.open(name, in: file.descriptor, isFolder: false, crossing: crossing))
        }
    }

    private static func open(
        _ name: String, in folder: Int32, isFolder: Bool, crossing: Bool
    ) throws(SystemError) -> PathDescriptor {
        let descriptor = PathCall.recorded { clinux_open_path(folder, name, isFolder, crossing) }
        guard descriptor >= 0 else { throw SystemError(call: "openat2", object: name, errno: errno) }
        return PathDescriptor(adopting: descriptor)
    }

    /// A path of this object for other calls, as long as the handle exists. The calls look up no name.
    package var path: String { "/proc/self/fd/\(file.descriptor)" }

    /// The path that the object has now; nil without `/proc`.
    package var presentPath: String? { SymbolicLink.target(of: path) }

    /// The number of its mount, as in ``MountTable/device(ofMount:)``; nil without `/proc`. The file system is not
    /// touched.
    package var mount: Substring? {
        let label = "mnt_id:"
        let line = SystemFile.lines("/proc/self/fdinfo/\(file.descriptor)").first { $0.hasPrefix(label) }
        return line?.dropFirst(label.utf8.count).drop { $0 == "\t" || $0 == " " }
    }

    /// The target of the link that this is; nil for anything else.
    package var linkTarget: String? { SymbolicLink.target(of: "", in: file.descriptor) }
}
