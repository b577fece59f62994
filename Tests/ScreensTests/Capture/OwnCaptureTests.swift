import Synchronization
import TestSupport
import Testing

@testable import Screens

/// Captures, on the screen's own thread, of screens that this process drives.
@Suite struct OwnCaptureTests {
    @Test func thePictureIsTheDisplayedOneAndNoCallIsAwaitedAfterTheEnd() async throws {
        let card = try SimulatedCard(screens: [.make(64, 48)])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.orientation = .clockwise
        let delegate = RecordingDelegate { view in
            view.backgroundColor = .white
            view.fill(Rectangle(x: 0, y: 0, width: 8, height: 8), with: Color(rgb: 0xFF0000))
            view.nextUpdate = .whenNeeded
        }
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        try await eventually("it is shown") { try card.picture(of: "Virtual-1")?[63, 0] == Color(rgb: 0xFF0000) }
        let session = try #require(kit.shared.enabled.sessions.first)
        let picture = await session.captures.picture { session.signal.post(.changes) }
        #expect(try picture == card.picture(of: "Virtual-1"))
        #expect(try await kit.capture(session.screen.id).picture == picture)
        await kit.stop()
        #expect(await session.captures.picture { session.signal.post(.changes) } == nil)
        withExtendedLifetime(delegate) {}
    }

    @Test func aWaitForAHangingCallEndsWithTheScreen() async throws {
        let card = try SimulatedCard(screens: [.make(64, 48)])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        let gate = Gate()
        let isHeld = Mutex(false)
        let delegate = RecordingDelegate { _ in
            isHeld.withLock { $0 = true }
            gate.wait()
        }
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        try await eventually("the delegate hangs") { isHeld.withLock { $0 } }
        let session = try #require(kit.shared.enabled.sessions.first)
        let isAnswered = Mutex(false)
        let waiting = Task {
            let picture = await session.captures.picture { session.signal.post(.changes) }
            isAnswered.withLock { $0 = true }
            return picture
        }
        await kit.pause()
        try await eventually("no call waits for a picture") { isAnswered.withLock { $0 } }
        #expect(await waiting.value == nil)
        gate.open()
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }

    @Test func aCancelledRequestDoesNotWait() async {
        let requests = CaptureRequests()
        let isAsked = Mutex(false)
        let waiting = Task { await requests.picture { isAsked.withLock { $0 = true } } }
        while !isAsked.withLock({ $0 }) { await Task.yield() }
        waiting.cancel()
        #expect(await waiting.value == nil)
        let late = Task { await requests.picture {} }
        late.cancel()
        #expect(await late.value == nil)
        requests.answer {
            Issue.record("no call waits")
            return Picture(size: Size(width: 1, height: 1), pixels: [0])
        }
    }
}
