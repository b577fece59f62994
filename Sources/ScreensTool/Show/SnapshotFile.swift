/// Where the pictures of `--snapshot` go.
struct SnapshotFile: Sendable, Hashable {
    /// As the user gave it; `-` is standard output.
    let path: String

    var isStandardOutput: Bool { path == "-" }

    /// The path for a screen: the user's own for the only one, else with `-NAME` before the extension.
    func path(for screen: String, isOnly: Bool) -> String {
        guard !isOnly else { return path }
        let name = String(screen.map { $0 == "/" ? "-" : $0 })
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        // A dot that begins the file's name begins no extension.
        if let dot = path[start...].lastIndex(of: "."), dot > start {
            return "\(path[..<dot])-\(name)\(path[dot...])"
        }
        return "\(path)-\(name)"
    }
}
