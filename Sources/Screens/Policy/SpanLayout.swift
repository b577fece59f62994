/// Where the screens of a span lie in its surface. Pure.
///
/// A column is as wide as its widest screen, a row as high as its tallest; a smaller screen lies at the upper left of its
/// cell, as screens of different sizes are when their upper edges are in line.
struct SpanLayout: Sendable, Hashable {
    /// Pixels that a surface has at most: 1 GB of them, 128 screens of 1920x1080.
    static let largestArea = 1 << 28
    /// What no mode is larger than: its numbers are of 16 bits.
    private static let longestSide = 1 << 16

    /// The size of the surface.
    let size: Size
    /// The part of each screen, by its name in the span.
    let parts: [String: Rectangle]

    /// - Parameter sizes: those of the screens that are known, by name. Another one is taken to fill its cell, and a column
    ///   or row of which none is known to be like the first screen that is.
    /// - Returns: nil where none is known, or the surface would be too large.
    init?(_ span: VideoWall, sizes: [String: Size]) {
        let known = sizes.mapValues { size in
            Size(width: Self.side(size.width), height: Self.side(size.height))
        }
        guard let first = span.names.lazy.compactMap({ known[$0] }).first else { return nil }
        let columnCount = span.rows.map(\.count).max() ?? 0
        let widths = (0..<columnCount).map { column in
            span.rows.compactMap { $0.count > column ? known[$0[column]]?.width : nil }.max() ?? first.width
        }
        let heights = span.rows.map { row in row.compactMap { known[$0]?.height }.max() ?? first.height }

        var parts: [String: Rectangle] = [:]
        var y = 0
        for (row, height) in zip(span.rows, heights) {
            var x = 0
            for (name, width) in zip(row, widths) {
                let size = known[name] ?? Size(width: width, height: height)
                parts[name] = Rectangle(x: x, y: y, width: size.width, height: size.height)
                x += width + span.columnGap
            }
            y += height + span.rowGap
        }
        size = Size(
            width: widths.reduce(0, +) + (widths.count - 1) * span.columnGap,
            height: heights.reduce(0, +) + (heights.count - 1) * span.rowGap)
        guard size.width * size.height <= Self.largestArea else { return nil }
        self.parts = parts
    }

    private static func side(_ length: Int) -> Int { min(max(length, 1), longestSide) }
}

/// A place in a span.
struct SpanMembership: Sendable, Hashable {
    /// Which of the spans it is.
    let span: Int
    /// The name of the place in it.
    let name: String

    /// Which screens have places in spans. Where several have a place's name, the first of them has it.
    static func members(of spans: [VideoWall], among screens: [Screen]) -> [ScreenID: SpanMembership] {
        var members: [ScreenID: SpanMembership] = [:]
        for (index, span) in spans.enumerated() {
            for name in span.names {
                guard let screen = screens.first(where: { $0.isNamed(name) }) else { continue }
                members[screen.id] = SpanMembership(span: index, name: name)
            }
        }
        return members
    }
}
