import Synchronization
import TestSupport
import Testing

@testable import Screens

/// Starts and stops, and events at a bad moment.
@Suite struct LifecycleTests {
    private func settings(_ card: SimulatedCard) -> VideoKit.Settings {
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        return settings
    }

    @Test func stopWaitsForTheLastCallEvenOfAScreenThatHasLeft() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let gate = Gate()
        let isInside = Atomic<Bool>(false)
        let delegate = RecordingDelegate { _ in
            isInside.store(true, ordering: .relaxed)
            gate.wait()
            isInside.store(false, ordering: .relaxed)
        }
        let kit = try VideoKit(delegate: delegate, settings: settings(card))
        try await kit.start()
        try await eventually("the delegate is called") { isInside.load(ordering: .relaxed) }
        try card.unplug("Virtual-1")
        try await eventually("the screen has left") { kit.screens.isEmpty }
        async let stopped: Void = kit.stop()
        async let stoppedTwice: Void = kit.stop()
        gate.open()
        _ = await (stopped, stoppedTwice)
        let isStillInside = isInside.load(ordering: .relaxed)
        #expect(!isStillInside)
        let calls = delegate.frames.withLock { $0["Virtual-1"]?.count }
        #expect(calls == 1)
    }

    @Test func aKitThatIsReleasedStops() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let delegate = RecordingDelegate()
        do {
            let kit = try VideoKit(delegate: delegate, settings: settings(card))
            try await kit.start()
            #expect(try card.picture(of: "Virtual-1") != nil)
        }
        try await eventually("its screen is dark") { try card.picture(of: "Virtual-1") == nil }
        try await eventually("its content has ended") { delegate.ended.withLock { $0.count } == 1 }
    }

    /// A stop continues if the task that waits for it is cancelled.
    @Test func aStopThatIsCancelledIsCarriedOut() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let delegate = RecordingDelegate()
        let kit = try VideoKit(delegate: delegate, settings: settings(card))
        try await kit.start()
        let stopping = Task { await kit.stop() }
        stopping.cancel()
        await stopping.value
        #expect(try card.picture(of: "Virtual-1") == nil)
        #expect(delegate.ended.withLock { $0.count } == 1)
        try await kit.start()
        #expect(try card.picture(of: "Virtual-1") != nil)
        await kit.stop()
    }

    /// The only screen of a card gets its flips in another way than one of several.
    @Test func flipsAreDeliveredHoweverManyScreensThereAre() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64, 500)])
        let delegate = RecordingDelegate { view in
            view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number & 0xFFFFFF)))
        }
        let kit = try VideoKit(delegate: delegate, settings: settings(card))
        try await kit.start()
        func expectFurtherFrames(_ name: String) async throws {
            func count() -> Int { delegate.frames.withLock { $0[name]?.count ?? 0 } }
            let before = count()
            try await eventually("\(name) goes on") { count() > before + 3 }
        }
        for _ in 0..<25 {
            try await expectFurtherFrames("Virtual-1")
            try card.plug(.make(64, 64, 500))
            try await expectFurtherFrames("Virtual-2")
            try await expectFurtherFrames("Virtual-1")
            try card.unplug("Virtual-2")
        }
        #expect(kit.statistics().allSatisfy { $0.stalls == 0 })
        await kit.stop()
    }

    @Test func stopDisablesEveryCardWithoutWaitingForDelegates() async throws {
        let cards = try ["one", "another"].map { try SimulatedCard(name: $0, screens: [.make(64, 64)]) }
        let gate = Gate()
        defer { gate.open() }
        let delegate = RecordingDelegate { view in
            view.fill(view.bounds, with: .white)
            if view.timing.number > 0 { gate.wait() }
        }
        var settings = VideoKit.Settings()
        settings.cards = .simulated(cards[0], cards[1])
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        try await eventually("both show a picture") {
            try cards.allSatisfy { try $0.picture(of: "Virtual-1")?[0, 0] == .white }
        }
        let stopping = Task { await kit.stop() }
        try await eventually("both are dark") { try cards.allSatisfy { try $0.picture(of: "Virtual-1") == nil } }
        gate.open()
        await stopping.value
    }

    @Test func aCallThatDoesNotReturnHoldsUpNoOtherScreensSettings() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64), .make(64, 64)])
        let gate = Gate()
        defer { gate.open() }
        let isInside = Atomic<Bool>(false)
        let delegate = RecordingDelegate { view in
            guard view.screen.name == "Virtual-1" else { return }
            isInside.store(true, ordering: .relaxed)
            gate.wait()
        }
        let kit = try VideoKit(delegate: delegate, settings: settings(card))
        try await kit.start()
        try await eventually("the delegate is called") { isInside.load(ordering: .relaxed) }
        try card.unplug("Virtual-1")
        try await eventually("the screen has left") { kit.screens.map(\.name) == ["Virtual-2"] }
        let other = try #require(kit.screens.first)
        let isApplied = Mutex(false)
        let applying = Task {
            var off = ScreenSettings()
            off.isOn = false
            try await kit.apply(off, to: other.id)
            isApplied.withLock { $0 = true }
        }
        try await eventually("it is off, and reported so") {
            isApplied.withLock { $0 } && kit.screens.map { $0.dark?.reason } == [.off]
        }
        gate.open()
        try await applying.value
        await kit.stop()
    }

    @Test func aStoppedKitStartsAgain() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let delegate = RecordingDelegate()
        let kit = try VideoKit(delegate: delegate, settings: settings(card))
        var ids: Set<ScreenID> = []
        for _ in 0..<10 {
            try await kit.start()
            let events = kit.events.makeAsyncIterator()
            #expect(await events.next()?.isSnapshot == true)
            try await eventually("it shows the colour") {
                try card.picture(of: "Virtual-1")?[0, 0] == Color(rgb: 0x112233)
            }
            ids.formUnion(kit.screens.map(\.id))
            async let stopped: Void = kit.stop()
            try await kit.start()
            await stopped
            await kit.stop()
            #expect(kit.screens.map { $0.dark?.reason } == [.unused])
            #expect(try card.picture(of: "Virtual-1") == nil)
        }
        #expect(ids.count == 10)
    }

    @Test func everyKitOnACardReportsAHotplug() async throws {
        let card = try SimulatedCard()
        let kits = [VideoKit(observing: settings(card)), VideoKit(observing: settings(card))]
        for kit in kits { try await kit.start() }
        try card.plug(.make(64, 64))
        for kit in kits { try await eventually("the hotplug is reported") { kit.screens.count == 1 } }
        for kit in kits { await kit.stop() }
    }

    @Test func aDisplayWithChangedModesIsLitInOneOfThem() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let kit = try VideoKit(delegate: RecordingDelegate(), settings: settings(card))
        try await kit.start()
        try card.replace("Virtual-1", with: .make(32, 32))
        try await eventually("the picture has the new size") {
            try card.picture(of: "Virtual-1")?.size == Size(width: 32, height: 32)
        }
        await kit.stop()
    }

    @Test func aDelegateThatGoesAwayLeavesItsPicture() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        var delegate: RecordingDelegate? = RecordingDelegate()
        let kit = try VideoKit(delegate: try #require(delegate), settings: settings(card))
        try await kit.start()
        try await eventually("it shows the colour") { try card.picture(of: "Virtual-1")?[0, 0] == Color(rgb: 0x112233) }
        delegate = nil
        kit.setNeedsDisplay()
        #expect(try card.picture(of: "Virtual-1")?[0, 0] == Color(rgb: 0x112233))
        await kit.stop()
    }

    @Test func aKitThatIsDroppedReleasesItsScreens() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let delegate = RecordingDelegate()
        do {
            let kit = try VideoKit(delegate: delegate, settings: settings(card))
            try await kit.start()
            try await eventually("it is lit") { try card.picture(of: "Virtual-1") != nil }
        }
        try await eventually("it is dark") { try card.picture(of: "Virtual-1") == nil }
    }

    @Test func aReaderEndsWhenItsTaskIsCancelled() async throws {
        let card = try SimulatedCard()
        let kit = VideoKit(observing: settings(card))
        try await kit.start()
        let reader = Task { () -> Int in
            var count = 0
            for await _ in kit.events { count += 1 }
            return count
        }
        reader.cancel()
        #expect(await reader.value <= 1)
        await kit.stop()
    }

    @Test func plugsAndUnplugsAtFullSpeedEndInTheRightState() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64), .make(64, 64), .make(64, 64), .make(64, 64)])
        let delegate = RecordingDelegate { view in view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number)))
        }
        let kit = try VideoKit(delegate: delegate, settings: settings(card))
        try await kit.start()
        for step in 0..<1000 {
            let name = "Virtual-\(Int.random(in: 1...4))"
            if step % 2 == 0 { try card.unplug(name) } else { try card.plug(.make(64, 64)) }
        }
        try await eventually("what is plugged is lit") {
            let plugged = kit.connectors.filter { $0.status == .connected }
            return try !plugged.isEmpty && plugged.allSatisfy { try $0.dark == nil && card.picture(of: $0.name) != nil }
        }
        for name in card.connectors { try card.unplug(name) }
        try await eventually("all are dark") { kit.screens.isEmpty }
        await kit.stop()
        #expect(freeSignals(of: card.signals) == SignalPool.capacity)
    }

    /// Returns how many signals can be leased simultaneously.
    private func freeSignals(of pool: SignalPool) -> Int {
        guard let lease = pool.lease() else { return 0 }
        let others = freeSignals(of: pool)
        _ = consume lease
        return others + 1
    }
}
