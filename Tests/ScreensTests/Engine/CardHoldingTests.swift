import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Screens

/// A card is held as long as something is requested on it; otherwise it is left to other programs.
@Suite struct CardHoldingTests {
    private let delegate = RecordingDelegate()

    private func start(
        _ card: FaultyCard, _ selection: ScreenSelection = .external, retention: Duration = .zero
    ) throws -> (CardSession, SharedState) {
        var settings = VideoKit.Settings()
        settings.selection = selection
        settings.contentRetention = retention
        // The settings use the clock of the card.
        settings.cards = .simulated(card.simulated)
        let shared = SharedState(settings, delegate: DelegateReference(delegate))
        return (try CardSession(of: card, shared), shared)
    }

    private func card(_ screen: SimulatedScreen, _ clock: ManualClock? = nil) throws -> FaultyCard {
        FaultyCard(try SimulatedCard(screens: [screen], clock: clock))
    }

    private func configure(_ shared: SharedState, _ change: (inout ScreenSettings) -> Void) throws {
        let screen = try #require(shared.screens.connectors.first)
        var settings = ScreenSettings()
        change(&settings)
        shared.displays.update(DisplayKey(screen)) { $0.configure(settings) }
    }

    private func counts(_ card: FaultyCard) -> [Int] {
        [card.holds.withLock(\.self), card.resigns.withLock(\.self)]
    }

    @Test func aCardWithoutARequestIsReadAndNotHeld() async throws {
        let card = try card(.make(64, 64))
        let (session, shared) = try start(card, .none)
        await session.update()
        #expect(counts(card) == [0, 0] && shared.screens.screens.count == 1)
        #expect(shared.screens.screens.first?.dark?.reason == .unused)
        try configure(shared) { $0.isDriven = true }
        await session.reconcile()
        #expect(try counts(card) == [1, 0] && card.simulated.picture(of: "Virtual-1") != nil)
        await session.stop()
    }

    @Test func anUnselectedScreenIsNotDarkBecauseOfAHangingCall() async throws {
        let gate = Gate()
        let isCalled = Mutex(false)
        let slow = RecordingDelegate { _ in
            isCalled.withLock { $0 = true }
            gate.wait()
        }
        let card = try card(.make(64, 64))
        let shared = SharedState(VideoKit.Settings(), delegate: DelegateReference(slow))
        let session = try CardSession(of: card, shared)
        await session.update()
        try await eventually("the delegate is called") { isCalled.withLock(\.self) }
        try configure(shared) { $0.isDriven = false }
        await session.reconcile()
        #expect(shared.screens.screens.first?.dark?.reason == .unused)
        try configure(shared) { $0.isDriven = true }
        await session.reconcile()
        #expect(shared.screens.screens.first?.dark?.reason == .stalled)
        gate.open()
        try await eventually("it is lit again") { try card.simulated.picture(of: "Virtual-1") != nil }
        await session.stop()
    }

    @Test func aCardIsGivenUpWhenItsScreenIsNoLongerSelected() async throws {
        let card = try card(.make(64, 64))
        let (session, shared) = try start(card)
        await session.update()
        try configure(shared) { $0.isDriven = false }
        await session.reconcile()
        #expect(try counts(card) == [1, 1] && card.simulated.picture(of: "Virtual-1") == nil)
        #expect(shared.screens.screens.first?.dark?.reason == .unused)
        #expect(shared.screens.cards.first?.problem == nil)
        try configure(shared) { $0.isDriven = nil }
        await session.reconcile()
        try await eventually("it is lit, with the end of the former call") {
            try card.simulated.picture(of: "Virtual-1") != nil
        }
        #expect(counts(card) == [2, 1])
        await session.stop()
    }

    @Test func itIsKeptAsLongAsTheContentOfADisplayThatLeft() async throws {
        let clock = ManualClock(at: .zero)
        let card = try card(.make(64, 64), clock)
        let (session, _) = try start(card, retention: .seconds(3600))
        await session.update()
        try card.simulated.unplug("Virtual-1")
        await session.update()
        clock.advance(by: .seconds(3599))
        try card.simulated.plug(.make(64, 64))
        await session.update()
        try await eventually("it is lit, with the end of the former call") {
            try card.simulated.picture(of: "Virtual-1") != nil
        }
        #expect(counts(card) == [1, 0])
        await session.stop()
    }

    @Test func itIsGivenUpWithTheContentOfADisplayThatLeft() async throws {
        let clock = ManualClock(at: .zero)
        let card = try card(.make(64, 64), clock)
        let (session, _) = try start(card, retention: .seconds(10))
        await session.update()
        try card.simulated.unplug("Virtual-1")
        await session.update()
        clock.advance(by: .milliseconds(9_999))
        #expect(counts(card) == [1, 0])
        clock.advance(by: .milliseconds(1))
        #expect(counts(card) == [1, 1])
        try card.simulated.plug(.make(64, 64))
        await session.update()
        try await eventually("it is lit, with the end of the former call") {
            try card.simulated.picture(of: "Virtual-1") != nil
        }
        #expect(counts(card) == [2, 1])
        await session.stop()
    }

    @Test func anotherProgramsPictureIsEndedIfTheScreenIsToBeDark() async throws {
        let card = try card(.make(64, 64))
        card.change.withLock {
            $0 = { .make($0.id, modes: $0.modes, current: $0.modes[0]) }
        }
        let (session, shared) = try start(card, .none)
        await session.update()
        #expect(card.cleared.withLock(\.self) == [])
        try configure(shared) {
            $0.isDriven = true
            $0.isOn = false
        }
        await session.reconcile()
        #expect(card.cleared.withLock(\.self) == [0])
        await session.stop()
    }

    @Test func anotherProgramsPictureThatCannotBeEndedIsTriedAgain() async throws {
        let clock = ManualClock()
        let card = try card(.make(64, 64), clock)
        card.change.withLock {
            $0 = { .make($0.id, modes: $0.modes, current: $0.modes[0]) }
        }
        card.refusesToClear.withLock { $0 = true }
        let (session, shared) = try start(card, .none)
        await session.update()
        try configure(shared) {
            $0.isDriven = true
            $0.isOn = false
        }
        await session.reconcile()
        #expect(card.cleared.withLock(\.self) == [0])
        #expect(shared.screens.screens.first?.currentMode != nil, "it is still shown")
        clock.advance(by: .seconds(10))
        #expect(card.cleared.withLock(\.self) == [0, 0])
        card.refusesToClear.withLock { $0 = false }
        clock.advance(by: .seconds(10))
        #expect(card.cleared.withLock(\.self) == [0, 0, 0])
        #expect(shared.screens.screens.first?.currentMode == nil)
        clock.advance(by: .seconds(30))
        #expect(card.cleared.withLock(\.self) == [0, 0, 0])
        await session.stop()
    }

    @Test func aDisplayThatWasTurnedOffKeepsItWhileItIsAway() async throws {
        let card = try card(.make(64, 64))
        let (session, shared) = try start(card)
        await session.update()
        try configure(shared) { $0.isOn = false }
        await session.reconcile()
        try card.simulated.unplug("Virtual-1")
        await session.update()
        await session.reconcile()
        #expect(counts(card) == [1, 0])
        try configure(shared) { $0.isReserved = false }
        await session.reconcile()
        #expect(counts(card) == [1, 1], "nothing is requested on the connector")
        await session.stop()
    }

    @Test func aConnectorThatIsNamedKeepsItWithoutADisplay() async throws {
        let card = try card(.make(64, 64))
        try card.simulated.unplug("Virtual-1")
        let (session, _) = try start(card, .named(["Virtual-1"]))
        await session.update()
        #expect(counts(card) == [1, 0])
        await session.stop()
    }

    @Test func aConnectorThatIsReservedKeepsItWithoutADisplay() async throws {
        let card = try card(.make(64, 64))
        let (session, shared) = try start(card, .none)
        try card.simulated.unplug("Virtual-1")
        await session.update()
        try configure(shared) { $0.isReserved = true }
        await session.reconcile()
        #expect(counts(card) == [1, 0])
        await session.stop()
    }

    @Test func anotherMasterIsNotWaitedForWithoutARequest() async throws {
        let card = try card(.make(64, 64))
        card.isForeign.withLock { $0 = true }
        let (session, shared) = try start(card, .none)
        await session.update()
        #expect(shared.screens.cards.first?.problem == nil)
        #expect(shared.screens.screens.first?.dark?.reason == .unused)
        await session.stop()
    }

    @Test func theCloseOfAnotherMasterLetsItTakeTheCard() async throws {
        let node = FileManager.default.temporaryDirectory.appending(path: "node-\(UUID().uuidString)")
        try Data().write(to: node)
        defer { try? FileManager.default.removeItem(at: node) }
        let clock = ManualClock(at: .zero)
        let card = try card(.make(64, 64), clock)
        card.nodeFile.withLock { $0 = node.path }
        card.isForeign.withLock { $0 = true }
        let (session, shared) = try start(card)
        await session.update()
        #expect(shared.screens.screens.first?.dark?.reason == .notMaster)
        let other = try FileHandle(forWritingTo: node)
        let before = card.openings.withLock(\.self)
        clock.advance(by: .seconds(5))
        #expect(card.openings.withLock(\.self) == before, "it is not opened while it waits")
        card.isForeign.withLock { $0 = false }
        try other.close()
        try await eventually("it is taken") {
            // The close is an event of a descriptor; the following try is a timer.
            clock.advance(by: .milliseconds(2))
            return try card.simulated.picture(of: "Virtual-1") != nil
        }
        await session.stop()
    }

    /// A program may keep the card open and only drop its mastership.
    @Test func aMasterThatDropsWithoutAClosingIsFoundByTheSlowPoll() async throws {
        let node = FileManager.default.temporaryDirectory.appending(path: "node-\(UUID().uuidString)")
        try Data().write(to: node)
        defer { try? FileManager.default.removeItem(at: node) }
        let clock = ManualClock(at: .zero)
        let card = try card(.make(64, 64), clock)
        card.nodeFile.withLock { $0 = node.path }
        card.isForeign.withLock { $0 = true }
        let (session, shared) = try start(card)
        await session.update()
        let opened = card.openings.withLock(\.self)
        clock.advance(by: .nanoseconds(CardAccess.masterPoll))
        #expect(shared.screens.screens.first?.dark?.reason == .notMaster)
        card.isForeign.withLock { $0 = false }
        clock.advance(by: .nanoseconds(CardAccess.masterPoll - 1))
        #expect(card.openings.withLock(\.self) == opened, "it is asked whether the card is free, once in ten seconds")
        clock.advance(by: .nanoseconds(1))
        #expect(card.openings.withLock(\.self) == opened + 1 && counts(card) == [1, 0])
        #expect(try card.simulated.picture(of: "Virtual-1") != nil)
        await session.stop()
    }

    @Test func aContentThatEndsLaterThanTheOneBeforeGivesTheCardUpToo() async throws {
        let clock = ManualClock(at: .zero)
        let card = try card(.make(64, 64), clock)
        let (session, _) = try start(card, retention: .seconds(10))
        await session.update()
        for pause in [3, 2, 0] {
            try card.simulated.unplug("Virtual-1")
            await session.update()
            guard pause > 0 else { break }
            clock.advance(by: .seconds(pause))
            try card.simulated.plug(.make(64, 64))
            await session.update()
        }
        clock.advance(by: .seconds(9))
        #expect(counts(card) == [1, 0])
        clock.advance(by: .seconds(2))
        #expect(counts(card) == [1, 1])
        await session.stop()
    }

    @Test func aCardThatWasGivenUpIsNotProbedForALateEDID() async throws {
        let clock = ManualClock(at: .zero)
        let card = try card(.make(64, 64), clock)
        card.change.withLock {
            $0 = { connector in
                var connector = connector
                connector.expectsEDID = true
                return connector
            }
        }
        let (session, shared) = try start(card)
        await session.update()
        try configure(shared) { $0.isDriven = false }
        await session.reconcile()
        #expect(counts(card) == [1, 1])
        let before = card.openings.withLock(\.self)
        clock.advance(by: .seconds(100))
        #expect(card.openings.withLock(\.self) == before)
        await session.stop()
    }

    @Test func aResetOfTheGPUOpensNoCardThatIsNotHeld() async throws {
        let card = try card(.make(64, 64))
        let (session, _) = try start(card, .none)
        await session.readFirst()
        let before = card.openings.withLock(\.self)
        await session.renew()
        #expect(card.openings.withLock(\.self) == before)
        await session.stop()
    }

    @Test func aCardThatSysfsDoesNotListIsNotOpenedForAReadOfSysfs() async throws {
        let card = try card(.make(64, 64))
        var settings = VideoKit.Settings()
        settings.reading = .sysfs
        let shared = SharedState(settings, delegate: nil)
        let session = try CardSession(of: card, shared)
        await session.readFirst()
        #expect(card.openings.withLock(\.self) == 0)
        #expect(shared.screens.cards.first?.problem?.circumstances == "sysfs does not list the card")
        card.sysfs.withLock { $0 = shown("connected", ["64x64"]) }
        await session.update()
        #expect(card.openings.withLock(\.self) == 0 && shared.screens.connectors.map(\.name) == ["Virtual-1"])
        await session.stop()
    }

    /// Some drivers send an event at each resume of the GPU.
    @Test func afterAHotplugACardOnWhichNothingMayBeRequestedIsOpenedForADifferenceInSysfsOnly() async throws {
        let clock = ManualClock()
        let card = try card(.make(64, 64), clock)
        card.sysfs.withLock { $0 = shown("connected", ["64x64"]) }
        let (session, shared) = try start(card, .none)
        await session.readFirst()
        await session.begin()
        try configure(shared) { $0.isDriven = false }
        let before = card.openings.withLock(\.self)
        for _ in 0..<3 {
            session.hotplug(.all)
            clock.advance(by: .seconds(1))
        }
        #expect(card.openings.withLock(\.self) == before)
        card.sysfs.withLock { $0 = shown("connected", ["32x32"]) }
        session.hotplug(.all)
        clock.advance(by: .seconds(1))
        #expect(card.openings.withLock(\.self) == before + 1 && card.masterOpenings.withLock(\.self) == 0)
        await session.stop()
    }

    private func shown(_ status: String, _ modes: [String] = []) -> SysfsCard {
        SysfsCard(connectors: [.init(name: "Virtual-1", status: status, edid: [], modes: modes)])
    }

    /// The kernel also keeps the results of our probe.
    @Test func aFreeCardIsProbedOnceAfterAHotplug() async throws {
        let clock = ManualClock(at: .zero)
        let card = try card(.make(64, 64), clock)
        card.sysfs.withLock { $0 = shown("disconnected") }
        let (session, shared) = try start(card, .none)
        await session.readFirst()
        await session.begin()
        let later = shown("connected", ["64x64", "32x32"])
        card.change.withLock {
            // The card keeps this closure.
            $0 = { [weak card] connector in
                card?.sysfs.withLock { $0 = later }
                return connector
            }
        }
        let before = (card.openings.withLock(\.self), card.masterOpenings.withLock(\.self))
        #expect(before.1 == 0, "the first read is without mastership")
        session.hotplug(.all)
        clock.advance(by: .milliseconds(1))
        #expect(card.masterOpenings.withLock(\.self) == 1)
        for _ in 0..<3 {
            clock.advance(by: .seconds(1))
            await session.checkForMissedEvents()
        }
        #expect(card.openings.withLock(\.self) == before.0 + 1 && card.masterOpenings.withLock(\.self) == before.1 + 1)
        #expect(shared.screens.screens.count == 1)
        await session.stop()
    }

    /// The console probes after the same event: its result may come between the reads of the card and of sysfs.
    @Test func aChangeDuringTheReadIsFoundByTheNextLook() async throws {
        let card = try card(.make(64, 64))
        card.sysfs.withLock { $0 = shown("connected", ["64x64"]) }
        let (session, _) = try start(card, .none)
        let later = shown("disconnected")
        card.change.withLock {
            $0 = { [weak card] connector in
                card?.sysfs.withLock { $0 = later }
                return connector
            }
        }
        await session.update()
        let opened = card.openings.withLock(\.self)
        for _ in 0..<3 { await session.checkForMissedEvents() }
        #expect(card.openings.withLock(\.self) == opened + 1)
        await session.stop()
    }

    @Test func aCardThatIsNotHeldIsOpenedForADifferenceInSysfsOnly() async throws {
        let card = try card(.make(64, 64))
        card.sysfs.withLock { $0 = shown("connected", ["64x64"]) }
        let (session, _) = try start(card, .none)
        await session.update()
        let opened = card.openings.withLock(\.self)
        for _ in 0..<3 { await session.checkForMissedEvents() }
        #expect(card.openings.withLock(\.self) == opened)
        card.sysfs.withLock { $0 = shown("connected", ["32x32"]) }
        for _ in 0..<3 { await session.checkForMissedEvents() }
        #expect(card.openings.withLock(\.self) == opened + 1)
        await session.stop()
        #expect(card.openings.withLock(\.self) == opened + 1)
    }
}
