import ProgramKit
import Screens

/// What one look at the machine's screens found.
struct Look: Sendable {
    let connectors: [Screen]
    let cards: [Card]

    static let noCard = Failure(
        .unavailable, "this machine has no graphics card that can drive displays (nothing in /dev/dri)")

    /// Looks without becoming master of anything, and leaves nothing open.
    static func take(_ settings: VideoKit.Settings = VideoKit.Settings()) async throws(Failure) -> Look {
        try await take(with: VideoKit(observing: settings))
    }

    /// Looks with a kit that has not been started, and stops it again; it knows the screens afterwards as well.
    static func take(with kit: VideoKit) async throws(Failure) -> Look {
        do {
            try await kit.start()
        } catch {
            throw Failure(error)
        }
        let look = Look(connectors: kit.connectors, cards: kit.cards)
        await kit.stop()
        return look
    }

    /// The connected screens.
    var screens: [Screen] { connectors.filter(\.isConnected) }

    /// Ends the program where there is no card, or none that can be read; tells of those that cannot.
    func checkCards() throws(Failure) {
        guard !cards.isEmpty else { throw Self.noCard }
        let problems = cards.compactMap(\.problem)
        if let first = problems.first, problems.count == cards.count { throw Failure(first) }
        for problem in problems { Notices.shared.say(Failure(problem).message) }
    }
}
