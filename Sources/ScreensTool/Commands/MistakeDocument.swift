import Configuration

/// An element of what `screens config check --json` prints.
struct MistakeDocument: Encodable {
    private let file: String
    private let line: Int?
    private let column: Int?
    private let key: String?
    private let message: String
    private let nearest: String?

    init(_ mistake: Mistake) {
        file = mistake.file
        line = mistake.position?.line
        column = mistake.position?.column
        key = mistake.keyPath
        message = mistake.message
        nearest = mistake.nearest
    }
}
