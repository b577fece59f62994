import Glibc
import ScreensLinux

/// A path as it has to be watched: the names through which its file is reached, and the folders that contain these
/// names. Both cover the path itself and each link on the way.
package struct WatchedPath: Sendable, Hashable {
    /// The kernel's own limit of links in a path.
    private static let mostLinks = 40

    package private(set) var folders: Set<String> = []
    package private(set) var names: Set<String> = []

    /// Follows the links as they are now, up to one that leads nowhere.
    package init(_ path: String) {
        var place = path.hasPrefix("/") ? "/" : "."
        var rest = path.split(separator: "/").map(String.init)[...]
        var linkCount = 0
        while let name = rest.popFirst() {
            let whole = place == "/" ? "/\(name)" : "\(place)/\(name)"
            let target = linkCount < Self.mostLinks ? SymbolicLink.target(of: whole) : nil
            if target != nil || rest.isEmpty {
                folders.insert(place)
                names.insert(name)
            }
            if let target {
                linkCount += 1
                if target.hasPrefix("/") { place = "/" }
                rest = target.split(separator: "/").map(String.init) + rest
            } else {
                place = whole
            }
        }
    }
}

/// The identity of a file and its content. Another version has, or may have, another content.
package struct FileVersion: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// The version of the file at a path; nil if there is no file.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        size = Int64(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
