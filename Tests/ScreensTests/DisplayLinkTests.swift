import ScreensLinux
import Synchronization
import TestSupport
import Testing

@testable import Screens

/// Links as programs use them, on a simulated card.
@Suite struct DisplayLinkTests {
    private func start(
        _ screens: [SimulatedScreen], retention: Duration = .seconds(3600), clock: ManualClock? = nil
    ) async throws -> (kit: VideoKit, card: SimulatedCard) {
        let card = try SimulatedCard(screens: screens, clock: clock)
        var settings = VideoKit.Settings()
        settings.contentRetention = retention
        settings.cards = .simulated(card)
        let kit = try VideoKit(settings: settings) { $0.nextUpdate = .whenNeeded }
        try await kit.start()
        return (kit, card)
    }

    private func id(_ kit: VideoKit, _ name: String = "Virtual-1") throws -> ScreenID {
        try #require(kit.screens.first { $0.name == name }?.id)
    }

    @Test func aLinkKnowsItsRateBeforeItsFirstCall() async throws {
        let (kit, card) = try await start([.make(64, 64, 100)])
        let gate = Gate()
        let link = try kit.makeDisplayLink(for: id(kit), frameInterval: 2) { _ in gate.wait() }
        try await eventually("it is lit") { try card.picture(of: "Virtual-1") != nil }
        #expect(link.duration == .milliseconds(20))
        #expect(link.effectiveFrameRate == RefreshRate(numerator: 50, denominator: 1))
        #expect(link.frameInterval == 2 && link.preferredFrameRateRange == nil)
        gate.open()
        try link.setPreferredFrameRateRange(10...30)
        #expect(
            link.frameInterval == 4 && link.duration == .milliseconds(40) && link.preferredFrameRateRange == 10...30)
        #expect(link.effectiveFrameRate == RefreshRate(numerator: 25, denominator: 1))
        try link.setFrameInterval(1)
        #expect(link.preferredFrameRateRange == nil && link.duration == .milliseconds(10))
        #expect(throws: ScreenError.self) { try link.setFrameInterval(0) }
        #expect(throws: ScreenError.self) { try link.setPreferredFrameRateRange(0...30) }
        #expect(throws: ScreenError.self) { try kit.makeDisplayLink(for: id(kit), frameInterval: 0) { _ in } }
        await kit.stop()
        #expect(link.duration == .zero && link.effectiveFrameRate == nil)
    }

    @Test func linksAreCalledInTheOrderOfTheirMakingAndShareAFrame() async throws {
        let (kit, card) = try await start([.make(64, 64)])
        let order = Mutex<[Int]>([])
        let colors = [Color(rgb: 0xFF0000), Color(rgb: 0x00FF00), Color(rgb: 0x0000FF)]
        let links = try (0..<3).map { number in
            try kit.makeDisplayLink(for: id(kit)) { @Sendable view in
                order.withLock { $0.append(number) }
                view.fill(Rectangle(x: number, y: 0, width: 64, height: 1), with: colors[number])
            }
        }
        try await eventually("each has drawn over the one before") {
            let picture = try card.picture(of: "Virtual-1")
            return picture.map { [$0[0, 0], $0[1, 0], $0[2, 0], $0[63, 0]] } == colors + [colors[2]]
        }
        try await eventually("many frames") { links[2].frameNumber > 20 }
        await kit.stop()
        let calls = order.withLock { $0 }
        #expect(calls.suffix(30).elementsEqual((0..<10).flatMap { _ in 0..<3 }))
        // The first frames may come before the other links are made.
        let frames = UInt64(calls.count { $0 == 0 })
        let presented = kit.statistics()[0].presented
        #expect(presented <= frames && presented + 3 >= frames, "flipped once")
    }

    @Test func aLinkThatSleepsIsRequestedByItselfAndAPausedOneIsNotCalled() async throws {
        let clock = ManualClock()
        let (kit, _) = try await start([.make(64, 64)], clock: clock)
        let sleeping = try kit.makeDisplayLink(for: id(kit)) { $0.nextUpdate = .whenNeeded }
        let busy = try kit.makeDisplayLink(for: id(kit)) { _ in }
        clock.advance(refreshes: 10)
        #expect(sleeping.timestamp > .zero && busy.frameNumber > 5)
        #expect(sleeping.frameNumber == 0)
        sleeping.setNeedsDisplay()
        clock.advance(refreshes: 10)
        #expect(sleeping.frameNumber == 1)
        busy.isPaused = true
        let before = busy.frameNumber
        sleeping.setNeedsDisplay()
        clock.advance(refreshes: 10)
        #expect(busy.frameNumber == before && sleeping.frameNumber == 2)
        busy.isPaused = false
        clock.advance(refreshes: 10)
        #expect(busy.frameNumber > before + 5)
        #expect(sleeping.frameNumber < busy.frameNumber)
        await kit.stop()
    }

    @Test func nothingIsCalledOnceInvalidateHasReturned() async throws {
        let (kit, _) = try await start([.make(64, 64, 1000)])
        for _ in 0..<50 {
            let isOver = Mutex(false)
            let late = Mutex(0)
            let link = try kit.makeDisplayLink(for: id(kit)) { view in
                view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number)))
                if isOver.withLock({ $0 }) { late.withLock { $0 += 1 } }
            }
            try await eventually("it is called") { link.frameNumber > 0 }
            link.invalidate()
            isOver.withLock { $0 = true }
            link.invalidate()
            #expect(!link.isValid)
            let other = try kit.makeDisplayLink(for: id(kit)) { _ in }
            try await eventually("others are called") { other.frameNumber > 2 }
            other.invalidate()
            #expect(late.withLock { $0 } == 0)
        }
        await kit.stop()
    }

    @Test func invalidateWaitsForACallThatRuns() async throws {
        let (kit, _) = try await start([.make(64, 64)])
        let gate = Gate()
        let isInside = Mutex(false)
        let link = try kit.makeDisplayLink(for: id(kit)) { @Sendable _ in
            isInside.withLock { $0 = true }
            gate.wait()
            isInside.withLock { $0 = false }
        }
        try await eventually("it is called") { isInside.withLock { $0 } }
        let ended = Mutex(false)
        let wasInside = Mutex(false)
        let end = Completion()
        // A thread of its own, because a task would block a thread that others need.
        try NativeThread.start(name: "ending") {
            link.invalidate()
            ended.withLock { $0 = true }
            wasInside.withLock { $0 = isInside.withLock { $0 } }
            end.signal()
        }
        try await eventually("it is invalid") { !link.isValid }
        #expect(!ended.withLock { $0 })
        gate.open()
        await end.wait()
        #expect(!wasInside.withLock { $0 })
        await kit.stop()
    }

    @Test func aLinkMayEndItselfWithinItsCall() async throws {
        let (kit, _) = try await start([.make(64, 64)])
        let own = Mutex<DisplayLink?>(nil)
        let calls = Mutex(0)
        let link = try kit.makeDisplayLink(for: id(kit)) { _ in
            guard let link = own.withLock({ $0 }) else { return }
            calls.withLock { $0 += 1 }
            link.invalidate()
        }
        own.withLock { $0 = link }
        try await eventually("it has ended") { !link.isValid }
        let other = try kit.makeDisplayLink(for: id(kit)) { _ in }
        try await eventually("others go on") { other.frameNumber > 5 }
        #expect(calls.withLock { $0 } == 1)
        own.withLock { $0 = nil }
        await kit.stop()
    }

    @Test func noLinkIsCalledOnceTheScreenIsReleased() async throws {
        let (kit, _) = try await start([.make(64, 64)])
        let gate = Gate()
        let isArmed = Mutex(false)
        let isInside = Mutex(false)
        let isLetGoOf = Mutex(false)
        let late = Mutex(0)
        _ = try kit.makeDisplayLink(for: id(kit)) { _ in
            guard isArmed.withLock({ $0 }) else { return }
            isInside.withLock { $0 = true }
            gate.wait()
        }
        let second = try kit.makeDisplayLink(for: id(kit)) { _ in
            if isLetGoOf.withLock({ $0 }) { late.withLock { $0 += 1 } }
        }
        try await eventually("both are called") { second.frameNumber > 2 }
        isArmed.withLock { $0 = true }
        try await eventually("the first one is drawing") { isInside.withLock { $0 } }
        await kit.pause()
        isLetGoOf.withLock { $0 = true }
        gate.open()
        // The call ends with the thread that made it.
        await kit.stop()
        #expect(late.withLock { $0 } == 0)
    }

    @Test func aLinkFollowsItsScreenAlone() async throws {
        let (kit, card) = try await start([.make(64, 64), .make(64, 48)])
        let names = Mutex<Set<String>>([])
        let second = try id(kit, "Virtual-2")
        let link = try kit.makeDisplayLink(for: second) { view in
            let name = view.screen.name
            names.withLock { _ = $0.insert(name) }
        }
        try await eventually("it is called") { link.frameNumber > 5 }
        try card.unplug("Virtual-1")
        try await eventually("the other one has left") { kit.screens.count == 1 }
        let before = link.frameNumber
        try await eventually("it goes on") { link.frameNumber > before + 5 }
        #expect(names.withLock { $0 } == ["Virtual-2"])
        try card.unplug("Virtual-2")
        try await eventually("it has left") { kit.screens.isEmpty }
        #expect(throws: ScreenError.self) { try kit.makeDisplayLink(for: second) { _ in } }
        await kit.stop()
    }

    @Test func aLinkFollowsItsScreenIntoAnotherMode() async throws {
        let small = try SimulatedMode(width: 64, height: 64, millihertz: 50_000)
        let large = try SimulatedMode(width: 128, height: 96, millihertz: 100_000)
        let (kit, _) = try await start([SimulatedScreen(modes: [small, large])])
        let link = try kit.makeDisplayLink(for: id(kit)) { view in
            view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number)))
        }
        try await eventually("it is called") { link.frameNumber > 5 }
        #expect(link.duration == .milliseconds(20))
        var settings = try #require(kit.settings(of: id(kit)))
        settings.mode = .largest
        let before = link.frameNumber
        try await kit.apply(settings, to: id(kit))
        try await eventually("it goes on in the new mode") {
            link.frameNumber > before + 5 && link.duration == .milliseconds(10)
        }
        await kit.stop()
    }

    @Test func aLinkFollowsItsDisplayOverADisconnect() async throws {
        let (kit, card) = try await start([.make(64, 64)])
        let link = try kit.makeDisplayLink(for: id(kit)) { _ in }
        try await eventually("it is called") { link.frameNumber > 5 }
        let before = try id(kit)
        try card.unplug("Virtual-1")
        try await eventually("it has left") { kit.screens.isEmpty }
        #expect(link.isValid && link.duration == .zero)
        try card.plug(.make(64, 64))
        try await eventually("it is back") { !kit.screens.isEmpty }
        let number = link.frameNumber
        try await eventually("it goes on") { link.frameNumber > number + 5 }
        #expect(try id(kit) != before)
        await kit.stop()
    }

    @Test func aLinkEndsWhenItsDisplayHasBeenGoneForLong() async throws {
        let (kit, card) = try await start([.make(64, 64), .make(64, 48)], retention: .zero)
        let link = try kit.makeDisplayLink(for: id(kit)) { _ in }
        let other = try kit.makeDisplayLink(for: id(kit, "Virtual-2")) { _ in }
        try await eventually("it is called") { link.frameNumber > 5 }
        try card.unplug("Virtual-1")
        try await eventually("it has ended") { !link.isValid }
        #expect(other.isValid)
        await kit.stop()
    }

    @Test func linksEndWithStop() async throws {
        let (kit, _) = try await start([.make(64, 64)])
        let first = try id(kit)
        let link = try kit.makeDisplayLink(for: first) { _ in }
        await kit.stop()
        #expect(!link.isValid)
        try await kit.start()
        #expect(throws: ScreenError.self) { try kit.makeDisplayLink(for: first) { _ in } }
        let next = try kit.makeDisplayLink(for: id(kit)) { _ in }
        try await eventually("a new one is called") { next.frameNumber > 5 }
        await kit.stop()
    }

    /// An owner of its link, which the link's function owns in turn, as in programs.
    private final class Scene: Sendable {
        let link = Mutex<DisplayLink?>(nil)
        let calls = Atomic<Int>(0)
    }

    private final class Observer: Sendable {
        weak let scene: Scene?

        init(_ scene: Scene) { self.scene = scene }

        var calls: Int { scene?.calls.load(ordering: .relaxed) ?? .max }
    }

    private enum Ending: CaseIterable {
        case fromOutside, fromWithin, withItsScreen
    }

    private func play(on kit: VideoKit, endsItself: Bool) throws -> Observer {
        let scene = Scene()
        let link = try kit.makeDisplayLink(for: id(kit)) { _ in
            scene.calls.add(1, ordering: .relaxed)
            if endsItself { scene.link.withLock { $0 }?.invalidate() }
        }
        scene.link.withLock { $0 = link }
        return Observer(scene)
    }

    @Test(arguments: Ending.allCases)
    private func theObjectsOfALinkAreReleasedWhenItEnds(_ ending: Ending) async throws {
        let (kit, _) = try await start([.make(64, 64)])
        let observer = try play(on: kit, endsItself: ending == .fromWithin)
        try await eventually("it is called") { observer.calls > 0 }
        switch ending {
        case .fromOutside: observer.scene?.link.withLock { $0 }?.invalidate()
        case .fromWithin: break
        case .withItsScreen: await kit.stop()
        }
        try await eventually("it is gone") { observer.scene == nil }
        await kit.stop()
    }

    @Test func nothingIsDrawnForAnObserver() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        let kit = VideoKit(observing: settings)
        try await kit.start()
        #expect(throws: ScreenError.self) { try kit.makeDisplayLink(for: id(kit)) { _ in } }
        await kit.stop()
    }
}
