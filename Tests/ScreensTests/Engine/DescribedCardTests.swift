import Synchronization
import Testing

@testable import Screens

/// A card without requests is described by sysfs, and not opened: opening may wake a GPU or enable a blanked console.
@Suite struct DescribedCardTests {
    private let delegate = RecordingDelegate()

    private func start(
        _ card: FaultyCard, _ selection: ScreenSelection = .external
    ) throws -> (CardSession, SharedState) {
        var settings = VideoKit.Settings()
        settings.selection = selection
        settings.contentRetention = .zero
        // The settings use the clock of the card.
        settings.cards = .simulated(card.simulated)
        let shared = SharedState(settings, delegate: DelegateReference(delegate))
        return (try CardSession(of: card, shared), shared)
    }

    private func card(_ screen: SimulatedScreen, _ clock: ManualClock? = nil) throws -> FaultyCard {
        FaultyCard(try SimulatedCard(screens: [screen], clock: clock))
    }

    private func drive(_ shared: SharedState) throws {
        var settings = ScreenSettings()
        settings.isDriven = true
        shared.displays.update(DisplayKey(try #require(shared.screens.connectors.first))) { $0.configure(settings) }
    }

    /// Rejects all screens, as the daemon does if its configuration requests nothing.
    private func reject(_ shared: SharedState) throws {
        var settings = ScreenSettings()
        (settings.isDriven, settings.isReserved) = (false, false)
        shared.displays.update(DisplayKey(try #require(shared.screens.connectors.first))) { $0.configure(settings) }
    }

    private func described(
        _ status: String, isAsleep: Bool = false, hasConsole: Bool = true, number: UInt32? = 1, driver: String = ""
    ) -> SysfsCard {
        let isConnected = status == "connected"
        return SysfsCard(
            connectors: [
                .init(
                    name: "Virtual-1", number: number, status: status, edid: isConnected ? .edid(edges: 0) : [],
                    modes: isConnected ? ["64x64"] : [])
            ], isAsleep: isAsleep, hasConsole: hasConsole, driver: driver)
    }

    @Test(arguments: ["connected", "disconnected"])
    func aCardWithoutARequestIsDescribedBySysfs(_ status: String) async throws {
        let clock = ManualClock()
        let card = try card(.make(64, 64), clock)
        card.sysfs.withLock { $0 = described(status) }
        let (session, shared) = try start(card, .none)
        await session.readFirst()
        await session.begin()
        #expect(card.openings.withLock(\.self) == 0 && shared.screens.connectors.map(\.isStale) == [true])
        #expect(shared.screens.screens.count == (status == "connected" ? 1 : 0))
        card.sysfs.withLock { $0 = described(status == "connected" ? "disconnected" : "connected") }
        await session.checkForMissedEvents()
        #expect(card.openings.withLock(\.self) == 1, "a difference")
        await session.stop()
    }

    @Test func aCardWithARequestIsTakenFromTheStart() async throws {
        let card = try card(.make(64, 64))
        card.sysfs.withLock { $0 = described("connected") }
        let (session, _) = try start(card)
        await session.readFirst()
        await session.begin()
        await session.reconcile()
        #expect(try card.holds.withLock(\.self) == 1 && card.simulated.picture(of: "Virtual-1") != nil)
        await session.stop()
    }

    /// Kernels before 6.5 do not number connectors in sysfs; sysfs only names the modes of a panel without an EDID.
    @Test func aCardThatSysfsDescribesInPartIsOpened() async throws {
        let partial = [
            described("connected", number: nil), described("unknown"),
            SysfsCard(connectors: [.init(name: "Virtual-1", number: 1, status: "connected", edid: [], modes: ["64x64"])]
            ),
        ]
        for shown in partial {
            let card = try card(.make(64, 64))
            card.sysfs.withLock { $0 = shown }
            let (session, _) = try start(card, .none)
            await session.readFirst()
            #expect(card.openings.withLock(\.self) == 1)
            await session.stop()
        }
    }

    @Test(arguments: ["connected", "unknown"])
    func aCardThatSleepsIsNotOpenedUntilSomethingIsRequested(_ status: String) async throws {
        let clock = ManualClock()
        let card = try card(.make(64, 64), clock)
        card.sysfs.withLock { $0 = described(status, isAsleep: true) }
        let (session, shared) = try start(card, .none)
        await session.readFirst()
        await session.begin()
        session.hotplug(.all)
        clock.advance(by: .seconds(1))
        for _ in 0..<3 { await session.checkForMissedEvents() }
        card.sysfs.withLock { $0 = described("disconnected", isAsleep: true) }
        await session.checkForMissedEvents()
        #expect(shared.screens.screens.isEmpty)
        card.sysfs.withLock { $0 = described("connected", isAsleep: true) }
        session.hotplug(.all)
        clock.advance(by: .seconds(1))
        #expect(shared.screens.screens.count == 1 && card.openings.withLock(\.self) == 0)
        card.sysfs.withLock { $0 = described("connected") }
        await session.checkForMissedEvents()
        #expect(card.openings.withLock(\.self) == 0, "it is awake, and shows the same")
        try drive(shared)
        await session.reconcile()
        #expect(try card.holds.withLock(\.self) == 1 && card.simulated.picture(of: "Virtual-1") != nil)
        await session.stop()
    }

    /// No program probes if there is no console, and sysfs then does not show a plug.
    @Test(arguments: [(false, false, 1), (true, false, 0), (false, true, 0)])
    func aHotplugIsProbedIfNoConsoleProbesIt(_ hasConsole: Bool, _ isAsleep: Bool, _ openings: Int) async throws {
        let clock = ManualClock()
        let card = try card(.make(64, 64), clock)
        card.sysfs.withLock { $0 = described("disconnected", isAsleep: isAsleep, hasConsole: hasConsole) }
        let (session, shared) = try start(card, .none)
        await session.readFirst()
        await session.begin()
        try reject(shared)
        for _ in 0..<3 { await session.checkForMissedEvents() }
        #expect(card.openings.withLock(\.self) == 0 && shared.screens.screens.isEmpty)
        session.hotplug(.unprobed)
        clock.advance(by: .milliseconds(1))
        #expect(card.openings.withLock(\.self) == 0, "an event that is not a hotplug")
        session.hotplug(.all)
        clock.advance(by: .milliseconds(1))
        #expect(card.openings.withLock(\.self) == openings && shared.screens.screens.count == openings)
        await session.stop()
    }

    @Test func aDeviceWithoutConnectorsThatSleepsIsNotACardOfDisplays() async throws {
        let clock = ManualClock()
        let card = try card(.make(64, 64), clock)
        card.sysfs.withLock { $0 = SysfsCard(connectors: [], isAsleep: true) }
        let (session, shared) = try start(card)
        await session.readFirst()
        await session.begin()
        session.hotplug(.all)
        clock.advance(by: .seconds(60))
        #expect(card.openings.withLock(\.self) == 0 && shared.screens.cards.isEmpty)
        await session.stop()
    }

    /// Expects how often a program that only reads opens a card with a display.
    private func expectOpenings(_ count: Int, of card: FaultyCard, by reading: CardReading) async throws {
        var settings = VideoKit.Settings()
        settings.reading = reading
        let shared = SharedState(settings, delegate: nil)
        let session = try CardSession(of: card, shared)
        await session.readFirst()
        await session.begin()
        #expect(card.openings.withLock(\.self) == count && shared.screens.screens.count == 1)
        #expect(shared.screens.cards.map(\.isFromSysfs) == [count == 0])
        await session.stop()
    }

    /// A reader would be the master of the card, and give it up.
    @Test(arguments: [
        ("nvidia", CardReading.known, 0), ("nvidia", .probed, 0), ("nvidia", .probedRegardless, 1),
        ("nvidia-drm", .known, 0), ("i915", .known, 1), ("i915", .probed, 1),
    ])
    func aReaderDoesNotOpenACardThatItWouldDisable(
        _ driver: String, _ reading: CardReading, _ openings: Int
    ) async throws {
        // Kernels before 6.5 do not number connectors.
        for number in [1, nil] as [UInt32?] {
            let card = try card(.make(64, 64))
            card.sysfs.withLock { $0 = described("connected", number: number, driver: driver) }
            try await expectOpenings(openings, of: card, by: reading)
        }
    }

    /// The reader of a picture opens the card, too.
    @Test(arguments: [("nvidia", CardReading.known, 0), ("nvidia", .probedRegardless, 1), ("i915", .known, 1)])
    func aPictureIsNotReadFromACardThatAReaderWouldDisable(
        _ driver: String, _ reading: CardReading, _ openings: Int
    ) async throws {
        let card = try card(.make(64, 64))
        card.sysfs.withLock { $0 = described("connected", number: nil, driver: driver) }
        var settings = VideoKit.Settings()
        settings.reading = reading
        let shared = SharedState(settings, delegate: nil)
        let session = try CardSession(of: card, shared)
        await session.readFirst()
        await session.begin()
        let screen = try #require(shared.screens.screens.first)
        let counted = Mutex(0)
        let error = await #expect(throws: ScreenError.self) {
            try await shared.capture(screen) { _ in
                counted.withLock { $0 += 1 }
                return card.simulated
            }
        }
        #expect(counted.withLock(\.self) == openings)
        #expect(error?.code == (openings == 0 ? .unsupported : .dark))
        if openings == 0 {
            #expect(
                error?.description == "cannot capture simulated/Virtual-1 (nvidia disables all displays when a program "
                    + "closes a card without a master); open the card all the same by --probe, or by "
                    + "CardReading.probedRegardless")
        }
        await session.stop()
    }

    @Test(arguments: [(CardReading.known, 0), (.probed, 1)])
    func onlyAPersonsProbeWakesACard(_ reading: CardReading, _ openings: Int) async throws {
        let card = try card(.make(64, 64))
        card.sysfs.withLock { $0 = described("connected", isAsleep: true) }
        try await expectOpenings(openings, of: card, by: reading)
    }

    /// Only the kernel knows the mode and the picture of another program.
    @Test func aCardOfAnotherMasterIsReadOnceItIsRequested() async throws {
        let card = try card(.make(64, 64))
        card.sysfs.withLock { $0 = described("connected") }
        card.isForeign.withLock { $0 = true }
        let (session, shared) = try start(card, .none)
        await session.readFirst()
        await session.begin()
        #expect(shared.screens.screens.first?.availableModes.map(\.width) != [64])
        try drive(shared)
        await session.reconcile()
        #expect(shared.screens.screens.first?.availableModes.map(\.width) == [64])
        #expect(shared.screens.screens.first?.dark?.reason == .notMaster)
        await session.stop()
    }
}
