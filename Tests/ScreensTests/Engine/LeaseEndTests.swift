import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Screens

/// Leases that end while their card is not held, or on a card that others need.
@Suite struct LeaseEndTests {
    private let clock = ManualClock()
    private let player = Lessee(name: "mpv", processID: 12)

    private func start(_ card: FaultyCard) async throws -> (CardSession, SharedState) {
        var settings = VideoKit.Settings()
        settings.selection = .all
        settings.cards = .simulated(card.simulated)
        let shared = SharedState(settings, delegate: DelegateReference(RecordingDelegate()))
        let session = try CardSession(of: card, shared)
        await session.update()
        return (session, shared)
    }

    private func card(_ count: Int = 1, crtcCount: Int? = nil) throws -> FaultyCard {
        let screens = try [SimulatedScreen](repeating: .make(64, 64), count: count)
        return FaultyCard(try SimulatedCard(screens: screens, crtcCount: crtcCount, clock: clock))
    }

    private func screen(_ shared: SharedState, _ name: String = "Virtual-1") throws -> Screen {
        try #require(shared.screens.connectors.first { $0.name == name })
    }

    private func turnOff(_ screen: Screen, _ shared: SharedState) {
        var off = ScreenSettings()
        off.isOn = false
        shared.displays.update(DisplayKey(screen)) { $0.configure(off) }
    }

    @Test func aLeaseThatEndsDuringAPauseIsRevokedBeforeOurPictureIsShown() async throws {
        let card = try card()
        let (session, shared) = try await start(card)
        let lease = try await session.lease(screen(shared), to: player)
        let made = try #require(card.lastLease)
        await session.setPaused(true)
        card.isForeign.withLock { $0 = true }
        await lease.end()
        #expect(try screen(shared).lessee == nil && made.modesetsBeforeRevocation == nil)
        card.isForeign.withLock { $0 = false }
        let openings = card.openings.withLock(\.self)
        await session.setPaused(false)
        #expect(made.modesetsBeforeRevocation == 1 && card.pipes.withLock(\.count) == 2)
        #expect(card.openings.withLock(\.self) == openings, "the file that it is from is used again")
        #expect(try screen(shared).layout != nil)
        await session.stop()
    }

    @Test func theCRTCOfAnEndedLeaseIsNotDisabledIfAnotherScreenHasGotIt() async throws {
        let card = try card(2, crtcCount: 1)
        let (session, shared) = try await start(card)
        let lease = try await session.lease(screen(shared), to: player)
        #expect(try screen(shared, "Virtual-2").dark?.reason == .noCRTC)
        turnOff(try screen(shared), shared)
        await session.reconcile()
        await lease.end()
        #expect(try screen(shared, "Virtual-2").layout != nil && screen(shared).dark?.reason == .off)
        #expect(card.pipes.withLock { $0.map { $0.switchOffs.withLock(\.self) } } == [0, 0])
        await session.stop()
    }

    @Test func theCRTCOfAnEndedLeaseIsDisabledIfNothingIsRequestedOnIt() async throws {
        let card = try card()
        let (session, shared) = try await start(card)
        let lease = try await session.lease(screen(shared), to: player)
        turnOff(try screen(shared), shared)
        await lease.end()
        #expect(card.pipes.withLock { $0.map { $0.switchOffs.withLock(\.self) } } == [1])
        await session.stop()
    }

    @Test func aFileThatCannotBeUsedAfterAPauseEndsItsLeases() async throws {
        let card = try card()
        let (session, shared) = try await start(card)
        let lease = try await session.lease(screen(shared), to: player)
        await session.setPaused(true)
        let openings = card.openings.withLock(\.self)
        card.readError.withLock { $0 = ScreenError(.system, operation: "read", object: "a card", errno: EIO) }
        await session.setPaused(false)
        #expect(try screen(shared).lessee == nil && card.openings.withLock(\.self) == openings)
        card.readError.withLock { $0 = nil }
        clock.advance(by: .seconds(6))
        #expect(try screen(shared).layout != nil && card.openings.withLock(\.self) > openings)
        await lease.end()
        await session.stop()
    }
}
