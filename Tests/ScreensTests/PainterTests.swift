import ScreensLinux
import Synchronization
import TestSupport
import Testing

@testable import Screens

/// State that changes from frame to frame, owned by painters, closures and links.
@Suite struct PainterTests {
    /// A struct that is not `Sendable`: it has a class of its own.
    private struct Counter: ViewPainter {
        final class Count {
            var frames: UInt32 = 0
        }

        let count = Count()
        var size: Size

        mutating func draw(on view: inout ExternalView) {
            count.frames += 1
            #expect(view.bounds.size == size)
            view.fill(view.bounds, with: Color(rgb: count.frames))
        }
    }

    private final class Counters: PainterDelegate {
        let made = Mutex<[ContentID]>([])
        let ended = Mutex<[ContentID]>([])

        func makePainter(for view: borrowing ExternalView) -> Counter {
            let (content, size) = (view.content, view.bounds.size)
            made.withLock { $0.append(content) }
            return Counter(size: size)
        }

        func contentDidEnd(_ content: ContentID) {
            ended.withLock { $0.append(content) }
        }
    }

    private let clock = ManualClock(at: MonotonicTime(nanoseconds: 1_000_000_000))

    private func start(
        _ card: SimulatedCard, _ delegate: some VideoKitDelegate, _ change: (inout VideoKit.Settings) -> Void = { _ in }
    ) async throws -> VideoKit {
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        change(&settings)
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        return kit
    }

    @Test func eachContentHasAPainterOfItsOwn() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8, 50), .make(16, 8, 100)], clock: clock)
        let delegate = Counters()
        let kit = try await start(card, delegate)
        clock.advance(by: .seconds(1))
        #expect(try card.picture(of: "Virtual-1")?[0, 0] == Color(rgb: 51))
        #expect(try card.picture(of: "Virtual-2")?[0, 0] == Color(rgb: 101))
        #expect(delegate.made.withLock { Set($0).count == 2 && $0.count == 2 })
        await kit.stop()
        #expect(delegate.ended.withLock { Set($0) } == delegate.made.withLock { Set($0) })
    }

    private struct NoSprites: Error, CustomStringConvertible {
        let description = "no sprites"
    }

    /// A delegate that finds its sprites at the second attempt.
    private final class Sprites: PainterDelegate {
        let attempts = Atomic<Int>(0)

        func makePainter(for view: borrowing ExternalView) throws -> Counter {
            guard attempts.add(1, ordering: .relaxed).newValue > 1 else { throw NoSprites() }
            return Counter(size: view.bounds.size)
        }
    }

    @Test func aPainterThatCannotBeMadeIsAWarningAndIsMadeWithTheNextRequestedFrame() async throws {
        let card = try SimulatedCard(screens: [.make(320, 240, 50)], clock: clock)
        let delegate = Sprites()
        let kit = try await start(card, delegate)
        clock.advance(by: .seconds(1))
        #expect(delegate.attempts.load(ordering: .relaxed) == 1)
        let words = try #require(try card.picture(of: "Virtual-1"))
        #expect((0..<240).contains { y in (0..<320).contains { words[$0, y] == .white } })
        let events = kit.events.makeAsyncIterator()
        _ = await events.next()
        #expect(await events.next()?.message == "Virtual-1: cannot make the painter: no sprites")
        kit.setNeedsDisplay()
        clock.advance(refreshes: 2)
        #expect(delegate.attempts.load(ordering: .relaxed) == 2)
        #expect(try card.picture(of: "Virtual-1")?[0, 0] == Color(rgb: 2))
        await kit.stop()
    }

    @Test func anOffscreenViewThrowsTheErrorOfItsPainter() throws {
        let delegate = Sprites()
        var view = try OffscreenView(size: Size(width: 8, height: 8))
        #expect(throws: NoSprites.self) { try view.draw(by: delegate) }
        try view.draw(by: delegate)
        #expect(view.picture[0, 0] == Color(rgb: 1))
    }

    @Test func aPainterOutlivesAShortDisconnect() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8, 50)], clock: clock)
        let delegate = Counters()
        let kit = try await start(card, delegate) { $0.contentRetention = .seconds(10) }
        clock.advance(by: .seconds(1))
        try card.unplug("Virtual-1")
        try await eventually("it is gone") { kit.screens.isEmpty }
        clock.advance(by: .seconds(2))
        try card.plug(try SimulatedScreen.make(8, 8, 50))
        try await eventually("it is lit") { kit.screens.first?.dark == nil && !kit.screens.isEmpty }
        clock.advance(by: .seconds(1))
        #expect(delegate.made.withLock(\.count) == 1)
        #expect(try card.picture(of: "Virtual-1").map { $0[0, 0].rgb > 100 } == true)
        await kit.stop()
    }

    @Test func aWallHasOnePainter() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8, 50), .make(8, 8, 50)], clock: clock)
        let delegate = Counters()
        let kit = try await start(card, delegate) { $0.walls = [try! VideoWall(rows: [["Virtual-1", "Virtual-2"]])] }
        clock.advance(by: .seconds(1))
        #expect(delegate.made.withLock(\.count) == 1)
        let colors = try ["Virtual-1", "Virtual-2"].map { try #require(try card.picture(of: $0))[0, 0].rgb }
        // The other screen follows with its own next refresh.
        #expect(colors[0] >= 50 && (colors[0] - 1...colors[0]).contains(colors[1]), "\(colors)")
        await kit.stop()
    }

    @Test func aClosureIsEnough() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8, 50)], clock: clock)
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        let kit = try VideoKit(settings: settings) { view in view.backgroundColor = .white }
        try await kit.start()
        clock.advance(by: .seconds(1))
        #expect(try card.picture(of: "Virtual-1")?[0, 0] == .white)
        await kit.stop()
    }

    @Test func theClosureIsReleasedWithItsKit() async throws {
        final class Token: Sendable {}
        let card = try SimulatedCard(screens: [.make(8, 8, 50)])
        weak var kept: Token?
        do {
            let token = Token()
            kept = token
            var settings = VideoKit.Settings()
            settings.cards = .simulated(card)
            let kit = try VideoKit(settings: settings) { view in
                withExtendedLifetime(token) { view.backgroundColor = .white }
            }
            try await kit.start()
            await kit.stop()
        }
        #expect(kept == nil)
    }

    @Test func aLinkMayHaveStateThatIsNotSendable() async throws {
        let card = try SimulatedCard(screens: [.make(8, 8, 50)], clock: clock)
        let kit = try await start(card, Counters())
        let count = Counter.Count()
        let link = try kit.makeDisplayLink(for: try #require(kit.screens.first).id) { view in
            count.frames += 1
            view.fill(Rectangle(x: 0, y: 0, width: 1, height: 1), with: Color(rgb: count.frames))
        }
        clock.advance(by: .seconds(1))
        #expect(try card.picture(of: "Virtual-1").map { $0[0, 0].rgb >= 49 && $0[0, 0].rgb <= 51 } == true)
        link.invalidate()
        await kit.stop()
    }

    @Test func aDelegateWithoutAnOwnerIsAWarningAndAWordOnTheScreen() async throws {
        let card = try SimulatedCard(screens: [.make(640, 480, 50), .make(640, 480, 50)], clock: clock)
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        let kit = try VideoKit(delegate: RecordingDelegate(), settings: settings)
        let events = kit.events
        try await kit.start()
        clock.advance(by: .seconds(1))
        for name in ["Virtual-1", "Virtual-2"] {
            #expect(try card.picture(of: name)?.pixels.contains(0xFFFFFF) == true, "there are words on it")
        }
        await kit.stop()
        var warnings: [String] = []
        for await event in events { warnings += [event.warning].compactMap(\.self) }
        #expect(warnings == [DelegateReference.missing])
    }

    @Test func thePictureOfADelegateThatIsReleasedLaterStays() async throws {
        let card = try SimulatedCard(screens: [.make(64, 48, 50)], clock: clock)
        var painter: RecordingDelegate? = RecordingDelegate()
        let kit = try await VideoKit.started(try #require(painter), card)
        clock.advance(by: .seconds(1))
        let before = try card.picture(of: "Virtual-1")
        painter = nil
        clock.advance(by: .seconds(1))
        #expect(try card.picture(of: "Virtual-1") == before && before?[0, 0] == Color(rgb: 0x112233))
        await kit.stop()
    }

    // MARK: stop()

    /// A delegate that calls `stop()` in its first call.
    private final class Quitter: VideoKitDelegate {
        let kit = Mutex<VideoKit?>(nil)
        let stopped = Completion()
        private let isBlocking: Bool

        init(isBlocking: Bool) {
            self.isBlocking = isBlocking
        }

        func updateExternalView(_ view: inout ExternalView) {
            view.backgroundColor = .white
            guard let kit = kit.withLock({ $0.take() }) else { return }
            Task {
                await kit.stop()
                stopped.signal()
            }
            if isBlocking { _ = stopped.wait(until: .distantFuture) }
        }
    }

    private static func quit(isBlocking: Bool) async throws {
        let card = try SimulatedCard(screens: [.make(8, 8, 50)])
        let delegate = Quitter(isBlocking: isBlocking)
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.lastCallTimeout = .milliseconds(50)
        let kit = try VideoKit(delegate: delegate, settings: settings)
        delegate.kit.withLock { $0 = kit }
        try await kit.start()
        await delegate.stopped.wait()
    }

    @Test func aDelegateMayStartTheStop() async throws {
        try await Self.quit(isBlocking: false)
    }

    @Test func aDelegateThatWaitsForTheStopEndsTheProcessWithAMessage() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await Self.quit(isBlocking: true)
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(errors.contains("VideoKit.stop() waits for the delegate's running call"))
    }
}
