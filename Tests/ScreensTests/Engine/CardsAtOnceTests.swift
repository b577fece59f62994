import ScreensLinux
import Synchronization
import TestSupport
import Testing

@testable import Screens

/// Cards of a machine are used simultaneously: no card waits for the hardware of another one.
@Suite struct CardsAtOnceTests {
    private let delegate = RecordingDelegate { view in
        view.backgroundColor = view.timing.number % 2 == 0 ? .white : .black
    }

    private func start(_ cards: [FaultyCard]) async throws -> (VideoSession, SharedState) {
        var settings = VideoKit.Settings()
        settings.selection = .all
        let shared = SharedState(settings, delegate: DelegateReference(delegate))
        let session = try VideoSession(source: SeveralCards(cards), shared: shared)
        try await session.start()
        return (session, shared)
    }

    private func makeCards() throws -> [FaultyCard] {
        try ["card0", "card1"].map { FaultyCard(try SimulatedCard(name: $0, screens: [.make(64, 64)])) }
    }

    /// Checks whether each of two reads ran during the other one.
    private final class Meeting: Sendable {
        private let arrivals = [Completion(), Completion()]
        private let isMissed = Mutex(false)

        var wasMissed: Bool { isMissed.withLock(\.self) || !arrivals.allSatisfy(\.isDone) }

        /// Makes the reads of each card wait for a read of the other card.
        init(of cards: [FaultyCard]) {
            for (index, card) in cards.enumerated() {
                card.change.withLock { $0 = { [self] in arrive(index, $0) } }
            }
        }

        private func arrive(_ index: Int, _ state: ConnectorState) -> ConnectorState {
            arrivals[index].signal()
            if !arrivals[1 - index].wait(until: .now.advanced(by: .seconds(10))) { isMissed.withLock { $0 = true } }
            return state
        }
    }

    @Test func theyAreProbedAtOnceAtTheStart() async throws {
        let cards = try makeCards()
        let meeting = Meeting(of: cards)
        let (session, shared) = try await start(cards)
        #expect(!meeting.wasMissed)
        #expect(shared.screens.screens.map(\.dark) == [nil, nil])
        await session.stop()
    }

    @Test func theyAreTakenAgainAtOnceAfterAPause() async throws {
        let cards = try makeCards()
        let (session, shared) = try await start(cards)
        await session.setPaused(true)
        let meeting = Meeting(of: cards)
        await session.setPaused(false)
        #expect(!meeting.wasMissed)
        #expect(shared.screens.screens.map(\.dark) == [nil, nil])
        await session.stop()
    }

    @Test func aFlipThatHangsOnOneCardDelaysNoReleaseOfAnotherOne() async throws {
        let cards = try makeCards()
        let hang = Gate()
        cards[0].hangs.withLock { $0 = [hang] }
        let (session, _) = try await start(cards)
        try await eventually("it hangs") { cards[0].pipes.withLock { $0.first?.flips.withLock(\.isEmpty) == false } }
        let pausing = Task { await session.setPaused(true) }
        try await eventually("the other card is released") { cards[1].resigns.withLock(\.self) == 1 }
        #expect(cards[0].resigns.withLock(\.self) == 0)
        hang.open()
        await pausing.value
        #expect(cards[0].resigns.withLock(\.self) == 1)
        await session.stop()
    }
}
