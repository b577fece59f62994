/// A field of a pattern: literal characters, `?` for any one and `*` for any number of them.
struct Glob: Sendable, Hashable {
    private enum Piece: Sendable, Hashable {
        case literal(Unicode.Scalar)
        case one
        case any
    }

    private let pieces: [Piece]
    private let matchesMissing: Bool
    private let ignoresCase: Bool

    /// Reads a field; nil where it is empty, an escape is broken, or it has a `[`, which is kept for sets of characters.
    init?(_ field: some StringProtocol, ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        if field == "-" {
            pieces = []
            matchesMissing = true
            return
        }
        guard !field.isEmpty else { return nil }
        var pieces: [Piece] = []
        // Literal text is collected first: only whole escape sequences make UTF-8.
        var literal = ""
        func flush() -> Bool {
            guard let text = EscapedText.unescape(literal) else { return false }
            pieces += text.unicodeScalars.map { .literal(ignoresCase ? Self.lowercased($0) : $0) }
            literal = ""
            return true
        }
        for scalar in field.unicodeScalars {
            switch scalar {
            case "*":
                guard flush() else { return nil }
                if pieces.last != .any { pieces.append(.any) }
            case "?":
                guard flush() else { return nil }
                pieces.append(.one)
            case "[":
                return nil
            default:
                literal.unicodeScalars.append(scalar)
            }
        }
        guard flush() else { return nil }
        self.pieces = pieces
        matchesMissing = pieces == [.any]
    }

    /// Whether the whole text matches; nil is a missing field.
    ///
    /// Only the last star is ever tried again, so that the time is at most the product of both lengths.
    func matches(_ text: String?) -> Bool {
        guard let text else { return matchesMissing }
        let scalars = text.unicodeScalars.map { ignoresCase ? Self.lowercased($0) : $0 }
        guard !pieces.isEmpty else { return false }
        var (piece, position) = (0, 0)
        var star: (piece: Int, position: Int)?
        while position < scalars.count {
            if piece < pieces.count, pieces[piece] == .any {
                star = (piece, position)
                piece += 1
            } else if piece < pieces.count, pieces[piece] == .one || pieces[piece] == .literal(scalars[position]) {
                piece += 1
                position += 1
            } else if let last = star {
                star = (last.piece, last.position + 1)
                (piece, position) = (last.piece + 1, last.position + 1)
            } else {
                return false
            }
        }
        return pieces[piece...].allSatisfy { $0 == .any }
    }

    private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard ("A"..."Z").contains(scalar) else { return scalar }
        return Unicode.Scalar(UInt8(scalar.value) + 32)
    }
}
