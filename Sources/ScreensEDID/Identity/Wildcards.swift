/// A parsed pattern: literal characters, any single character, and any number of characters. Each user has its own
/// written form and escapes.
package struct Wildcards: Sendable, Hashable {
    /// A part of the pattern.
    package enum Piece: Sendable, Hashable {
        /// This character.
        case literal(Unicode.Scalar)
        /// Any one character.
        case one
        /// Any number of characters, including none.
        case any
    }

    /// The parts in order; of several stars in a row, the first is kept.
    package private(set) var pieces: [Piece] = []

    /// Makes the pattern of the empty text.
    package init() {}

    /// Adds a part at the end.
    package mutating func append(_ piece: Piece) {
        if piece != .any || pieces.last != .any { pieces.append(piece) }
    }

    /// Returns whether a whole text matches.
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
