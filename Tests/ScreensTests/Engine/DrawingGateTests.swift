import Glibc
import ScreensLinux
import Synchronization
import TestSupport
import Testing

@testable import Screens

@Suite struct DrawingGateTests {
    /// A gate between threads.
    private final class Gate: Sendable {
        private let gate = DrawingGate()

        var isClosed: Bool { gate.isClosed }
        func beginDrawing() -> Bool { gate.beginDrawing() }
        func endDrawing() { gate.endDrawing() }
        func beginCommit() -> Bool { gate.beginCommit() }
        func endCommit() { gate.endCommit() }
        func close() { gate.close() }
        func waitForCommit(until deadline: MonotonicTime) -> Bool { gate.waitForCommit(until: deadline) }
    }

    @Test func aClosedGateLetsNothingBegin() {
        let gate = Gate()
        #expect(gate.beginDrawing() && !gate.beginCommit())
        gate.endDrawing()
        #expect(gate.beginCommit() && !gate.beginDrawing())
        gate.endCommit()
        #expect(!gate.isClosed)
        gate.close()
        gate.close()
        #expect(gate.isClosed && !gate.beginDrawing() && !gate.beginCommit())
    }

    @Test func onlyACommitIsWaitedFor() {
        let (idle, drawing, committing) = (Gate(), Gate(), Gate())
        #expect(drawing.beginDrawing() && committing.beginCommit())
        for gate in [idle, drawing, committing] { gate.close() }
        #expect(idle.waitForCommit(until: .zero) && drawing.waitForCommit(until: .zero))
        #expect(!committing.waitForCommit(until: .zero))
        #expect(!committing.waitForCommit(until: .now.advanced(by: .milliseconds(20))), "it runs on")
        committing.endCommit()
        #expect(committing.waitForCommit(until: .zero) && !committing.beginCommit())
    }

    /// The deadline is not reached, because the end of the commit wakes the waiting thread.
    @Test func theEndOfACommitWakesTheThreadThatWaits() async throws {
        for _ in 0..<100 {
            let gate = Gate()
            let isOver = Completion()
            #expect(gate.beginCommit())
            gate.close()
            try NativeThread.start(name: "waiting") {
                if gate.waitForCommit(until: .now.advanced(by: .seconds(3600))) { isOver.signal() }
            }
            try NativeThread.start(name: "committing") { gate.endCommit() }
            await isOver.wait()
        }
    }

    @Test func waitingTakesNoTimeOfAProcessor() {
        let gate = Gate()
        #expect(gate.beginCommit())
        gate.close()
        let before = clock()
        #expect(!gate.waitForCommit(until: .now.advanced(by: .milliseconds(200))))
        #expect(clock() - before < 50_000_000, "nanoseconds of this thread")
    }

    private func clock() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

/// Flips that hang while screens end.
@Suite struct HangingFlipTests {
    private struct Screens {
        let card: FaultyCard
        let shared: SharedState
        let session: CardSession
        let delegate: RecordingDelegate
        let hangs: [Gate]
        let sessions: [ScreenSession]
    }

    /// Starts two screens, each with a flip that hangs.
    private func start() async throws -> Screens {
        let card = FaultyCard(try SimulatedCard(screens: [.make(64, 64), .make(64, 64)]))
        let delegate = RecordingDelegate { view in view.backgroundColor = view.timing.number % 2 == 0 ? .white : .black
        }
        let hangs = [Gate(), Gate()]
        card.hangs.withLock { $0 = hangs }
        var settings = VideoKit.Settings()
        settings.selection = .all
        let shared = SharedState(settings, delegate: DelegateReference(delegate))
        let session = try CardSession(of: card, shared)
        await session.update()
        try await eventually("both hang") { card.pipes.withLock { $0.count { !$0.flips.withLock(\.isEmpty) } } == 2 }
        return Screens(
            card: card, shared: shared, session: session, delegate: delegate, hangs: hangs,
            sessions: shared.enabled.sessions)
    }

    /// The second screen makes no other flip while the first one is waited for.
    @Test func aFlipThatHangsLetsNoOtherScreenGoOn() async throws {
        let screens = try await start()
        let (first, second) = (screens.sessions[0], screens.sessions[1])
        let pausing = Task { await screens.session.setPaused(true) }
        try await eventually("the gates are closed") { first.gate.isClosed && second.gate.isClosed }
        screens.hangs[1].open()
        try await eventually("its thread has ended") { second.end.isDone }
        #expect(!first.end.isDone && screens.card.resigns.withLock(\.self) == 0)
        screens.hangs[0].open()
        await pausing.value
        #expect(screens.card.resigns.withLock(\.self) == 1)
        #expect(screens.shared.enabled.statistics.map(\.stalls) == [0, 0])
        await screens.session.stop()
    }

    @Test func aFlipThatDoesNotEndIsAStallAndReported() async throws {
        let screens = try await start()
        screens.hangs[1].open()
        screens.shared.screens.begin()
        let reader = EventReader(of: screens.shared.screens)
        _ = await reader.next()
        let hanging = ScreenSession.stop([screens.sessions[0]], until: .now)
        #expect(hanging.map(\.screen.name) == ["Virtual-1"])
        screens.shared.report(hanging: hanging)
        let event = await reader.next()?.event
        #expect(event?.screen?.name == "Virtual-1")
        #expect(event?.warning == "Virtual-1: a flip has not returned, and may still be shown")
        #expect(screens.shared.enabled.statistics.map(\.stalls) == [1, 0])
        screens.hangs[0].open()
        await screens.session.stop()
    }
}
