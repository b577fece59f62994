import ProgramKit
import Screens

/// The machine's screens and cards at one moment.
struct Inspection: Sendable {
    let connectors: [Screen]
    let cards: [Card]

    static let noCard = Failure(
        .unavailable, "this machine has no graphics card that can drive displays (nothing in /dev/dri)")

    /// Reads them without becoming master of a card, and leaves nothing open.
    static func take(_ settings: VideoKit.Settings = VideoKit.Settings()) async throws(Failure) -> Inspection {
        try await take(with: VideoKit(observing: settings))
    }

    /// Reads them with a kit that has not been started, and stops it; the kit keeps its list of screens.
    static func take(with kit: VideoKit) async throws(Failure) -> Inspection {
        do {
            try await kit.start()
        } catch {
            throw Failure(error)
        }
        let inspection = Inspection(connectors: kit.connectors, cards: kit.cards)
        await kit.stop()
        return inspection
    }

    /// The connected screens.
    var screens: [Screen] { connectors.filter(\.isConnected) }

    /// Fails where there is no card, or none that can be read; prints a notice for each that cannot.
    func checkCards() throws(Failure) {
        guard !cards.isEmpty else { throw Self.noCard }
        let problems = cards.compactMap(\.problem)
        if let first = problems.first, problems.count == cards.count { throw Failure(first) }
        for problem in problems { Notices.shared.say(Failure(problem).message) }
    }
}
