import Glibc
import ScreensLinux
import Synchronization
import TestSupport
import Testing

@testable import Screens

/// The session of a card, with modesets and screens that fail.
@Suite struct CardSessionTests {
    private let delegate = RecordingDelegate()

    private func session(
        _ card: FaultyCard, _ settings: VideoKit.Settings = VideoKit.Settings(), delegate: RecordingDelegate? = nil
    ) throws -> CardSession {
        let shared = SharedState(settings, delegate: DelegateReference(delegate ?? self.delegate))
        return try CardSession(of: card, shared)
    }

    @Test func aPausedCardIsNotLitByAnyPlug() async throws {
        let card = FaultyCard(try SimulatedCard(screens: [.make(64, 64)]))
        let session = try session(card)
        await session.update()
        await session.setPaused(true)
        try card.simulated.plug(.make(64, 48))
        await session.update()
        await session.checkForMissedEvents()
        await session.reconcile()
        #expect(card.pipes.withLock { $0.count } == 1)
        await session.setPaused(false)
        try await eventually("both are lit") { card.pipes.withLock { $0.count } == 3 }
        await session.stop()
    }

    /// No event reports the EDID. The reads before this number find none, and come at these times in seconds.
    @Test(arguments: [(2, [1]), (3, [1, 3]), (4, [1, 3, 10]), (5, [1, 3, 10, 30])] as [(Int, [Int])])
    func aDisplayWhoseEDIDComesLateIsSetInItsOwnMode(_ number: Int, _ times: [Int]) async throws {
        let clock = ManualClock(at: .zero)
        let modes = [(128, 96), (64, 48)].map { try? SimulatedMode(width: $0, height: $1, millihertz: 60_000) }
        let screen = SimulatedScreen(modes: modes.compactMap(\.self), edid: .edid(edges: 0))
        let card = FaultyCard(try SimulatedCard(screens: [screen], clock: clock))
        let reads = Mutex<[MonotonicTime]>([])
        card.change.withLock {
            $0 = { connector in
                let count = reads.withLock { reads in
                    reads.append(clock.now)
                    return reads.count
                }
                var read = connector
                if count < number {
                    read = ConnectorState(
                        id: connector.id, name: connector.name, status: connector.status, role: connector.role,
                        kind: connector.kind, physicalSize: nil, modes: connector.modes.filter { $0.width == 64 },
                        currentMode: connector.currentMode, crtcIndex: connector.crtcIndex,
                        possibleCRTCs: connector.possibleCRTCs, edid: [],
                        isLinkBad: false, identity: nil)
                }
                read.expectsEDID = true
                return read
            }
        }
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card.simulated)
        let session = try session(card, settings)
        await session.update()
        #expect(try card.simulated.picture(of: "Virtual-1")?.size == Size(width: 64, height: 48))
        clock.advance(by: .seconds(100))
        #expect(try card.simulated.picture(of: "Virtual-1")?.size == Size(width: 128, height: 96))
        #expect(reads.withLock(\.self) == [.zero] + times.map { MonotonicTime.zero.advanced(by: .seconds($0)) })
        let widths = card.simulated.commits.compactMap {
            if case .modeset(let modes) = $0 { modes.values.map(\.width) } else { nil }
        }
        #expect(widths == [[64], [128]], "a guess, and its own")
        await session.stop()
    }

    @Test func aScreenGoesOnIfItsModesetFailsForAnotherReasonThanTheMode() async throws {
        let modes = [try SimulatedMode(width: 64, height: 64, millihertz: 60_000)]
        let large = try SimulatedMode(width: 96, height: 64, millihertz: 60_000)
        let clock = ManualClock(at: .zero)
        let card = FaultyCard(try SimulatedCard(screens: [SimulatedScreen(modes: modes + [large])], clock: clock))
        var settings = VideoKit.Settings()
        // The settings use the clock of the card.
        settings.cards = .simulated(card.simulated)
        let shared = SharedState(settings, delegate: DelegateReference(delegate))
        let session = try CardSession(of: card, shared)
        let screen = { try #require(shared.screens.connectors.first) }
        func require(_ mode: String) throws {
            var settings = ScreenSettings()
            settings.mode = ModePolicy(mode)
            try shared.displays.update(DisplayKey(screen())) { $0.configure(settings) }
        }
        await session.update()
        try require("64x64")
        await session.reconcile()
        #expect(try card.simulated.picture(of: "Virtual-1")?.size.width == 64)
        let first = try #require(card.pipes.withLock { $0.last })
        card.refusal.withLock { $0 = ScreenError(.system, operation: "test", object: "Virtual-1", errno: EIO) }
        try require("96x64")
        await session.reconcile()
        #expect(try screen().dark == nil && card.simulated.picture(of: "Virtual-1")?.size.width == 64)
        guard case .setOtherwise(let deviations)? = await session.outcome(for: try screen()) else {
            Issue.record("it is said that the mode is not set")
            return
        }
        #expect(deviations.first?.message.contains("the modeset is repeated; it shows 64x64") ?? false)
        let count = card.modesetCount.withLock(\.self)
        await session.reconcile()
        #expect(card.modesetCount.withLock(\.self) == count, "it waits for its retry")
        card.refusal.withLock { $0 = nil }
        clock.advance(by: .milliseconds(999))
        #expect(card.modesetCount.withLock(\.self) == count)
        clock.advance(by: .milliseconds(1))
        try await eventually("it is set with the retry") {
            try card.simulated.picture(of: "Virtual-1")?.size.width == 96
        }
        #expect(first.switchOffs.withLock(\.self) == 0)
        await session.stop()
    }

    @Test func aCRTCThatCouldNotBeDisabledIsDisabledWithoutAnotherEvent() async throws {
        let clock = ManualClock(at: .zero)
        let card = FaultyCard(try SimulatedCard(screens: [.make(64, 64), .make(64, 64)], clock: clock))
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card.simulated)
        let session = try session(card, settings)
        await session.update()
        let first = try #require(card.pipes.withLock { $0.first })
        first.staysLit.withLock { $0 = true }
        try card.simulated.unplug("Virtual-1")
        await session.update()
        #expect(first.isOn())
        first.staysLit.withLock { $0 = false }
        clock.advance(by: .seconds(10))
        #expect(!first.isOn())
        await session.stop()
    }

    /// The first screen takes the second one's last CRTC, after both were refused in one commit.
    @Test func aRefusedModeIsRememberedThoughAnotherScreenTookItsLastWay() async throws {
        let modes = try [(64, 64), (96, 64)].map {
            try SimulatedMode(width: $0, height: $1, millihertz: 60_000)
        }
        let screens = Array(repeating: SimulatedScreen(modes: modes), count: 2)
        let card = FaultyCard(try SimulatedCard(screens: screens, crtcCount: 3))
        card.commitRefusals.withLock {
            $0 = [ScreenError(.modeRefused, operation: "set", object: "it", errno: EINVAL)]
        }
        var settings = VideoKit.Settings()
        settings.mode = .largest
        let session = try session(card, settings)
        await session.update()
        let enabled = card.pipes.withLock { pipes in pipes.map { [$0.mode.width, $0.crtcIndex.rawValue] } }
        #expect(enabled == [[96, 2], [64, 1]])
        let count = card.modesetCount.withLock(\.self)
        await session.reconcile()
        #expect(card.modesetCount.withLock(\.self) == count, "the larger mode is not tried again without a reason")
        await session.stop()
    }

    @Test func screensWithoutMemoryForTheirBestModesDoNotDisableEachOther() async throws {
        let clock = ManualClock(at: .zero)
        let modes = try [(64, 64), (96, 64)].map {
            try SimulatedMode(width: $0, height: $1, millihertz: 60_000)
        }
        let screens = Array(repeating: SimulatedScreen(modes: modes), count: 2)
        let card = FaultyCard(try SimulatedCard(screens: screens, clock: clock))
        card.refuse.withLock {
            $0 = { _, _, mode in
                mode.width < 96 ? nil : ScreenError(.modeRefused, operation: "set", object: "it", errno: ENOMEM)
            }
        }
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card.simulated)
        settings.mode = .largest
        let counter = RecordingDelegate { view in view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number))) }
        let session = try session(card, settings, delegate: counter)
        await session.update()
        #expect(card.pipes.withLock { $0.map(\.mode.width) } == [64, 64])
        clock.advance(refreshes: 1)
        card.simulated.pipe(of: "Virtual-1")?.loseFlips()
        for _ in 0..<20 { clock.advance(by: .seconds(1)) }
        let enabled = card.pipes.withLock { $0.count }
        #expect(enabled > 2, "the screen with lost flips is enabled again")
        #expect(enabled < 5)
        await session.stop()
    }

    @Test func aCRTCThatIsEnabledAgainIsNotDisabledForTheScreenBefore() async throws {
        let card = FaultyCard(try SimulatedCard(screens: [.make(64, 64)]))
        let session = try session(card)
        await session.update()
        let first = try #require(card.pipes.withLock { $0.first })
        first.staysLit.withLock { $0 = true }
        try card.simulated.unplug("Virtual-1")
        await session.update()
        try card.simulated.plug(.make(64, 64))
        await session.update()
        try await eventually("it is enabled again, on the same CRTC") {
            card.pipes.withLock { $0.map(\.crtcIndex) } == [0, 0]
        }
        first.staysLit.withLock { $0 = false }
        let switchOffs = first.switchOffs.withLock { $0 }
        await session.reconcile()
        // The kernel would then disable the CRTC, which now belongs to the new pipe.
        #expect(first.switchOffs.withLock { $0 } == switchOffs)
        await session.stop()
    }

    @Test func theShownBufferIsNotDrawnOnWithAnyReportsOfFlips() async throws {
        let card = FaultyCard(try SimulatedCard(screens: [.make(64, 64, 20)]))
        // The second flip looks like a repetition of the first one, and is believed late.
        card.stamps.withLock { $0 = [FlipStamp(time: 5, sequence: 6), FlipStamp(time: 5, sequence: 6)] }
        var settings = VideoKit.Settings()
        settings.bufferCount = 3
        let delegate = RecordingDelegate { view in
            view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number)))
            // The first flip came with the modeset; the third one is on its way until this frame is drawn.
            if view.timing.number == 4, let signal = card.pipes.withLock({ $0.first?.signal }) {
                signal.post(FlipStamp(time: MonotonicTime.now), generation: signal.currentGeneration)
            }
        }
        let session = try session(card, settings, delegate: delegate)
        await session.update()
        let pipe = try #require(card.pipes.withLock { $0.first })
        try await eventually("the frame is flipped") { pipe.flips.withLock { $0.count } > 3 }
        await session.stop()
        let flips = pipe.flips.withLock { $0 }
        #expect(flips[3] != flips[1], "it is shown until the third flip")
        #expect(flips[3] != flips[2], "it is on its way")
    }
}
