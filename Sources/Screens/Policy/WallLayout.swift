/// The places of the screens of a wall in its surface.
///
/// A column is as wide as its widest screen, a row as high as its tallest. A smaller screen is at the upper left of its
/// cell, as if the upper edges of the screens were aligned.
struct WallLayout: Sendable, Hashable {
    /// The maximum number of pixels of a surface: 1 GiB, or 128 screens of 1920x1080.
    static let largestArea = 1 << 28
    /// The limit of a side of a mode, which KMS stores in 16 bits.
    private static let longestSide = 1 << 16

    /// The size of the surface.
    let size: Size
    /// The part of each screen, by its name in the wall.
    let parts: [String: Rectangle]

    /// - Parameter sizes: the known sizes of screens, by name. A screen of unknown size fills its cell; a column or row
    ///   without a known size is like the first screen with one.
    /// - Returns: nil if no size is known or the surface would be too large.
    init?(_ wall: VideoWall, sizes: [String: Size]) {
        let known = sizes.mapValues { size in
            Size(width: Self.side(size.width), height: Self.side(size.height))
        }
        guard let first = wall.names.lazy.compactMap({ known[$0] }).first else { return nil }
        let columnCount = wall.rows.map(\.count).max() ?? 0
        let widths = (0..<columnCount).map { column in
            wall.rows.compactMap { $0.count > column ? known[$0[column]]?.width : nil }.max() ?? first.width
        }
        let heights = wall.rows.map { row in row.compactMap { known[$0]?.height }.max() ?? first.height }

        var parts: [String: Rectangle] = [:]
        var y = 0
        for (row, height) in zip(wall.rows, heights) {
            var x = 0
            for (name, width) in zip(row, widths) {
                let size = known[name] ?? Size(width: width, height: height)
                parts[name] = Rectangle(x: x, y: y, width: size.width, height: size.height)
                x += width + wall.columnGap
            }
            y += height + wall.rowGap
        }
        size = Size(
            width: widths.reduce(0, +) + (widths.count - 1) * wall.columnGap,
            height: heights.reduce(0, +) + (heights.count - 1) * wall.rowGap)
        guard size.width * size.height <= Self.largestArea else { return nil }
        self.parts = parts
    }

    private static func side(_ length: Int) -> Int { min(max(length, 1), longestSide) }
}

/// A place in a wall.
struct WallPlace: Sendable, Hashable {
    /// The index of the wall.
    let wall: Int
    /// The name of the place in the wall.
    let name: String

    /// The places of screens in walls. If several screens have the name of a place, the first one gets it.
    static func places(of walls: [VideoWall], among screens: [Screen]) -> [ScreenID: WallPlace] {
        var places: [ScreenID: WallPlace] = [:]
        for (index, wall) in walls.enumerated() {
            for name in wall.names {
                guard let screen = screens.first(where: { $0.isNamed(name) }) else { continue }
                places[screen.id] = WallPlace(wall: index, name: name)
            }
        }
        return places
    }
}
