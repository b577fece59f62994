import Screens
import ScreensManager
import ScreensReports

import struct ScreensLinux.Failure

/// The screens that can show the picture, and the obstacles of the others.
struct ShowReadiness: Sendable, Hashable {
    /// The connected screens that were requested.
    let targets: [Screen]
    let obstacles: [Obstacle]
    private let isNamed: Bool
    /// The screens in sysfs whose cards this user may not open.
    private let denied: Set<ScreenID>

    /// - Parameters:
    ///   - names: the screens that the user named; empty for all external ones.
    ///   - needsAll: whether every screen must be lit, and not only one.
    ///   - daemonCards: returns the nodes of the cards that the daemon holds; called if another program has a card.
    init(
        cards: [Card], connectors: [Screen], names: [String], needsAll: Bool = true,
        daemonCards: () -> Set<String>? = { [] }
    ) {
        isNamed = !names.isEmpty && needsAll
        if names.isEmpty {
            let counted = connectors.filter { $0.isConnected && $0.isDrivenUnnamed(among: connectors) }
            let external = counted.filter { $0.role != .internal }
            targets = external.isEmpty ? counted : external
        } else {
            targets = connectors.filter { screen in screen.isConnected && names.contains { screen.isNamed($0) } }
        }
        denied = Set(targets.filter { Self.denial(of: $0, on: cards) != nil }.map(\.id))
        let missing =
            !names.isEmpty
            ? names.compactMap { Self.missing($0, cards: cards, connectors: connectors) }
            : targets.isEmpty ? [Self.nothing(cards: cards, connectors: connectors)] : []
        var seen: Set<Obstacle> = []
        obstacles = (missing + targets.compactMap { Self.darkness($0, on: cards, daemonCards) }).filter {
            seen.insert($0).inserted
        }
    }

    /// The screens that show the picture.
    var lit: [Screen] { targets.filter { $0.dark == nil && !denied.contains($0.id) } }

    /// The lit screens for which a picture is drawn; of a wall only the leader.
    var drawn: [Screen] { lit.filter { $0.mirrorSource == nil && $0.wallPart?.isLeader != false } }

    /// The obstacle that ends a program that does not wait: any obstacle of a named screen, otherwise only one that
    /// leaves no screen lit.
    var blocking: Obstacle? { isNamed || lit.isEmpty ? obstacles.first : nil }

    /// Returns the problem with a name, regardless of the program that drives the screen.
    private static func missing(_ name: String, cards: [Card], connectors: [Screen]) -> Obstacle? {
        let found = connectors.filter { $0.isNamed(name) }
        if found.count > 1 { return .ambiguous(name: name, candidates: found.map(\.qualifiedName)) }
        if let screen = found.first, screen.isConnected { return nil }
        if cards.isEmpty { return .noCard }
        if found.first?.isIgnored == true { return .dark(name: name, FirmwareCard.darkness) }
        if found.isEmpty, let error = ScreenName.unreadable(cards, connectors: connectors, asIn: name) {
            return .unreadable(error)
        }
        guard found.isEmpty else { return .missing(name: name) }
        return .unknown(name: name, names: connectors.flatMap { [$0.name, $0.qualifiedName] })
    }

    private static func nothing(cards: [Card], connectors: [Screen]) -> Obstacle {
        if cards.isEmpty { return .noCard }
        let problems = cards.compactMap { $0.unreadable(connectors) }
        if let first = problems.first, problems.count == cards.count { return .unreadable(first) }
        return .noDisplay
    }

    private static func denial(of screen: Screen, on cards: [Card]) -> ScreenError? {
        let problem = cards.first { $0.path == screen.card }?.problem
        return problem?.code == .permissionDenied ? problem : nil
    }

    private static func darkness(
        _ screen: Screen, on cards: [Card], _ daemonCards: () -> Set<String>?
    ) -> Obstacle? {
        if let problem = denial(of: screen, on: cards) { return .unreadable(problem) }
        // An unused screen is about to be lit, and a screen on an inactive terminal is dark on purpose.
        guard let dark = screen.dark, dark.reason != .unused, dark.reason != .sessionInactive else { return nil }
        guard dark.reason == .notMaster else { return .dark(name: screen.name, dark) }
        let isDaemons = dark.master == nil && daemonCards()?.contains(screen.card) == true
        return .busy(card: screen.card, MasterProgram(dark.master, isDaemons: isDaemons))
    }
}

/// An obstacle that prevents a screen from showing the picture.
enum Obstacle: Sendable, Hashable {
    case noCard
    case noDisplay
    case missing(name: String)
    /// No connector has the name, but a connector that is added later may have it.
    case unknown(name: String, names: [String])
    case ambiguous(name: String, candidates: [String])
    case unreadable(ScreenError)
    case busy(card: String, MasterProgram)
    case dark(name: String, DarkState)

    /// Returns whether waiting is useless.
    ///
    /// - Parameter simulated: whether the cards are simulated, so that no connector is added.
    func isFinal(simulated: Bool = false) -> Bool {
        switch self {
        case .ambiguous: true
        case .unknown: simulated
        // Permissions do not change meanwhile. A card that could not be read is tried again.
        case .unreadable(let error): error.code == .permissionDenied
        default: false
        }
    }

    /// Whether an event of a screen reports that it is over.
    var endsWithAnEvent: Bool {
        switch self {
        case .noDisplay, .missing, .unknown, .busy, .dark: true
        case .noCard, .ambiguous, .unreadable: false
        }
    }

    /// The failure of a program that does not wait.
    var failure: Failure {
        switch self {
        case .noCard: Inspection.noCard
        case .noDisplay: Failure(.unavailable, "no display is connected")
        case .missing(let name):
            Failure(.noSuchScreen, "no display is connected as \(name); `screens list --all` lists the connectors")
        case .unknown(let name, let names): Failure(noScreenNamed: name, "connector", among: names)
        case .ambiguous(let name, let candidates):
            Failure(severalNamed: name, candidates)
        case .unreadable(let error): Failure(error)
        case .busy(let card, let program): Failure(.busy, "\(card) is in use by \(Self.describe(program))")
        case .dark(let name, let state): Failure(.unavailable, "\(name) stays dark: \(state.message)")
        }
    }

    /// The notice of a program that waits.
    var waiting: String {
        switch self {
        case .noCard: "waiting for a graphics card"
        case .noDisplay: "waiting for a display"
        case .missing(let name): "waiting for a display on \(name)"
        case .unknown(let name, let names):
            "waiting for \(name): no connector has that name"
                + Failure.suggestion(for: name, among: names)
        case .busy(let card, let program): "waiting for \(card), which is in use by \(Self.describe(program))"
        case .dark(let name, let state): "waiting for \(name), which stays dark: \(state.message)"
        case .unreadable(let error): "waiting: \(error)"
        case .ambiguous: failure.message
        }
    }

    private static func describe(_ program: MasterProgram) -> String {
        guard case .daemon = program else { return program.title }
        return "\(program.title), the daemon of this command: \(MasterProgram.daemonRemedy)"
    }
}
