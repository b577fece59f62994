import ScreensKMS
import ScreensLinux
import Synchronization
import Testing

@testable import Screens

/// Settings that are applied together to screens of several cards.
@Suite struct SeveralCardsTests {
    /// A meeting of the threads of some cards during their modesets.
    private final class Meeting: Sendable {
        private let arrived: [Completion]
        /// Whether each thread met all the others.
        let outcomes = Mutex<[Bool]>([])

        init(of count: Int) {
            arrived = (0..<count).map { _ in Completion() }
        }

        /// Waits for the other threads.
        func join(as number: Int) {
            arrived[number].signal()
            // Threads that never come are waited for only as long as a loaded machine may take.
            let deadline = MonotonicTime.now + 20_000_000_000
            let met = arrived.allSatisfy { $0.wait(until: deadline) }
            outcomes.withLock { $0.append(met) }
        }
    }

    @Test func theModesetOfOneCardDoesNotWaitForAnotherCard() async throws {
        let modes = try [64, 96].map { try SimulatedMode(width: $0, height: 64, millihertz: 60_000) }
        let cards = try ["one", "another"].map {
            try FaultyCard(SimulatedCard(name: $0, screens: [SimulatedScreen(modes: modes)]))
        }
        let delegate = RecordingDelegate()
        var settings = VideoKit.Settings()
        settings.selection = .all
        let shared = SharedState(settings, delegate: DelegateReference(delegate))
        let session = try VideoSession(source: SeveralCards(cards), shared: shared)
        try await session.start()
        let screens = shared.screens.screens
        try #require(screens.count == 2)
        // The modeset of each card ends after the other card's has begun.
        let meeting = Meeting(of: cards.count)
        for (number, card) in cards.enumerated() {
            card.refuse.withLock {
                $0 = { _, _, _ in
                    meeting.join(as: number)
                    return nil
                }
            }
        }
        var large = ScreenSettings()
        large.mode = .largest
        let outcomes = await session.apply(to: screens) { [large] in
            for screen in screens { shared.displays.update(DisplayKey(screen)) { $0.configure(large) } }
        }
        #expect(outcomes == Dictionary(uniqueKeysWithValues: screens.map { ($0.id, .set) }))
        #expect(meeting.outcomes.withLock(\.self) == [true, true])
        #expect(cards.allSatisfy { $0.simulated.commits.count == 2 })
        await session.stop()
    }
}
