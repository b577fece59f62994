import Screens
import ScreensLinux
import ScreensManager

/// The machine's screens and cards at one moment.
package struct Inspection: Sendable {
    package let connectors: [Screen]
    package let cards: [Card]

    package init(connectors: [Screen], cards: [Card]) {
        self.connectors = connectors
        self.cards = cards
    }

    package static let noCard = Failure(
        .unavailable, "this machine has no graphics card that can drive displays (nothing in /dev/dri)")

    /// Reads them, and leaves nothing open. Becomes master of the free cards for a moment, but only if the settings
    /// require a probe.
    package static func take(_ settings: VideoKit.Settings = VideoKit.Settings()) async throws(Failure) -> Inspection {
        try await take(with: VideoKit(observing: settings))
    }

    /// Reads them with a kit that has not been started, and stops the kit, which keeps its list of screens.
    package static func take(with kit: VideoKit) async throws(Failure) -> Inspection {
        do {
            try await kit.start()
        } catch {
            throw Failure(error)
        }
        let inspection = Inspection(connectors: kit.connectors, cards: kit.cards)
        await kit.stop()
        return inspection
    }

    /// Reads sysfs only: no card is opened.
    package static func fromSysfs() async throws(Failure) -> Inspection {
        var settings = VideoKit.Settings()
        settings.reading = .sysfs
        return try await take(settings)
    }

    /// Returns the screens of a daemon, and probed screens for the cards that the daemon does not hold.
    ///
    /// - Parameters:
    ///   - all: whether to include connectors that are not screens.
    ///   - staleCards: the cards that the daemon does not hold.
    package static func freshened(
        _ known: [ScreenDocument], all: Bool, staleCards: Set<String>
    ) async -> [ScreenDocument] {
        guard let own = await fresh(staleCards, .probed) else { return known }
        return freshened(
            known,
            by: (all ? own.inspection.connectors : own.inspection.screens).map {
                ScreenDocument($0, from: own.inspection.source(of: $0))
            }, on: own.cards)
    }

    /// Returns the state of a daemon, with the kernel's facts for screens of cards that the daemon does not hold.
    /// Nothing is probed: a status becomes master of no card, and disturbs no display.
    package static func freshened(_ status: StatusDocument) async -> StatusDocument {
        let cards = Set(status.screens.map(\.screen).filter(\.stale).map(\.card))
        guard let own = await fresh(cards, .known) else { return status }
        return status.freshened(by: own.inspection.screens.filter { own.cards.contains($0.card) })
    }

    /// Reads cards that a daemon does not hold.
    ///
    /// - Returns: the screens, and the cards that could be read; nil if none could be read.
    private static func fresh(
        _ staleCards: Set<String>, _ reading: CardReading
    ) async -> (inspection: Inspection, cards: Set<String>)? {
        var settings = VideoKit.Settings()
        settings.reading = reading
        guard !staleCards.isEmpty, let own = try? await take(settings) else { return nil }
        // The daemon knows more about a card that cannot be read.
        let readable = Set(own.cards.filter { $0.unreadable(own.connectors) == nil }.map(\.path))
        return (own, staleCards.intersection(readable))
    }

    /// Replaces the screens of some cards, even if a card has no screen left, or has its first one.
    ///
    /// - Returns: the screens in the order of lists: built-in ones first, then the others, by card and connector.
    package static func freshened(
        _ known: [ScreenDocument], by own: [ScreenDocument], on cards: Set<String>
    ) -> [ScreenDocument] {
        let waiting = Dictionary(known.filter(\.waitsForCard).map { ($0.qualifiedName, $0) }) { first, _ in first }
        let screens =
            known.filter { !cards.contains($0.card) }
            + own.filter { cards.contains($0.card) }.map { screen in
                screen.isConnected ? waiting[screen.qualifiedName] ?? screen : screen
            }
        let byCard = Dictionary(grouping: screens, by: \.card)
        // The connectors of a card are in the card's order already.
        let inCardOrder = byCard.keys.sorted { (number(of: $0), $0) < (number(of: $1), $1) }.flatMap {
            byCard[$0] ?? []
        }
        let builtIn = ScreenRole.internal.rawValue
        return inCardOrder.filter { $0.role == builtIn } + inCardOrder.filter { $0.role != builtIn }
    }

    /// Returns the number in `/dev/dri/card10`, by which the library sorts cards.
    private static func number(of card: String) -> Int {
        card.split(separator: "/").last.flatMap { Int($0.drop { !$0.isNumber }) } ?? .max
    }

    /// Returns the source of a screen's facts, if its card was not opened; else nil.
    package func source(of screen: Screen) -> String? {
        cards.contains { $0.path == screen.card && $0.isFromSysfs } ? "sysfs" : nil
    }

    /// Prints a notice for each card that was left closed because of its driver.
    package func reportClosedCards() {
        for card in cards where card.isLeftClosed {
            let name = card.path.split(separator: "/").last ?? "card"
            Notices.shared.say(
                "\(name): from sysfs and the EDIDs alone: \(card.driver ?? "its driver") \(DarkWithoutMaster.reason); "
                    + "--probe opens it all the same")
        }
    }

    /// The connected screens.
    package var screens: [Screen] { connectors.filter(\.isConnected) }

    /// Whether there is no card. Cards that only the kernel knows, as in a container without their nodes, do not count.
    package var hasNoCard: Bool { cards.allSatisfy { $0.problem?.code == .noCard || $0.problem?.code == .cardLost } }

    /// Prints a notice for each card that cannot be read.
    ///
    /// - Throws: ``Failure`` if no card exists, or none can be read.
    package func checkCards() throws(Failure) {
        guard !cards.isEmpty else { throw Self.noCard }
        let problems = cards.compactMap(\.problem)
        if let first = problems.first, problems.count == cards.count { throw Failure(first) }
        for problem in problems { Notices.shared.say(Failure(problem).message) }
    }
}

/// Finds the screen that a user names.
package enum ScreenName {
    /// Returns the one screen among `connectors` that has this name.
    ///
    /// - Parameter cards: the cards of the machine. If no screen has the name, it may be on a card that cannot be read.
    package static func resolve(_ name: String, among connectors: [Screen], cards: [Card]) throws(Failure) -> Screen {
        let found = connectors.filter { $0.isNamed(name) }
        if found.count > 1 { throw ambiguous(name, found) }
        if let screen = found.first { return screen }
        if cards.isEmpty { throw Inspection.noCard }
        // The screen may be on a card that cannot be read.
        if let error = unreadable(cards, connectors: connectors, asIn: name) { throw Failure(error) }
        throw Failure(noScreenNamed: name, among: connectors.flatMap { [$0.name, $0.qualifiedName] })
    }

    package static func ambiguous(_ name: String, _ candidates: [Screen]) -> Failure {
        Failure(severalNamed: name, candidates.map(\.qualifiedName))
    }

    /// Returns why the card in a name cannot be read. If the name has no card, any card counts.
    package static func unreadable(_ cards: [Card], connectors: [Screen], asIn name: String) -> ScreenError? {
        let parts = name.split(separator: "/", maxSplits: 1)
        let candidates = parts.count == 2 ? cards.filter { $0.path.hasSuffix("/\(parts[0])") } : cards
        return candidates.lazy.compactMap { $0.unreadable(connectors) }.first
    }
}

extension Card {
    /// Returns why the connectors of the card are unknown; nil also if another program drives them.
    package func unreadable(_ connectors: [Screen]) -> ScreenError? {
        connectors.contains { $0.card == path } ? nil : problem
    }
}
