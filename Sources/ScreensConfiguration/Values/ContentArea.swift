import Screens

/// A rectangle of a picture of any size, as in `0 90% 100% 10%`: the distances from the left and the upper edge, the
/// width and the height, each in percent of the picture or in pixels.
package struct ContentArea: Sendable, Hashable {
    private enum Length: Hashable {
        case pixels(Int)
        /// Hundredths of a percent.
        case share(Int)

        static let whole = 10_000

        init?(_ text: Substring) {
            if text.last == "%" {
                guard let percent = Double(text.dropLast()), (0...100).contains(percent) else { return nil }
                self = .share(Int((percent * 100).rounded()))
            } else {
                guard let pixels = Int(text), 0...16384 ~= pixels else { return nil }
                // The edge of a picture is the same in both units.
                self = pixels == 0 ? .share(0) : .pixels(pixels)
            }
        }

        func pixels(of side: Int) -> Int {
            switch self {
            case .pixels(let pixels): pixels
            case .share(let share): (share * side + Self.whole / 2) / Self.whole
            }
        }

        var text: String {
            switch self {
            case .pixels(let pixels): String(pixels)
            case .share(0): "0"
            case .share(let share): (Double(share) / 100).text(places: 2) + "%"
            }
        }
    }

    private let lengths: [Length]

    /// All of a picture.
    package static let whole = ContentArea([.share(0), .share(0), .share(Length.whole), .share(Length.whole)])

    private init(_ lengths: [Length]) {
        self.lengths = lengths
    }

    init(_ text: String) throws(ValueProblem) {
        let words = text.split(separator: " ")
        let lengths = words.compactMap(Length.init)
        guard words.count == 4, lengths.count == 4 else {
            throw ValueProblem(
                "must be the left edge, the upper edge, the width and the height, as in '0 90% 100% 10%', or in pixels",
                not: text)
        }
        self.init(lengths)
        for side in [2, 3] where lengths[side] == .share(0) {
            throw ValueProblem("has no \(side == 2 ? "width" : "height")", not: text)
        }
        for axis in 0...1 {
            guard case .share(let start) = lengths[axis] else { continue }
            let end = if case .share(let length) = lengths[axis + 2] { start + length } else { start }
            // A rectangle that begins at the far edge is outside.
            guard end <= Length.whole, start < Length.whole else {
                throw ValueProblem("is beyond the \(axis == 0 ? "right" : "lower") edge", not: text)
            }
        }
    }

    /// Whether it has the same share of pictures of all sizes.
    var isRelative: Bool { lengths.allSatisfy { if case .share = $0 { true } else { false } } }

    /// Whether both have a part in common. Only for relative areas.
    func overlaps(_ other: ContentArea) -> Bool {
        let size = Size(width: Length.whole, height: Length.whole)
        return rectangle(in: size).intersects(other.rectangle(in: size))
    }

    /// Its rectangle of a picture. Areas that touch have no pixel between them, and none in common. It may be empty, or
    /// beyond a small picture.
    package func rectangle(in size: Size) -> Rectangle {
        let (x, width) = span(0, of: size.width)
        let (y, height) = span(1, of: size.height)
        return Rectangle(x: x, y: y, width: width, height: height)
    }

    /// The size of a content in it: at least a pixel, though a picture may be too small for the area.
    package func contentSize(in size: Size) -> Size {
        let rectangle = rectangle(in: size)
        return Size(width: max(rectangle.width, 1), height: max(rectangle.height, 1))
    }

    private func span(_ axis: Int, of side: Int) -> (start: Int, length: Int) {
        let (first, second) = (lengths[axis], lengths[axis + 2])
        let start = first.pixels(of: side)
        // The edge is rounded, and not the length.
        if case .share(let share) = first, case .share(let length) = second {
            return (start, Length.share(share + length).pixels(of: side) - start)
        }
        return (start, second.pixels(of: side))
    }

    /// The form that ``init(_:)`` reads.
    var text: String { lengths.map(\.text).joined(separator: " ") }
}
