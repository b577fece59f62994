import Glibc
import TestSupport
import Testing

@testable import Screens

/// Frames and timeouts of simulated cards with a clock that a test advances: nothing here waits for real time.
@Suite struct ManualClockTests {
    private static let second = Duration.seconds(1)

    private let clock = ManualClock(at: MonotonicTime(nanoseconds: 1_000_000_000))

    /// Returns a delegate whose frames differ.
    private func counter() -> RecordingDelegate {
        RecordingDelegate { view in view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number))) }
    }

    private func shown(_ card: SimulatedCard) -> Color? { (try? card.picture(of: "Virtual-1"))?[0, 0] }

    @Test(arguments: [60_000, 59_940, 23_976, 144_000])
    func eachRefreshShowsOneFrameAtItsExactTime(_ millihertz: Int) async throws {
        let mode = try SimulatedMode(width: 8, height: 8, millihertz: millihertz)
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [mode])], clock: clock)
        let delegate = counter()
        let kit = try await VideoKit.started(delegate, card)
        let rate = try #require(kit.screens.first?.currentMode?.refreshRate)
        let start = clock.now
        #expect(shown(card) == Color(rgb: 0), "with the modeset")
        for refresh in 1...200 as ClosedRange<Int64> {
            #expect(clock.advance(refreshes: 1))
            #expect(clock.now == start + rate.nanoseconds(ofRefreshes: refresh))
            #expect(shown(card) == Color(rgb: UInt32(refresh)))
        }
        let frames = try #require(delegate.frames.withLock { $0["Virtual-1"] })
        #expect(frames.count == 202, "one is on its way")
        for frame in frames.dropFirst(2) {
            #expect(frame.timestamp == start + rate.nanoseconds(ofRefreshes: Int64(frame.number) - 1))
        }
        #expect(kit.statistics().first?.missedFrames == MissedFrames())
        await kit.stop()
    }

    /// The times of the refreshes between two flips are computed from the last flip, and rounded.
    @Test func eachRefreshHasOneCallOfADelegateThatSeldomDraws() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8, 60)], clock: clock)
        let delegate = RecordingDelegate { view in
            guard view.timing.number % 7 == 0 else { return }
            view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number)))
        }
        let kit = try await VideoKit.started(delegate, card)
        // The second frame may be on its way.
        clock.settle()
        var calls = try #require(delegate.frames.withLock { $0["Virtual-1"]?.count })
        for _ in 1...200 {
            clock.advance(refreshes: 1)
            calls += 1
            #expect(delegate.frames.withLock { $0["Virtual-1"]?.count } == calls)
        }
        await kit.stop()
    }

    /// The first picture comes with the modeset, and the second frame a refresh later; after a replug too.
    @Test func theTimeBetweenFramesIsOneRefreshFromTheFirstOn() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8, 60)], clock: clock)
        let delegate = counter()
        let kit = try await VideoKit.started(delegate, card)
        clock.advance(refreshes: 3)
        let found = try #require(delegate.frames.withLock { $0["Virtual-1"] }).map(\.elapsed)
        #expect(found.first == .zero)
        #expect(found.count >= 4)
        // The times are rounded to the nanosecond.
        let refresh = Duration.nanoseconds(16_666_666) ... .nanoseconds(16_666_668)
        #expect(found.dropFirst().allSatisfy(refresh.contains), "\(found)")
        await kit.stop()
    }

    @Test(arguments: [60_000, 59_940, 23_976, 144_000])
    func aFrameOfEachSecondRefreshIsShownForTwo(_ millihertz: Int) async throws {
        let mode = try SimulatedMode(width: 8, height: 8, millihertz: millihertz)
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [mode])], clock: clock)
        let delegate = RecordingDelegate { view in
            guard view.timing.number % 2 == 0 else { return }
            view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number)))
        }
        let kit = try await VideoKit.started(delegate, card)
        for refresh in 1...200 as ClosedRange<UInt32> {
            clock.advance(refreshes: 1)
            #expect(shown(card) == Color(rgb: refresh / 2 * 2))
        }
        await kit.stop()
    }

    @Test func aDurationHasAllItsRefreshes() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8, 50)], clock: clock)
        let delegate = counter()
        let kit = try await VideoKit.started(delegate, card)
        clock.advance(by: .seconds(10))
        #expect(shown(card) == Color(rgb: 500))
        clock.advance(by: .zero)
        clock.advance(by: .milliseconds(19))
        #expect(shown(card) == Color(rgb: 500))
        await kit.stop()
        #expect(!clock.advance(refreshes: 1), "it is dark")
        withExtendedLifetime(delegate) {}
    }

    /// The first picture is to be drawn within a tenth of a second, which this clock does not measure.
    @Test func aSlowFirstPictureIsShownWithTheModesetAllTheSame() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8, 50)], clock: clock)
        let delegate = RecordingDelegate { view in
            if view.timing.number == 0 { usleep(150_000) }
            view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number) + 1))
        }
        let kit = try await VideoKit.started(delegate, card)
        #expect(shown(card) == Color(rgb: 1))
        await kit.stop()
    }

    /// Each screen has a card of its own, and refreshes that seldom coincide.
    @Test func severalCardsUseOneClock() async throws {
        let cards = try [(50, "one"), (60, "other")].map { rate, name in
            try SimulatedCard(name: name, screens: [.make(8, 8, rate)], clock: clock)
        }
        let delegate = counter()
        var settings = VideoKit.Settings()
        settings.cards = .simulated(cards)
        settings.selection = .all
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        clock.advance(by: Self.second)
        #expect(cards.map(shown) == [Color(rgb: 50), Color(rgb: 60)])
        await kit.stop()
        settings.cards = .simulated(cards[0], try SimulatedCard(name: "third"))
        let mixed = try VideoKit(delegate: delegate, settings: settings)
        await #expect(throws: ScreenError.self) { try await mixed.start() }
    }

    @Test func aLostFlipIsAStallAfterThreeSecondsAndRecurringOnesKeepTheScreenDark() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8)], clock: clock)
        let delegate = counter()
        let kit = try await VideoKit.started(delegate, card)
        clock.advance(refreshes: 1)
        let pipe = try #require(card.pipe(of: "Virtual-1"))
        pipe.loseFlips()
        // One flip is on its way; the next one is lost.
        clock.advance(refreshes: 1)
        clock.advance(by: .nanoseconds(FrameClock.stallLimit - 1))
        #expect(kit.statistics().map(\.stalls) == [0] && card.pipe(of: "Virtual-1") === pipe)
        clock.advance(by: .nanoseconds(1))
        #expect(kit.statistics().map(\.stalls) == [1])
        #expect(card.pipe(of: "Virtual-1").map { $0 !== pipe } == true, "the mode is set again at once")
        for pause in [1, 2, 4, 8, 16, 32, 64, 64] {
            card.pipe(of: "Virtual-1")?.loseFlips()
            clock.advance(refreshes: 1)
            clock.advance(by: .nanoseconds(FrameClock.stallLimit))
            #expect(try kit.screens.map { $0.dark?.reason } == [.stalled] && card.picture(of: "Virtual-1") == nil)
            clock.advance(by: .seconds(pause) - .nanoseconds(1))
            #expect(try card.picture(of: "Virtual-1") == nil)
            clock.advance(by: .nanoseconds(1))
            #expect(try kit.screens.map(\.dark) == [nil] && card.picture(of: "Virtual-1") != nil)
        }
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }

    @Test func contentOutlivesADisconnectByTenSecondsUnlessOtherwiseSet() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8)], clock: clock)
        let delegate = counter()
        let kit = try await VideoKit.started(delegate, card)
        for away in [3, 8] {
            try card.unplug("Virtual-1")
            clock.advance(by: .seconds(away))
            #expect(kit.screens.isEmpty)
            try card.plug(.make(8, 8))
            clock.advance(by: Self.second)
        }
        #expect(delegate.contents.withLock { $0["Virtual-1"]?.count } == 1)
        #expect(delegate.ended.withLock { $0.isEmpty })
        try card.unplug("Virtual-1")
        clock.advance(by: .seconds(10) - .nanoseconds(1))
        #expect(delegate.ended.withLock { $0.isEmpty })
        clock.advance(by: .nanoseconds(1))
        try await eventually("the delegate is called") { delegate.ended.withLock { $0.count } == 1 }
        await kit.stop()
    }

    @Test func aChangeWithoutAnEventIsFoundAfterAMinute() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8)], clock: clock)
        let delegate = counter()
        let kit = try await VideoKit.started(delegate, card)
        clock.advance(by: .seconds(30))
        card.replaceSilently("Virtual-1", with: try .make(4, 4))
        clock.advance(by: .seconds(30) - .nanoseconds(1))
        #expect(try card.picture(of: "Virtual-1")?.size.width == 8)
        clock.advance(by: .nanoseconds(1))
        #expect(try card.picture(of: "Virtual-1")?.size.width == 4)
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }
}
