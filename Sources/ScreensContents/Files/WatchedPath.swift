import Glibc
import ScreensLinux

/// A path as it has to be watched: the names by which its file is reached, and the folders that have these names. They are
/// its own, and those of the links on the way.
package struct WatchedPath: Sendable, Hashable {
    /// The kernel follows no more links.
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

/// Identifies a file and its content: another version has another content, or may have.
package struct FileVersion: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// The file that has the name now; nil where there is none.
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
