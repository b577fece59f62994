import Synchronization
import TestSupport
import Testing

@testable import Screens

@Suite struct VideoKitTests {
    @Test func aScreenShowsThePictureOfItsDelegate() async throws {
        let card = try SimulatedCard(screens: [.make(320, 240)])
        let delegate = RecordingDelegate()
        let kit = try await VideoKit.started(delegate, card)
        try await eventually("the colour is on the screen") {
            try card.picture(of: "Virtual-1")?[160, 120] == Color(rgb: 0x112233)
        }
        delegate.color.withLock { $0 = .white }
        try await eventually("the new colour is everywhere on it") {
            try card.picture(of: "Virtual-1")?.pixels.allSatisfy { $0 == 0xFFFFFF } ?? false
        }
        await kit.stop()
        #expect(try card.picture(of: "Virtual-1") == nil)
    }

    @Test func aViewThatIsNotDrawnOnIsNotFlipped() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let delegate = RecordingDelegate()
        let kit = try await VideoKit.started(delegate, card)
        try await eventually("20 calls") { delegate.frames.withLock { $0["Virtual-1"]?.count ?? 0 } >= 20 }
        await kit.stop()
        #expect(kit.statistics().map(\.presented) == [1])
    }

    @Test func aDelegateThatSleepsIsCalledWhenNeeded() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64, 100)])
        let delegate = RecordingDelegate { view in
            view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number + 1)))
            view.nextUpdate = .whenNeeded
        }
        let kit = try await VideoKit.started(delegate, card)
        for number in 1...5 as ClosedRange<UInt32> {
            try await eventually("frame \(number) is shown") {
                try card.picture(of: "Virtual-1")?[0, 0] == Color(rgb: number)
            }
            #expect(delegate.frames.withLock { $0["Virtual-1"]?.count } == Int(number))
            kit.setNeedsDisplay()
        }
        await kit.stop()
    }

    /// This holds even if the screen's thread is faster than the thread that started it.
    @Test func aRequestWithinTheFirstCallIsCarriedOut() async throws {
        for _ in 0..<5 {
            let card = try SimulatedCard(screens: try (0..<30).map { _ in try .make(64, 64) })
            let home = Mutex<VideoKit?>(nil)
            let delegate = RecordingDelegate { view in
                view.nextUpdate = .whenNeeded
                let screen = view.screen.id
                if view.timing.number == 0 { home.withLock(\.self)?.setNeedsDisplay(screen) }
            }
            var settings = VideoKit.Settings()
            settings.cards = .simulated(card)
            let kit = try VideoKit(delegate: delegate, settings: settings)
            home.withLock { $0 = kit }
            try await kit.start()
            try await eventually("each is called once more") {
                delegate.frames.withLock { $0.values.count { $0.count == 2 } } == 30
            }
            await kit.stop()
            home.withLock { $0 = nil }
        }
    }

    @Test func eachScreenHasItsOwnModeAndPace() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64, 50), .make(128, 96, 100)])
        let delegate = RecordingDelegate { view in view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number)))
        }
        let kit = try await VideoKit.started(delegate, card)
        try await eventually("frames on both") {
            delegate.frames.withLock { ($0["Virtual-1"]?.count ?? 0) > 10 && ($0["Virtual-2"]?.count ?? 0) > 20 }
        }
        await kit.stop()
        let durations = delegate.frames.withLock { $0.mapValues { Set($0.map(\.duration)) } }
        #expect(durations == ["Virtual-1": [.milliseconds(20)], "Virtual-2": [.milliseconds(10)]])
        #expect(kit.statistics().map(\.mode.description) == ["64x64@50.000", "128x96@100.000"])
    }

    @Test func aScreenThatIsPluggedInLaterIsLitAndAScreenThatLeavesGoes() async throws {
        let card = try SimulatedCard()
        let delegate = RecordingDelegate()
        let kit = try await VideoKit.started(delegate, card)
        let events = kit.events.records.makeAsyncIterator()
        let first = try #require(await events.next())
        #expect(first.event == .snapshot([]) && first.sequence == 0)

        let name = try card.plug(.make(64, 64))
        let connected = try #require(await events.next()?.event.connected)
        #expect(connected.name == name)
        try await eventually("it is lit") { try card.picture(of: name)?[0, 0] == Color(rgb: 0x112233) }

        try card.unplug(name)
        var last = try #require(await events.next())
        while last.event.isChange { last = try #require(await events.next()) }
        #expect(last.event.disconnected?.id == connected.id)
        #expect(try card.picture(of: name) == nil)

        try card.plug(.make(64, 64))
        let again = try #require(await events.next()?.event.connected)
        #expect(again.id != connected.id)
        await kit.stop()
        while let rest = await events.next() { #expect(rest.event.isChange) }
    }

    @Test func oneScreenThatLeavesDoesNotDisturbTheOther() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64), .make(64, 48)])
        let delegate = RecordingDelegate { view in view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number)))
        }
        let kit = try await VideoKit.started(delegate, card)
        func frames() -> Int { delegate.frames.withLock { $0["Virtual-2"]?.count ?? 0 } }
        try await eventually("both draw") { frames() > 5 }
        try card.unplug("Virtual-1")
        try await eventually("the first is gone") { kit.screens.map(\.name) == ["Virtual-2"] }
        let before = frames()
        try await eventually("the second goes on") { frames() > before + 5 }
        // The link is the same: its frame numbers continue.
        let numbers = delegate.frames.withLock { $0["Virtual-2"]?.map(\.number) ?? [] }
        #expect(numbers == Array(0..<UInt64(numbers.count)))
        await kit.stop()
    }

    @Test func aModeThatTheDriverRefusesIsSkippedWithAWarning() async throws {
        let large = try SimulatedMode(width: 128, height: 64, millihertz: 60_000)
        let small = try SimulatedMode(width: 64, height: 64, millihertz: 60_000)
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [small, large])])
        card.refuse(large)
        let kit = try VideoKit(
            settings: {
                var settings = VideoKit.Settings()
                settings.cards = .simulated(card)
                settings.mode = .largest
                return settings
            }()
        ) { $0.backgroundColor = .white }
        let events = kit.events.makeAsyncIterator()
        try await kit.start()
        var warning: String?
        while warning == nil, let event = await events.next() { warning = event.warning }
        #expect(warning?.contains("128x64@60.000") == true)
        #expect(kit.screens.first?.currentMode?.size == Size(width: 64, height: 64))
        await kit.stop()
    }

    @Test func aScreenWithoutModesIsDarkUntilItHasSome() async throws {
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [])])
        let kit = try await VideoKit.started(card)
        #expect(kit.screens.map { $0.dark?.reason } == [.noModes])
        await kit.stop()
    }

    @Test func anObserverTouchesNothing() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        let kit = VideoKit(observing: settings)
        try await kit.start()
        #expect(kit.screens.map { $0.dark?.reason } == [.unused])
        #expect(try card.picture(of: "Virtual-1") == nil)
        await kit.stop()
    }

    @Test(arguments: [0, -1, 100_001, .max, .min])
    func aSenselessFrameIntervalIsAnError(_ interval: Int) {
        var settings = VideoKit.Settings()
        settings.frameInterval = interval
        #expect(throws: ScreenError.self) { try VideoKit(delegate: RecordingDelegate(), settings: settings) }
    }

    @Test(arguments: [1, 4, 0, -1, .max])
    func aSenselessNumberOfBuffersIsAnError(_ count: Int) {
        var settings = VideoKit.Settings()
        settings.bufferCount = count
        #expect(throws: ScreenError.self) { try VideoKit(delegate: RecordingDelegate(), settings: settings) }
    }

    /// Every frame changes another part, so a buffer that misses a change shows it forever.
    @Test(arguments: [2, 3], [FrameSchedule.earliest, .latest])
    func everyBufferGetsTheChangesItMissed(_ buffers: Int, _ schedule: FrameSchedule) async throws {
        let card = try SimulatedCard(screens: [.make(64, 64, 500)])
        let delegate = RecordingDelegate { view in
            let number = Int(view.timing.number)
            guard number < 300 else {
                view.nextUpdate = .whenNeeded
                return
            }
            view.fill(
                Rectangle(x: number * 7 % 64, y: number * 13 % 64, width: 9, height: 5),
                with: Color(rgb: UInt32(number + 1)))
        }
        let kit = try await VideoKit.started(delegate, card) { settings in
            settings.bufferCount = buffers
            settings.schedule = schedule
        }
        let expected = ScreenCanvas(content: ContentID(number: 0), screen: .make(), size: Size(width: 64, height: 64))
        for number in 0..<300 {
            expected.fill(
                Rectangle(x: number * 7 % 64, y: number * 13 % 64, width: 9, height: 5),
                with: Color(rgb: UInt32(number + 1)))
        }
        let picture = Picture(copying: expected.pixels)
        try await eventually("the picture is whole") { try card.picture(of: "Virtual-1") == picture }
        await kit.stop()
    }

    @Test func aDelegateThatNeverReturnsDelaysNoOtherScreen() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64), .make(64, 48)])
        let gate = Gate()
        let delegate = RecordingDelegate { view in
            if view.screen.name == "Virtual-1" { gate.wait() }
            view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number)))
        }
        let kit = try await VideoKit.started(delegate, card)
        func frames() -> Int { delegate.frames.withLock { $0["Virtual-2"]?.count ?? 0 } }
        try await eventually("the other draws") { frames() > 5 }
        try card.unplug("Virtual-1")
        try await eventually("the stuck one can leave") { kit.screens.map(\.name) == ["Virtual-2"] }
        try card.plug(.make(32, 32))
        try await eventually("another comes in its place") { kit.screens.count == 2 }
        gate.open()
        try await eventually("and draws") { try card.picture(of: "Virtual-1")?.size == Size(width: 32, height: 32) }
        await kit.stop()
    }
}
