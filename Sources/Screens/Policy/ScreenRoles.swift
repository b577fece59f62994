/// The driven screens, and the source of each picture. Pure.
///
/// The roles depend on the screens of every card: a screen may mirror one of another card, or be a part of a wall over
/// several cards.
struct ScreenRoles: Sendable, Hashable {
    /// The source of a screen's picture.
    enum Source: Sendable, Hashable {
        /// The delegate draws the picture.
        case own
        /// The picture of another screen is shown.
        case mirror(of: ScreenID)
        /// A part of a wall's picture is shown.
        case wall(WallPlace)

        /// Whether a screen can go from one source to the other without a modeset: both are the same, or both are
        /// mirrors.
        func isShownAlike(_ other: Source) -> Bool {
            if case .mirror = self, case .mirror = other { return true }
            return self == other
        }
    }

    /// The roles if nothing is driven.
    static let none = ScreenRoles(of: [], selection: .none, mirrorSource: nil, walls: []) { _ in ScreenSettings() }

    /// The screens that are driven.
    let driven: Set<ScreenID>
    /// The driven screens whose picture is not their own.
    private let sources: [ScreenID: Source]
    /// The qualified names of the sources of mirrors.
    private let names: [ScreenID: String]
    /// The names of the screens that others were to mirror and do not.
    private let unmetMirrors: [ScreenID: String]

    /// - Parameters:
    ///   - screens: all screens of all cards, in their order: a name that several screens have means the first.
    ///   - settings: the settings of a screen's display.
    init(
        of screens: [Screen], selection: ScreenSelection, mirrorSource: String?, walls: [VideoWall],
        settings: (Screen) -> ScreenSettings
    ) {
        let screens = screens.filter(\.isConnected).map { (screen: $0, settings: settings($0)) }
        let overrides = Dictionary(screens.map { ($0.screen.id, $0.settings) }) { first, _ in first }
        let driven = selection.selected(among: screens.map(\.screen)) { overrides[$0.id]?.isDriven }
        let places = WallPlace.places(of: walls, among: driven)
        // A display that comes to a place in a wall is not a mirror there, even if its settings say so.
        let requested = { (screen: Screen) -> String? in
            places[screen.id] == nil ? overrides[screen.id]?.mirrorSource ?? mirrorSource : nil
        }
        let mirrors = MirrorChain.sources(among: driven, requested: requested)
        var sources = places.mapValues(Source.wall)
        for (screen, source) in mirrors { sources[screen] = .mirror(of: source) }
        self.driven = Set(driven.map(\.id))
        self.sources = sources
        names = Dictionary(driven.map { ($0.id, $0.qualifiedName) }) { first, _ in first }
        // If all screens mirror one, that one itself does not count as unmet.
        unmetMirrors = Dictionary(
            driven.compactMap { screen in
                guard mirrors[screen.id] == nil, let name = requested(screen), !screen.isNamed(name) else { return nil }
                return (screen.id, name)
            }
        ) { first, _ in first }
    }

    func source(of screen: ScreenID) -> Source { sources[screen] ?? .own }

    /// The screen whose picture a mirror shows; nil for other screens.
    func mirrored(by screen: ScreenID) -> ScreenID? {
        if case .mirror(let source) = source(of: screen) { source } else { nil }
    }

    /// The qualified name of the screen whose picture a mirror shows; nil for other screens.
    func mirrorSource(of screen: ScreenID) -> String? { mirrored(by: screen).flatMap { names[$0] } }

    /// The name of the screen that a screen was to mirror and does not; nil for other screens.
    func unmetMirror(of screen: ScreenID) -> String? { unmetMirrors[screen] }

    /// Whether a screen is driven and has the same source in both.
    func isSame(as other: ScreenRoles, for screen: ScreenID) -> Bool {
        driven.contains(screen) == other.driven.contains(screen) && sources[screen] == other.sources[screen]
    }
}

/// Finds the source of each mirror.
package enum MirrorChain {
    /// The mirrors with their sources. A screen that would mirror itself, directly or through others, is not a mirror.
    ///
    /// - Parameter requested: the name of the screen that a screen is to mirror, or nil.
    package static func sources(
        among screens: [Screen], requested: (Screen) -> String?
    ) -> [ScreenID: ScreenID] {
        var sources: [ScreenID: ScreenID] = [:]
        for screen in screens {
            guard let name = requested(screen), let source = screens.first(where: { $0.isNamed(name) }),
                source.id != screen.id
            else { continue }
            sources[screen.id] = source.id
        }
        return sources.filter { screen, _ in !isCircle(from: screen, sources) }
    }

    private static func isCircle(from screen: ScreenID, _ sources: [ScreenID: ScreenID]) -> Bool {
        var next = sources[screen]
        // After as many steps as there are mirrors, the chain has ended or is a circle.
        for _ in sources {
            guard let here = next else { return false }
            if here == screen { return true }
            next = sources[here]
        }
        return next != nil
    }
}
