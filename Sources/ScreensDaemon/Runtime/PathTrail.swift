import ProgramKit

/// The names by which a file is reached, and the folders that they are in: its own, and those of the links on the way.
struct PathTrail: Sendable, Hashable {
    /// As many links as the kernel follows.
    private static let mostLinks = 40

    private(set) var folders: Set<String> = []
    private(set) var names: Set<String> = []

    /// As the links lead now; where one leads nowhere, to there.
    init(_ path: String) {
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
