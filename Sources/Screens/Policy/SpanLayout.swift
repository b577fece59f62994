/// The places of the screens of a span in its surface.
///
/// A column is as wide as its widest screen, a row as high as its tallest. A smaller screen is at the upper left of its
/// cell, as if the upper edges of the screens were aligned.
struct SpanLayout: Sendable, Hashable {
    /// The maximum number of pixels of a surface: 1 GiB, or 128 screens of 1920x1080.
    static let largestArea = 1 << 28
    /// The limit of a side of a mode, whose numbers have 16 bits.
    private static let longestSide = 1 << 16

    /// The size of the surface.
    let size: Size
    /// The part of each screen, by its name in the span.
    let parts: [String: Rectangle]

    /// - Parameter sizes: the known sizes of screens, by name. A screen of unknown size fills its cell; a column or row
    ///   without a known size is like the first screen with one.
    /// - Returns: nil if no size is known or the surface would be too large.
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
    /// The index of the span.
    let span: Int
    /// The name of the place in the span.
    let name: String

    /// The places of screens in spans. If several screens have the name of a place, the first one gets it.
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
