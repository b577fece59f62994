/// A parsed pattern: literal characters, any one character, and any number of them. Each user of it has a written form and
/// escapes of its own.
package struct Wildcards: Sendable, Hashable {
    /// A part of the pattern.
    package enum Piece: Sendable, Hashable {
        /// This character.
        case literal(Unicode.Scalar)
        /// Any one character.
        case one
        /// Any number of characters, also none.
        case any
    }

    /// In their order; of several stars in a row the first is kept.
    package private(set) var pieces: [Piece] = []

    /// The pattern of the empty text.
    package init() {}

    /// Adds a part at the end.
    package mutating func append(_ piece: Piece) {
        if piece != .any || pieces.last != .any { pieces.append(piece) }
    }

    /// Whether a whole text fits.
    ///
    /// Only the last star is ever tried again, so that the time is at most the product of both lengths.
    package func matches(_ scalars: [Unicode.Scalar]) -> Bool {
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
}
