import Screens

/// Which screens can show the picture, and what is in the way of the others. Pure.
struct Readiness: Sendable, Hashable {
    /// The connected screens that were asked for.
    let targets: [Screen]
    let obstacles: [Obstacle]
    private let isNamed: Bool

    /// - Parameter names: the screens that the user named; none for all external ones.
    init(cards: [Card], connectors: [Screen], names: [String]) {
        isNamed = !names.isEmpty
        if names.isEmpty {
            let connected = connectors.filter(\.isConnected)
            let external = connected.filter { $0.role != .internal }
            targets = external.isEmpty ? connected : external
        } else {
            targets = connectors.filter { screen in screen.isConnected && names.contains { screen.isNamed($0) } }
        }
        let missing =
            isNamed
            ? names.compactMap { Self.missing($0, cards: cards, connectors: connectors) }
            : targets.isEmpty ? [Self.nothing(cards: cards, connectors: connectors)] : []
        var seen: Set<Obstacle> = []
        obstacles = (missing + targets.compactMap(Self.darkness)).filter { seen.insert($0).inserted }
    }

    /// The screens that show it.
    var lit: [Screen] { targets.filter { $0.dark == nil } }

    /// Those of them for which a picture is drawn: of a span, the one that leads.
    var drawn: [Screen] { lit.filter { $0.mirrorSource == nil && $0.spanPart?.isLeader != false } }

    /// What ends a program that does not wait: for screens that were named anything, else only what leaves none lit.
    var blocking: Obstacle? { isNamed || lit.isEmpty ? obstacles.first : nil }

    /// What is wrong with the names alone, whoever drives the screens.
    private static func missing(_ name: String, cards: [Card], connectors: [Screen]) -> Obstacle? {
        let found = connectors.filter { $0.isNamed(name) }
        if found.count > 1 { return .ambiguous(name: name, candidates: found.map(\.qualifiedName)) }
        if let screen = found.first, screen.isConnected { return nil }
        if cards.isEmpty { return .noCard }
        if found.isEmpty, let error = ScreenName.unreadable(cards, connectors: connectors, asIn: name) {
            return .unreadable(error)
        }
        return .missing(name: name)
    }

    private static func nothing(cards: [Card], connectors: [Screen]) -> Obstacle {
        if cards.isEmpty { return .noCard }
        let problems = cards.compactMap { $0.unreadable(connectors) }
        if let first = problems.first, problems.count == cards.count { return .unreadable(first) }
        return .noDisplay
    }

    private static func darkness(_ screen: Screen) -> Obstacle? {
        // One that is unused is about to be lit, and one whose terminal was left is to be dark.
        guard let dark = screen.dark, dark.reason != .unused, dark.reason != .sessionInactive else { return nil }
        guard dark.reason == .notMaster else { return .dark(name: screen.name, dark) }
        return .busy(card: screen.card, holder: dark.holder)
    }
}
