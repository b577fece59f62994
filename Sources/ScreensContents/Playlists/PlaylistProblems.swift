/// The reasons why lines of a playlist file are left out: the first ones, and the number of all.
package struct PlaylistProblems: Sendable, Hashable {
    /// The most reasons that are kept: a file may have a million lines.
    private static let most = 16

    package private(set) var texts: [String] = []
    package private(set) var count = 0

    package var first: String? { texts.first }

    mutating func add(_ problem: String) {
        if texts.count < Self.most { texts.append(problem) }
        count += 1
    }

    mutating func add(_ other: PlaylistProblems) {
        for text in other.texts { add(text) }
        count += other.count - other.texts.count
    }
}
