/// A video wall: a grid of screens that share one drawing surface.
///
/// The delegate is called once per frame for the whole surface, and each screen shows its part pixel by pixel. The gaps
/// between the screens stand for their bezels: the picture continues behind them, so that lines stay straight. Use a
/// wall in ``VideoKit/Settings/walls``.
public struct VideoWall: Sendable, Hashable {
    /// The screens, row by row from the top, each row from the left, by name (`HDMI-A-1`) or qualified name
    /// (`card1/HDMI-A-1`). Rows may have different lengths.
    public let rows: [[String]]
    /// The gap between two columns in pixels.
    public let columnGap: Int
    /// The gap between two rows in pixels.
    public let rowGap: Int

    /// The allowed gaps in pixels.
    public static let gaps = 0...4096
    /// The allowed numbers of screens.
    public static let counts = 1...64

    /// Makes a grid of screens.
    ///
    /// - Parameters:
    ///   - rows: the names of the screens, the top row first, each row from the left.
    ///   - columnGap: pixels between two columns, within ``gaps``.
    ///   - rowGap: pixels between two rows, within ``gaps``.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` if the number of screens is outside
    ///   ``counts``, a row or a name is empty, two names may refer to the same screen, or a gap is outside ``gaps``.
    public init(rows: [[String]], columnGap: Int = 0, rowGap: Int = 0) throws(ScreenError) {
        for gap in [columnGap, rowGap] where !Self.gaps.contains(gap) {
            throw Self.invalid("a gap of \(gap)", "a gap has \(Self.gaps.lowerBound) to \(Self.gaps.upperBound) pixels")
        }
        guard !rows.contains(where: \.isEmpty), !rows.contains(where: { $0.contains("") }) else {
            throw Self.invalid("an empty row or name", "each row has at least one screen, and each screen has a name")
        }
        // Each row has at least one screen, so this bounds the sum.
        guard rows.count <= Self.counts.upperBound, Self.counts.contains(rows.reduce(0) { $0 + $1.count }) else {
            throw Self.invalid(
                "no screens, or too many", "a wall has \(Self.counts.lowerBound) to \(Self.counts.upperBound) screens")
        }
        self.rows = rows
        self.columnGap = columnGap
        self.rowGap = rowGap
        if let name = Self.repeated(in: names) {
            throw Self.invalid(
                "'\(name)' twice",
                "a screen has one place; if two cards have a connector of that name, name the card too")
        }
    }

    /// All names, the top row first, each row from the left.
    var names: [String] { rows.flatMap(\.self) }

    /// Whether one of the names refers to a screen.
    func has(_ screen: Screen) -> Bool { names.contains { screen.isNamed($0) } }

    /// Checks that no screen is in two video walls.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` if a screen may be in two of them.
    static func check(_ walls: [VideoWall]) throws(ScreenError) {
        if let name = repeated(in: walls.flatMap(\.names)) {
            throw invalid("'\(name)', which is in another wall", "a screen can be in one wall only")
        }
    }

    /// The first name that may refer to the same screen as an earlier one.
    private static func repeated(in names: [String]) -> String? {
        // A name without a card may refer to any card.
        var seen: Set<String> = []
        var connectors: Set<Substring> = []
        var bare: Set<Substring> = []
        for name in names {
            let connector = name[(name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex)...]
            let isBare = connector.count == name.count
            if !seen.insert(name).inserted || bare.contains(connector) || isBare && connectors.contains(connector) {
                return name
            }
            connectors.insert(connector)
            if isBare { bare.insert(connector) }
        }
        return nil
    }

    private static func invalid(_ object: String, _ remedy: String) -> ScreenError {
        ScreenError(.invalidArgument, operation: "make a wall with", object: object, remedy: remedy)
    }
}

/// The part of a video wall (``VideoWall``) that a screen shows.
public struct WallPart: Sendable, Hashable {
    /// The place of the screen in the surface, in pixels. Its size is the screen's own ``PictureLayout/bounds``.
    public let region: Rectangle
    /// The size of the whole surface that the delegate draws on, including gaps, in pixels.
    public let surface: Size
    /// Whether the delegate is called on this screen's thread, in step with its refresh. That is so for the first lit
    /// screen, the top row first, each row from the left.
    public let isLeader: Bool
}
