/// Several screens as one surface: a grid of screens, as a video wall has them.
///
/// The delegate is called once a frame for all of it, and each screen shows its part of the picture pixel by pixel. Between
/// the screens there may be gaps, as wide as their frames: what is drawn there is not seen, so that lines go on straight
/// behind them. ``VideoKit/Settings/spans`` takes them.
public struct VideoWall: Sendable, Hashable {
    /// The screens from the top down, in each row from the left, by name (`HDMI-A-1`) or qualified name
    /// (`card1/HDMI-A-1`). Rows may be of different lengths.
    public let rows: [[String]]
    /// Pixels between two columns.
    public let columnGap: Int
    /// Pixels between two rows.
    public let rowGap: Int

    /// The gaps that there are, in pixels.
    public static let gaps = 0...4096
    /// How many screens there may be.
    public static let counts = 1...64

    /// A grid of screens.
    ///
    /// - Parameters:
    ///   - rows: the names of its screens, the top row first, each row from the left.
    ///   - columnGap: pixels between two columns, within ``gaps``.
    ///   - rowGap: pixels between two rows, within ``gaps``.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` where there are no screens or too many of them
    ///   (``counts``), a row or a name is empty, two names may mean the same screen, or a gap is beyond its limits.
    public init(rows: [[String]], columnGap: Int = 0, rowGap: Int = 0) throws(ScreenError) {
        for gap in [columnGap, rowGap] where !Self.gaps.contains(gap) {
            throw Self.invalid("a gap of \(gap)", "it is \(Self.gaps.lowerBound) to \(Self.gaps.upperBound) pixels")
        }
        guard !rows.contains(where: \.isEmpty), !rows.contains(where: { $0.contains("") }) else {
            throw Self.invalid("an empty row or name", "each row has screens, and each screen a name")
        }
        // Of each row there is at least one.
        guard rows.count <= Self.counts.upperBound, Self.counts.contains(rows.reduce(0) { $0 + $1.count }) else {
            throw Self.invalid(
                "no screens, or too many", "there are \(Self.counts.lowerBound) to \(Self.counts.upperBound)")
        }
        self.rows = rows
        self.columnGap = columnGap
        self.rowGap = rowGap
        if let name = Self.repeated(in: names) {
            throw Self.invalid(
                "'\(name)' twice", "each screen has one place; where two cards have one, name the card too")
        }
    }

    /// All names, the top row first, each row from the left.
    var names: [String] { rows.flatMap(\.self) }

    /// Whether a screen has one of its names.
    func has(_ screen: Screen) -> Bool { names.contains { screen.isNamed($0) } }

    /// Looks whether spans may be used together.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` where a screen may be in two of them.
    static func check(_ spans: [VideoWall]) throws(ScreenError) {
        if let name = repeated(in: spans.flatMap(\.names)) {
            throw invalid("'\(name)' in two spans", "a screen is in one")
        }
    }

    /// The first name that may mean the same screen as one before.
    private static func repeated(in names: [String]) -> String? {
        // A name without a card may be that of any card.
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
        ScreenError(.invalidArgument, operation: "span", object: object, remedy: remedy)
    }
}

/// What a screen shows of a span (``VideoWall``).
public struct SpanPart: Sendable, Hashable {
    /// Where it lies in the surface, in pixels; of the size of the screen's own ``PictureLayout/bounds``.
    public let region: Rectangle
    /// The size of the whole surface, gaps included, in pixels: what the delegate draws on.
    public let surface: Size
    /// Whether the delegate is called on this screen's thread, in step with its refresh: true for the first screen of the
    /// span that is lit, the top row first, each row from the left.
    public let isLeader: Bool
}
