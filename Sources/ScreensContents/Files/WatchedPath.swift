import ScreensLinux

/// A path as it has to be watched: the names through which its file is reached, and the folders that contain these
/// names. Both cover the path itself and each link on the way.
///
/// A link of a share may lead to a local file, and a folder may become a link at any time. So only the file that the
/// walk has opened is touched afterwards: a call on a path would follow links once more, and a share need not answer.
package struct WatchedPath: Sendable, Hashable {
    /// The kernel's own limit of links in a path.
    private static let mostLinks = 40

    package private(set) var folders: Set<String> = []
    package private(set) var names: Set<String> = []
    /// The path without links, also of a missing file.
    package private(set) var place: String

    /// Follows the links as they are now, up to one that leads nowhere.
    package init(_ path: String) {
        var walk = PathWalk()
        self.init(path, &walk) { _ in }
    }

    /// Follows the links as they are now, up to one that leads nowhere.
    ///
    /// - Parameters:
    ///   - walk: the walk, which ends at ``place``.
    ///   - enter: called with the number of each file system before it is touched. The last call is for the file system
    ///     of ``place``.
    init<Problem>(
        _ path: String, _ walk: inout PathWalk, enter: (String) throws(Problem) -> Void
    ) throws(Problem) {
        place = path.hasPrefix("/") ? "/" : "."
        try walk.begin(at: place, enter)
        var rest = path.split(separator: "/").map(String.init)[...]
        var linkCount = 0
        while let name = rest.popFirst() {
            guard name != "." else { continue }
            try walk.step(to: name, enter)
            guard name != ".." else {
                place = Self.above(place)
                continue
            }
            let whole = place == "/" ? "/\(name)" : "\(place)/\(name)"
            let target = linkCount < Self.mostLinks ? walk.linkTarget : nil
            if target != nil || rest.isEmpty {
                folders.insert(place)
                names.insert(name)
            }
            if let target {
                linkCount += 1
                if target.hasPrefix("/") {
                    place = "/"
                    try walk.begin(at: place, enter)
                } else {
                    walk.leaveLink()
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
