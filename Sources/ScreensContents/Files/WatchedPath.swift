import ScreensLinux

/// A path as it has to be watched: the names through which its file is reached, and the folders that contain these
/// names. Both cover the path itself and each link on the way.
///
/// A link of a share may lead to a local file. So only ``place`` is touched afterwards: a call on the path itself would
/// follow the links once more, and the share need not answer.
package struct WatchedPath: Sendable, Hashable {
    /// The kernel's own limit of links in a path.
    private static let mostLinks = 40

    package private(set) var folders: Set<String> = []
    package private(set) var names: Set<String> = []
    /// The path without links, also of a missing file.
    package private(set) var place: String

    /// Follows the links as they are now, up to one that leads nowhere.
    package init(_ path: String) {
        self.init(path) { _ in }
    }

    /// Follows the links as they are now, up to one that leads nowhere.
    ///
    /// - Parameter approach: called before each step, with a path whose folder has no links in it. The last call is
    ///   for the file system of ``place``.
    init<Problem>(_ path: String, approach: (String) throws(Problem) -> Void) throws(Problem) {
        place = path.hasPrefix("/") ? "/" : "."
        var rest = path.split(separator: "/").map(String.init)[...]
        var linkCount = 0
        while let name = rest.popFirst() {
            guard name != "." else { continue }
            guard name != ".." else {
                place = Self.above(place)
                try approach(place)
                continue
            }
            let whole = place == "/" ? "/\(name)" : "\(place)/\(name)"
            try approach(whole)
            let target = linkCount < Self.mostLinks ? SymbolicLink.target(of: whole) : nil
            if target != nil || rest.isEmpty {
                folders.insert(place)
                names.insert(name)
            }
            if let target {
                linkCount += 1
                if target.hasPrefix("/") {
                    place = "/"
                    try approach(place)
                }
                rest = target.split(separator: "/").map(String.init) + rest
            } else {
                place = whole
            }
        }
    }

    /// The folder above a place. A place has no links, so the kernel finds the same folder for `..`.
    private static func above(_ place: String) -> String {
        place == "." || place.hasSuffix("/..") ? "\(place)/.." : FolderListing.folder(of: place)
    }
}
