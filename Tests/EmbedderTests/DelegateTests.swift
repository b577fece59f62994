import Glibc
import Screens
import Synchronization
import Testing

/// The code of the article "Testing your delegate", and what an embedder tests besides, only by the public API.
@Suite struct DelegateTests {
    @Test func theSixtyFramesAfterThePlugEachShowTheLineOnePixelFurther() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(clock: clock)
        let line = MovingLine()
        let kit = try await VideoKit.started(line, on: card)
        let name = try card.plug(SimulatedScreen("320x240@60"))
        clock.settle()
        for number in 0..<60 {
            let frame = try #require(try card.frame(of: name))
            #expect(frame.number == number && frame.timestamp == clock.now)
            #expect(frame.picture[number, 0] == .white && frame.picture[number + 1, 0] == .black)
            clock.advance(refreshes: 1)
        }
        await kit.stop()
    }

    @Test func aPainterIsTestedWithoutAKit() throws {
        let line = MovingLine()
        var view = try OffscreenView(size: Size(width: 64, height: 48))
        try view.draw(by: line)
        try view.draw(by: line)
        let picture = view.picture
        #expect(picture[0, 0] == .black && picture[1, 47] == .white && picture[2, 0] == .black)
    }

    @Test func aDisplayMayBeUnpluggedAndComeBackWithTheSameContent() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: clock)
        let line = MovingLine()
        let kit = try await VideoKit.started(line, on: card)
        clock.advance(by: .seconds(1))
        try card.unplug("Virtual-1")
        clock.settle()
        #expect(kit.screens.isEmpty)
        #expect(try card.frame(of: "Virtual-1") == nil)
        clock.advance(by: .seconds(9))
        try card.plug(SimulatedScreen("320x240@60"))
        clock.settle()
        // The line continues from its place: one frame was on its way to the screen, and the next one came with the
        // modeset.
        #expect(try card.picture(of: "Virtual-1")?.pixels.firstIndex(of: Color.white.rgb) == 62)
        await kit.stop()
    }

    @Test func theFrameThatWasDrawnAheadOfAnUnplugIsNotShown() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: clock)
        let line = MovingLine()
        let kit = try await VideoKit.started(line, on: card)
        clock.advance(refreshes: 9)
        try card.unplug("Virtual-1")
        clock.advance(by: .seconds(5))
        try card.plug(SimulatedScreen("320x240@60"))
        clock.settle()
        let frame = try #require(try card.frame(of: "Virtual-1"))
        #expect(frame.number == 0 && frame.picture[11, 0] == .white)
        await kit.stop()
    }

    @Test func aContentThatIsKeptForEverReturnsAfterADay() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: clock)
        let line = MovingLine()
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.contentRetention = nil
        let kit = try VideoKit(delegate: line, settings: settings)
        try await kit.start()
        clock.advance(refreshes: 9)
        try card.unplug("Virtual-1")
        clock.advance(by: .seconds(86_400))
        try card.plug(SimulatedScreen("320x240@60"))
        clock.settle()
        #expect(try card.picture(of: "Virtual-1")?[11, 0] == .white)
        await kit.stop()
    }

    @Test func theTimeSinceTheLastCallGoesOnOverAnUnplug() async throws {
        let elapsed = Mutex<[Duration]>([])
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@50")], clock: clock)
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        let kit = try VideoKit(settings: settings) { view in
            view.clear()
            elapsed.withLock { $0.append(view.timing.elapsed) }
        }
        try await kit.start()
        clock.advance(refreshes: 3)
        let before = elapsed.withLock(\.self)
        #expect(before.first == .zero && before.count > 2)
        // The first picture comes with the modeset, and the second one a refresh later.
        #expect(before.dropFirst().allSatisfy { $0 == .milliseconds(20) }, "\(before)")
        try card.unplug("Virtual-1")
        clock.advance(by: .seconds(5))
        try card.plug(SimulatedScreen("320x240@50"))
        clock.settle()
        let first = elapsed.withLock { $0[before.count] }
        #expect(first > .milliseconds(4900) && first < .milliseconds(5100))
        await kit.stop()
    }

    @Test func theTimeSinceTheLastCallOfALinkIsItsOwn() async throws {
        let elapsed = Mutex<[Duration]>([])
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@50")], clock: clock)
        let line = MovingLine()
        let kit = try await VideoKit.started(line, on: card)
        let screen = try #require(kit.screens.first)
        let link = try kit.makeDisplayLink(for: screen.id, frameInterval: 2) { view in
            elapsed.withLock { $0.append(view.timing.elapsed) }
        }
        clock.advance(refreshes: 9)
        let seen = elapsed.withLock(\.self)
        #expect(seen.first == .zero && seen.dropFirst().allSatisfy { $0 == .milliseconds(40) } && seen.count > 2)
        link.invalidate()
        await kit.stop()
    }

    @Test func refreshesThatWereLeftOutAreMissed() throws {
        let line = MovingLine()
        var view = try OffscreenView(size: Size(width: 64, height: 48))
        try view.draw(by: line)
        view.skip(refreshes: 3)
        view.draw { view in
            #expect(view.timing.missed == 3)
            line.updateExternalView(&view)
        }
    }

    /// A delegate that is slow at the end of a content.
    private final class SlowAtTheEnd: VideoKitDelegate {
        let ended = Atomic<Int>(0)

        func updateExternalView(_ view: inout ExternalView) { view.nextUpdate = .whenNeeded }

        func contentDidEnd(_ content: ContentID) {
            usleep(20_000)
            ended.add(1, ordering: .relaxed)
        }
    }

    @Test func theClockWaitsForTheEndOfAContent() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: clock)
        let delegate = SlowAtTheEnd()
        let kit = try await VideoKit.started(delegate, on: card)
        try card.unplug("Virtual-1")
        clock.settle()
        clock.advance(by: .seconds(9))
        #expect(delegate.ended.load(ordering: .relaxed) == 0)
        clock.advance(by: .seconds(2))
        #expect(delegate.ended.load(ordering: .relaxed) == 1)
        await kit.stop()
    }

    /// A delegate that advances the clock that waits for it.
    private final class Advancing: VideoKitDelegate {
        let clock = ManualClock()

        func updateExternalView(_ view: inout ExternalView) { view.nextUpdate = .whenNeeded }
        func contentDidEnd(_ content: ContentID) { clock.advance(by: .seconds(1)) }
    }

    @Test func aClockThatIsAdvancedByAnEndOfAContentEndsTheProgram() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let delegate = Advancing()
            let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: delegate.clock)
            let kit = try await VideoKit.started(delegate, on: card)
            try card.unplug("Virtual-1")
            delegate.clock.settle()
            delegate.clock.advance(by: .seconds(20))
            await kit.stop()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("ManualClock.advance was called"))
    }

    /// The call comes from a task, because no thread advances the clock.
    @Test func aClockThatIsAdvancedByTheEndOfAStoppedContentEndsTheProgram() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let delegate = Advancing()
            let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: delegate.clock)
            let kit = try await VideoKit.started(delegate, on: card)
            delegate.clock.settle()
            await kit.stop()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("ManualClock.advance was called"))
    }

    /// A delegate that draws the second of the day and counts its calls.
    private final class SecondHand: VideoKitDelegate {
        let shown = Mutex<[(second: Int64, target: Duration)]>([])

        func updateExternalView(_ view: inout ExternalView) {
            let time = view.timing.wallTime
            shown.withLock { $0.append((time.components.seconds, time)) }
            view.nextUpdate = .atWallTime(.seconds(time.components.seconds + 1))
        }
    }

    /// A second begins at any time between two refreshes.
    @Test(arguments: ["320x240@50", "320x240@60", "320x240@24", "320x240@100"], 0..<20)
    func aClockIsCalledOnceForEachSecondAndShowsIt(mode: String, phase: Int64) async throws {
        let clock = ManualClock(at: MonotonicTime(nanoseconds: 1_000_000_000 + phase * 1_000_000))
        let card = try SimulatedCard(screens: [SimulatedScreen(mode)], clock: clock)
        let delegate = SecondHand()
        let kit = try await VideoKit.started(delegate, on: card)
        for step in 0..<10 { clock.advance(by: .nanoseconds(999_400_000 + 130_000 * step)) }
        await kit.stop()
        let shown = delegate.shown.withLock { $0.dropFirst() }
        #expect(shown.count >= 9)
        #expect(zip(shown, shown.dropFirst()).allSatisfy { $1.second == $0.second + 1 })
        // Each second is shown by its first refresh.
        #expect(shown.allSatisfy { $0.target - .seconds($0.second) < .milliseconds(42) })
    }

    /// A delegate that draws the minute by a clock of the test and sleeps until the next one.
    private final class MinuteHand: VideoKitDelegate {
        let minutes = Mutex<[Int64]>([])
        private let start = Mutex<MonotonicTime?>(nil)

        func updateExternalView(_ view: inout ExternalView) {
            let target = view.timing.targetTimestamp
            let begin = start.withLock { start in
                start = start ?? target
                return start ?? target
            }
            let passed = begin.duration(to: target)
            let minute = passed.components.seconds / 60
            minutes.withLock { $0.append(minute) }
            view.nextUpdate = .at(target.advanced(by: .seconds((minute + 1) * 60) - passed))
        }
    }

    @Test(arguments: ["320x240@50", "320x240@59.94", "320x240@60", "320x240@75"])
    func aClockByATimeOfTheTestIsCalledOnceAMinute(mode: String) async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen(mode)], clock: clock)
        let delegate = MinuteHand()
        let kit = try await VideoKit.started(delegate, on: card)
        clock.advance(by: .seconds(3601))
        await kit.stop()
        #expect(delegate.minutes.withLock(\.self) == Array(0...60))
    }

    @Test func settingsThatADisplayDoesNotFollowCanBeRead() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(clock: clock)
        let mode = try #require(ModePolicy("320x240"))
        let kit = try await VideoKit.still(on: card) { $0.mode = mode }
        // This also holds for a display that comes later.
        let name = try card.plug(SimulatedScreen("64x48@60"))
        clock.settle()
        let screen = try #require(kit.screens.first { $0.name == name })
        #expect(kit.deviations(of: screen.id).map(\.setting) == [.mode])
        #expect(kit.deviations(of: screen.id).map(\.instead) == ["64x48@60.000"])
        var own = ScreenSettings()
        own.mode = .largest
        #expect(try await kit.apply(own, to: screen.id) == .set)
        #expect(kit.deviations(of: screen.id).isEmpty)
        await kit.stop()
        #expect(kit.deviations(of: screen.id).isEmpty)
    }

    @Test(
        arguments: [
            (.named(["HDMI-A-7", "DP-9"]), "the settings select HDMI-A-7, DP-9 and no other screen"),
            (.none, "no program drives it"),
        ] as [(ScreenSelection, String)])
    func aScreenThatIsNotSelectedSaysSo(selection: ScreenSelection, message: String) async throws {
        let card = try SimulatedCard(screens: [SimulatedScreen("64x48@60")], clock: ManualClock())
        let kit = try await VideoKit.still(on: card) { $0.selection = selection }
        #expect(kit.connectors.map { $0.dark?.message } == [message])
        await kit.stop()
    }

    @Test func theFirstReaderGetsTheWarningsOfTheStart() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("640x480@60", "320x240@60")], clock: clock)
        card.refuse(try SimulatedMode("640x480@60"))
        let line = MovingLine()
        let kit = try await VideoKit.started(line, on: card)
        let events = kit.events.makeAsyncIterator()
        // Stopping ends the events.
        await kit.stop()
        guard case .snapshot = await events.next(), case .warning(_, let text) = await events.next() else {
            Issue.record("no snapshot and warning")
            return
        }
        #expect(text.contains("640x480@60"))
    }

    @Test func anotherListOfModesIsAnotherModeset() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: clock)
        let line = MovingLine()
        let kit = try await VideoKit.started(line, on: card)
        let preferred = try SimulatedMode("640x480@50")
        try card.change("Virtual-1") { $0.modes.insert(preferred, at: 0) }
        clock.settle()
        #expect(kit.screens.first?.availableModes.count == 2)
        #expect(try card.picture(of: "Virtual-1")?.size == Size(width: 640, height: 480))
        try card.change("Virtual-1") { $0.edid = [UInt8](repeating: 0, count: 128) }
        clock.settle()
        #expect(kit.screens.first?.edid.count == 128)
        await kit.stop()
    }

    @Test func aRefusedModeIsReplacedByTheNext() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("640x480@60", "320x240@60")], clock: clock)
        card.refuse(try SimulatedMode("640x480@60"))
        let line = MovingLine()
        let kit = try await VideoKit.started(line, on: card)
        #expect(kit.screens.first?.currentMode?.size == Size(width: 320, height: 240))
        await kit.stop()
    }

    @Test func refusedModesetsAreTriedAgain() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: clock)
        // An error that does not blame the mode.
        card.refuseModesets(2, errno: 5)
        let line = MovingLine()
        let kit = try await VideoKit.started(line, on: card)
        #expect(try card.picture(of: "Virtual-1") == nil)
        #expect(kit.screens.first?.dark?.errno == 5)
        clock.advance(by: .seconds(10))
        #expect(try card.picture(of: "Virtual-1") != nil)
        await kit.stop()
    }

    @Test func aFlipThatIsRefusedOnceIsShownOneRefreshLater() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: clock)
        let line = MovingLine()
        let kit = try await VideoKit.started(line, on: card)
        clock.advance(refreshes: 3)
        let before = try #require(try card.frame(of: "Virtual-1"))
        card.refuseFlips(1)
        clock.advance(refreshes: 3)
        let after = try #require(try card.frame(of: "Virtual-1"))
        #expect(after.number == before.number + 2)
        #expect(kit.statistics().first?.missedFrames.late == 1)
        await kit.stop()
    }

    @Test func anotherMasterTakesTheCardAndLeavesIt() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: clock)
        let line = MovingLine()
        let kit = try await VideoKit.started(line, on: card)
        clock.advance(refreshes: 10)
        card.beginOtherMaster()
        clock.advance(refreshes: 2)
        #expect(kit.screens.first?.dark?.reason == .notMaster)
        let left = try #require(try card.frame(of: "Virtual-1"))
        clock.advance(by: .seconds(60))
        #expect(try card.frame(of: "Virtual-1") == left, "the other program has drawn nothing yet")
        card.endOtherMaster()
        clock.advance(by: .milliseconds(2))
        #expect(kit.screens.first?.dark == nil)
        clock.advance(refreshes: 1)
        #expect(try card.picture(of: "Virtual-1") != left.picture)
        await kit.stop()
    }

    @Test func aKitThatStartsWhileAnotherProgramIsMasterWaitsForIt() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: clock)
        card.beginOtherMaster()
        let line = MovingLine()
        let kit = try await VideoKit.started(line, on: card)
        #expect(kit.screens.first?.dark?.reason == .notMaster && kit.cards.first?.problem?.code == .busy)
        clock.advance(by: .seconds(60))
        #expect(kit.screens.first?.dark?.reason == .notMaster)
        card.endOtherMaster()
        clock.advance(by: .milliseconds(2))
        #expect(try card.picture(of: "Virtual-1") != nil)
        await kit.stop()
    }

    @Test func theSecondKitOnACardGetsItWhenTheFirstStops() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: clock)
        let (line, other) = (MovingLine(), MovingLine(color: Color(rgb: 0xFF0000)))
        let first = try await VideoKit.started(line, on: card)
        let second = try await VideoKit.started(other, on: card)
        #expect(first.screens.map(\.dark) == [nil])
        #expect(second.screens.first?.dark?.reason == .notMaster && second.cards.first?.problem?.code == .busy)
        clock.advance(refreshes: 5)
        #expect(try card.picture(of: "Virtual-1")?[5, 0] == .white)
        await first.stop()
        clock.advance(by: .milliseconds(200))
        #expect(second.screens.map(\.dark) == [nil])
        #expect(try card.picture(of: "Virtual-1")?.pixels.contains(0xFF0000) == true)
        await second.stop()
        #expect(try card.picture(of: "Virtual-1") == nil)
    }

    @Test func aKitThatPausesGivesTheCardToAnotherOne() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: clock)
        let (line, other) = (MovingLine(), MovingLine(color: Color(rgb: 0xFF0000)))
        let first = try await VideoKit.started(line, on: card)
        await first.pause()
        let second = try await VideoKit.started(other, on: card)
        #expect(second.screens.map(\.dark) == [nil])
        await first.resume()
        clock.settle()
        #expect(first.screens.first?.dark?.reason == .notMaster)
        await second.stop()
        clock.advance(by: .milliseconds(200))
        #expect(first.screens.map(\.dark) == [nil])
        #expect(try card.picture(of: "Virtual-1")?.pixels.contains(Color.white.rgb) == true)
        await first.stop()
    }
}
