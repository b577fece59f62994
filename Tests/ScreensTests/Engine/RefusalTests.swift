import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Screens
@testable import ScreensKMS

/// Modes that a driver refuses: what is tried before they are given up, and when they are tried again.
@Suite struct RefusalTests {
    private static let small = try? SimulatedMode(width: 64, height: 64, millihertz: 60_000)
    private static let large = try? SimulatedMode(width: 96, height: 64, millihertz: 60_000)
    private static let screen = SimulatedScreen(modes: [small, large].compactMap(\.self))

    private let delegate = RecordingDelegate()

    private func start(
        _ card: SimulatedCard, _ change: (inout VideoKit.Settings) -> Void = { $0.mode = .largest }
    ) async throws -> VideoKit {
        try await VideoKit.started(delegate, card, change)
    }

    private func widths(_ card: SimulatedCard) -> [Int] { card.modesets.map(\.width) }

    // MARK: When they are tried again

    @Test func aRefusedModeIsTriedAgainAfterAPlug() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [Self.screen], clock: clock)
        card.refuse(try #require(Self.large))
        let kit = try await start(card)
        #expect(widths(card) == [96, 64])
        card.announceHotplug()
        clock.advance(by: .seconds(1))
        #expect(widths(card) == [96, 64], "nothing has changed")
        try card.unplug("Virtual-1")
        clock.advance(by: .seconds(1))
        card.accept(try #require(Self.large))
        try card.plug(Self.screen)
        clock.advance(by: .seconds(1))
        #expect(widths(card) == [96, 64, 96])
        await kit.stop()
    }

    @Test func aRefusedModeIsTriedAgainWithAnotherListOrEDID() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [Self.screen], clock: clock)
        card.refuse(try #require(Self.large))
        let kit = try await start(card)
        let more = try SimulatedMode(width: 32, height: 32, millihertz: 60_000)
        try card.replace("Virtual-1", with: SimulatedScreen(modes: Self.screen.modes + [more]))
        clock.advance(by: .seconds(1))
        #expect(widths(card) == [96, 64, 96], "it is refused once more, and the picture stays")
        try card.replace("Virtual-1", with: SimulatedScreen(modes: Self.screen.modes + [more], edid: .edid(edges: 0)))
        clock.advance(by: .seconds(1))
        #expect(widths(card) == [96, 64, 96, 96])
        #expect(card.commits.count == 1)
        await kit.stop()
    }

    @Test func aRefusedModeIsTriedAgainWhenAnotherScreenLeaves() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [Self.screen, Self.screen], clock: clock)
        card.refuse(try #require(Self.large))
        let kit = try await start(card)
        #expect(widths(card) == [96, 64, 96, 64])
        card.accept(try #require(Self.large))
        try card.unplug("Virtual-2")
        clock.advance(by: .seconds(1))
        #expect(try card.picture(of: "Virtual-1")?.size.width == 96)
        await kit.stop()
    }

    @Test func aRefusedModeIsTriedAgainWhenASettingNamesIt() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [Self.screen], clock: clock)
        card.refuse(try #require(Self.large))
        let kit = try await start(card)
        let id = try #require(kit.screens.first?.id)
        var settings = ScreenSettings()
        settings.mode = ModePolicy("96x64")
        let message = "Virtual-1: the driver refuses 96x64@60.000 (Invalid argument); it shows 64x64@60.000"
        let refused = ApplyOutcome.setOtherwise([SettingDeviation(.mode, instead: "64x64@60.000", message)])
        #expect(try await kit.apply(settings, to: id) == refused)
        #expect(widths(card) == [96, 64, 96])
        #expect(try await kit.apply(settings, to: id) == refused)
        #expect(widths(card) == [96, 64, 96, 96], "requested again")
        settings.dimming = 0.5
        _ = try await kit.apply(settings, to: id)
        card.announceHotplug()
        clock.advance(by: .seconds(1))
        #expect(widths(card) == [96, 64, 96, 96], "something else is requested")
        card.accept(try #require(Self.large))
        #expect(try await kit.apply(settings, to: id) == .set)
        #expect(try card.picture(of: "Virtual-1")?.size.width == 96)
        await kit.stop()
    }

    // MARK: Attempts before a refusal

    private func laptop() throws -> SimulatedCard {
        try #require(try SimulatedCard.replaying(HardwareDocuments.own("i915-laptop")).first)
    }

    /// Returns the pixel clock of each CRTC's mode, in the card's order; 0 for a CRTC without a mode.
    private static func clocks(_ card: CardSnapshot) -> [UInt32] {
        card.crtcs.map { $0.isActive ? $0.mode?.clock ?? 0 : 0 }
    }

    private func screen(_ kit: VideoKit, _ name: String) -> Screen? { kit.screens.first { $0.name == name } }

    @Test func anotherCRTCIsTriedBeforeTheResolutionIsGivenUp() async throws {
        let card = try laptop()
        try card.unplug("eDP-1")
        card.limit { Self.clocks($0)[0] == 0 }
        let kit = try await start(card) { $0.selection = .all }
        #expect(screen(kit, "DP-1")?.currentMode?.isPreferred == true)
        #expect(card.pipe(of: "DP-1")?.crtcIndex == 1)
        #expect(Set(card.modesets).count == 1)
        await kit.stop()
    }

    /// A document of a card may be incomplete, and a driver may have fewer planes than CRTCs.
    @Test(arguments: [1, 0]) func aCRTCWithoutAPlaneLeavesTheModeToAnother(_ planes: Int) async throws {
        let found = try #require(try laptop().snapshot)
        let card = try SimulatedCard(
            node: "/dev/dri/card0",
            snapshot: CardSnapshot(
                driver: found.driver, capabilities: found.capabilities, framebufferLimits: found.framebufferLimits,
                connectors: found.connectors, crtcs: found.crtcs,
                planes: found.planes.filter { planes > 0 && !$0.possibleCRTCs.contains(0) }, blobs: found.blobs))
        try card.unplug("eDP-1")
        let kit = try await start(card) { $0.selection = .all }
        let dp = try #require(screen(kit, "DP-1"))
        if planes > 0 {
            #expect(dp.currentMode?.isPreferred == true)
            #expect(card.pipe(of: "DP-1")?.crtcIndex == 1)
        } else {
            #expect(dp.dark?.message.contains("the CRTC has no primary plane") == true)
        }
        #expect(dp.dark?.tried.isEmpty != false, "the mode is not at fault")
        await kit.stop()
    }

    @Test func fewerBitsForAColourAreTriedBeforeTheResolutionIsGivenUp() async throws {
        let card = try laptop()
        card.limit { card in
            card.connectors.allSatisfy {
                $0.name != "DP-1" || $0.crtc == nil || $0.properties["max bpc"]?.value ?? 0 <= 8
            }
        }
        let kit = try await start(card) { settings in
            settings.selection = .all
            settings.properties = ["max bpc": "10"]
        }
        let dp = try #require(screen(kit, "DP-1"))
        #expect(dp.dark == nil && dp.currentMode?.isPreferred == true)
        #expect(card.snapshot?.connectors.first { $0.name == "DP-1" }?.properties["max bpc"]?.value == 8)
        #expect(Set(card.modesets).count == 2, "the first mode of each")
        #expect(dp.properties.first { $0.name == "max bpc" }?.value != "10")
        await kit.stop()
        #expect(card.snapshot?.connectors.first { $0.name == "DP-1" }?.properties["max bpc"]?.value == 12, "restored")
    }

    @Test func aDisplayThatIsNotSelectedIsDarkOnlyIfTheModeIsRefusedBesideIt() async throws {
        for isLimited in [false, true] {
            let card = try laptop()
            if isLimited { card.limit { state in Self.clocks(state).count { $0 > 0 } < 2 } }
            let kit = try await start(card) { $0.selection = ScreenSelection.named(["DP-1"]) }
            #expect(screen(kit, "DP-1")?.dark == nil)
            #expect(card.pipe(of: "DP-1")?.crtcIndex == 1, "the panel's CRTC is left to it")
            #expect(card.snapshot.map(Self.clocks)?.map { $0 > 0 } == [!isLimited, true])
            #expect(Set(card.modesets).count == 1, "in its first mode")
            await kit.stop()
            #expect(card.snapshot.map(Self.clocks)?.map { $0 > 0 } == [true, false], "restored")
        }
    }

    @Test func theWarningNamesADisplayThatIsDarkByIt() async throws {
        let card = try laptop()
        card.limit { state in Self.clocks(state).count { $0 > 0 } < 2 }
        let kit = try await start(card) { $0.selection = ScreenSelection.named(["HDMI-A-9"]) }
        let events = kit.events.makeAsyncIterator()
        #expect(await events.next()?.isSnapshot == true)
        var settings = ScreenSettings()
        settings.isDriven = true
        let id = try #require(screen(kit, "DP-1")).id
        try await kit.apply(settings, to: id)
        var message: String?
        while message == nil, let event = await events.next() { message = event.warning }
        #expect(
            message?.hasPrefix("DP-1: eDP-1 showed the picture of another program, and is disabled") == true,
            "\(message ?? "-")")
        await kit.stop()
    }

    /// Returns a panel and a display on HDMI, which show the pictures of another program, beside a dark display on
    /// DisplayPort.
    private func desk() throws -> CardSnapshot {
        let card = try #require(CardDocument(decoding: HardwareDocuments.own("amdgpu-assembled")).cards.first).snapshot
        let hdmi = try #require(card.connectors.first { $0.name == "HDMI-A-1" })
        let (crtc, plane) = (card.crtcs[1], try #require(card.planes.first { $0.id == 53 }))
        var request = AtomicRequest()
        request.set("MODE_ID", of: crtc, to: .blob(hdmi.modes[0].kernelBytes))
        request.set("ACTIVE", of: crtc, to: 1)
        request.set("CRTC_ID", of: hdmi, to: crtc.id)
        request.set("FB_ID", of: plane, to: 140)
        request.set("CRTC_ID", of: plane, to: crtc.id)
        return card.applying(request)
    }

    @Test(arguments: ["eDP-1", "HDMI-A-1"])
    func oneOfSeveralDisplaysThatAreNotSelectedIsDarkIfThatSuffices(_ name: String) async throws {
        let card = try SimulatedCard(node: "/dev/dri/card1", snapshot: desk())
        card.limit { state in
            !["DP-2", name].allSatisfy { name in state.connectors.contains { $0.name == name && $0.crtc != nil } }
        }
        let kit = try await start(card) { $0.selection = ScreenSelection.named(["HDMI-A-9"]) }
        let events = kit.events.makeAsyncIterator()
        #expect(await events.next()?.isSnapshot == true)
        var settings = ScreenSettings()
        settings.isDriven = true
        try await kit.apply(settings, to: #require(screen(kit, "DP-2")).id)
        let lit = card.snapshot?.connectors.filter { $0.crtc != nil }.map(\.name)
        #expect(lit == ["eDP-1", "HDMI-A-1", "DP-2"].filter { $0 != name })
        var message: String?
        while message == nil, let event = await events.next() { message = event.warning }
        #expect(
            message?.hasPrefix("DP-2: \(name) showed the picture of another program, and is disabled") == true,
            "\(message ?? "-")")
        await kit.stop()
    }

    @Test func severalDisplaysThatAreNotSelectedAreDarkIfOneDoesNotSuffice() async throws {
        let card = try SimulatedCard(node: "/dev/dri/card1", snapshot: desk())
        card.limit { state in
            state.connectors.contains { $0.name != "DP-2" && $0.crtc != nil }
                != state.connectors.contains { $0.name == "DP-2" && $0.crtc != nil }
        }
        let kit = try await start(card) { $0.selection = ScreenSelection.named(["DP-2"]) }
        #expect(card.snapshot?.connectors.filter { $0.crtc != nil }.map(\.name) == ["DP-2"])
        await kit.stop()
    }

    /// Each alternative costs a test commit for each mode that is tried.
    @Test(arguments: [(0, [0, 1, 1, 2]), (1, [0, 1, 1, 1, 3]), (30, [0, 1, 1, 1, 1, 32])])
    func theFallbacksAreFewHoweverManyDisplaysThereAre(_ more: Int, _ displaced: [Int]) throws {
        let desk = try desk()
        let (model, scanning) = (try #require(desk.connectors.first { $0.name == "HDMI-A-1" }), desk.crtcs[1])
        let crtcs = (0..<more).map { index in
            CRTC(
                id: CRTCID(rawValue: 300 + UInt32(index)), index: CRTCIndex(rawValue: desk.crtcs.count + index),
                mode: scanning.mode,
                isActive: true, framebuffer: nil, x: 0, y: 0, properties: scanning.properties)
        }
        let connectors = crtcs.enumerated().map { index, crtc in
            Connector(
                id: ConnectorID(rawValue: 200 + UInt32(index)), name: "DP-\(index + 3)", type: model.type,
                connection: .connected, physicalWidth: 0, physicalHeight: 0, modes: model.modes, crtc: crtc.id,
                possibleCRTCs: model.possibleCRTCs, properties: model.properties, edid: [])
        }
        let card = CardSnapshot(
            driver: desk.driver, capabilities: desk.capabilities, connectors: desk.connectors + connectors,
            crtcs: desk.crtcs + crtcs, planes: desk.planes)
        let fallbacks = ModesetVariant.fallbacks(for: 151, planned: 2, spare: [2, 3], ours: [151], in: card)
        #expect(fallbacks.map(\.displaced.count) == displaced)
    }

    /// All displays of a disabled CRTC are dark.
    @Test func displaysThatShowOnePictureAreDarkTogether() throws {
        let desk = try desk()
        var request = AtomicRequest()
        request.set("CRTC_ID", of: desk.connectors[0], to: desk.crtcs[1].id)
        let fallbacks = ModesetVariant.fallbacks(
            for: 151, planned: 2, spare: [], ours: [151], in: desk.applying(request))
        #expect(fallbacks.map(\.displaced) == [[100, 109]])
    }

    @Test func aCRTCThatAFormerOwnerLeftOnIsDisabledWithTheFirstModeset() async throws {
        let card = try laptop()
        try card.unplug("eDP-1")
        let kit = try await start(card) { $0.selection = ScreenSelection.named(["DP-1"]) }
        let state = try #require(card.snapshot)
        #expect(Self.clocks(state).count { $0 > 0 } == 1 && card.commits.count == 1)
        #expect(state.connectors.first { $0.name == "eDP-1" }?.crtc == nil)
        #expect(state.planes.allSatisfy { $0.crtc == nil || $0.crtc == state.crtcs.first(where: \.isActive)?.id })
        await kit.stop()
    }

    /// The connector of a dock goes with it, and can no longer be named.
    @Test func aCRTCWhoseConnectorHasGoneIsDisabledWithTheFirstModeset() async throws {
        let laptop = try #require(try laptop().snapshot)
        let card = try SimulatedCard(
            node: "/dev/dri/card0",
            snapshot: CardSnapshot(
                driver: laptop.driver, capabilities: laptop.capabilities, framebufferLimits: laptop.framebufferLimits,
                connectors: laptop.connectors.filter { $0.name != "eDP-1" }, crtcs: laptop.crtcs, planes: laptop.planes,
                blobs: laptop.blobs))
        card.limit { state in Self.clocks(state).count { $0 > 0 } < 2 }
        let kit = try await start(card) { $0.selection = ScreenSelection.named(["DP-1"]) }
        #expect(screen(kit, "DP-1")?.dark == nil)
        #expect(card.snapshot.map(Self.clocks)?.count { $0 > 0 } == 1)
        #expect(Set(card.modesets).count == 1, "in its first mode")
        await kit.stop()
    }

    /// Its tests pass, but its commits fail: after each of them the objects of the card are read again.
    @Test func aRefusalOfCommitsShowsTheFirstErrorAndTheAttemptsAfterIt() async throws {
        let card = FaultyCard(try laptop())
        var settings = VideoKit.Settings()
        settings.selection = ScreenSelection.named(["DP-1"])
        let shared = SharedState(settings, delegate: DelegateReference(delegate))
        let session = try CardSession(of: card, shared)
        await session.readFirst()
        let screen = try #require(shared.screens.screens.first { $0.name == "DP-1" })
        let best = try #require(screen.preferredMode)
        var named = ScreenSettings()
        named.mode = ModePolicy("\(best)")
        shared.displays.update(DisplayKey(screen)) { [named] in $0.configure(named) }
        func refusal(_ errno: Int32) -> ScreenError {
            ScreenError(.modeRefused, operation: "set", object: "DP-1", errno: errno)
        }
        // The errors are returned from the last to the first.
        card.commitRefusals.withLock { $0 = [ENOSPC, ENOSPC, ENOSPC, EINVAL].map(refusal) }
        await session.begin()
        await session.reconcile()
        let outcome = await session.outcome(for: screen)
        guard case .setOtherwise(let deviations)? = outcome, let deviation = deviations.first else {
            Issue.record("\(String(describing: outcome))")
            return
        }
        #expect(
            deviation.message.contains(
                "refuses \(best) (Invalid argument; also with max bpc 8, without eDP-1, with max bpc 8 without eDP-1)"),
            "\(deviation.message)")
        await session.stop()
    }

    /// The connector of a dock has gone, but its CRTC is still enabled.
    @Test func aCRTCWithoutAConnectorIsDisabledOnceForAllWays() async throws {
        let laptop = try #require(try laptop().snapshot)
        let card = FaultyCard(
            try SimulatedCard(
                node: "/dev/dri/card0",
                snapshot: CardSnapshot(
                    driver: laptop.driver, capabilities: laptop.capabilities,
                    framebufferLimits: laptop.framebufferLimits,
                    connectors: laptop.connectors.filter { $0.name != "eDP-1" }, crtcs: laptop.crtcs,
                    planes: laptop.planes, blobs: laptop.blobs)))
        card.refuse.withLock {
            $0 = { _, _, _ in ScreenError(.modeRefused, operation: "set", object: "DP-1", errno: EINVAL) }
        }
        var settings = VideoKit.Settings()
        settings.selection = ScreenSelection.named(["DP-1"])
        let shared = SharedState(settings, delegate: DelegateReference(delegate))
        let session = try CardSession(of: card, shared)
        await session.update()
        #expect(card.modesetCount.withLock(\.self) > 4, "several modes, in several variants")
        #expect(card.cleared.withLock(\.self) == [0])
        await session.stop()
    }

    @Test func aRefusalShowsTheModeTheErrorAndTheAttempts() async throws {
        let card = try laptop()
        card.limit { card in card.connectors.allSatisfy { $0.name != "DP-1" || $0.crtc == nil } }
        let kit = try await start(card) { $0.selection = ScreenSelection.named(["DP-1"]) }
        let dark = try #require(screen(kit, "DP-1")?.dark)
        #expect(dark.reason == .modesetFailed && dark.errno == 22)
        #expect(dark.tried.count > 1)
        let best = try #require(screen(kit, "DP-1")?.availableModes.last)
        #expect(
            dark.message == "the driver refuses \(best) (Invalid argument; also with max bpc 8, without eDP-1, "
                + "with max bpc 8 without eDP-1), and \(dark.tried.count - 1) other modes")
        #expect(card.commits.isEmpty)
        await kit.stop()
    }

    // MARK: Refused flips

    @Test(arguments: [(refreshes: 170, modesets: 1), (refreshes: 190, modesets: 2)])
    func aBusyCardIsWaitedForForThreeSeconds(refreshes: Int, modesets: Int) async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [Self.screen], clock: clock)
        let changing = RecordingDelegate { view in
            view.backgroundColor = Color(rgb: UInt32(truncatingIfNeeded: view.timing.number))
        }
        let kit = try await VideoKit.started(changing, card)
        clock.advance(refreshes: 3)
        let before = try #require(try card.frame(of: "Virtual-1"))
        card.refuseFlips(refreshes)
        clock.advance(by: .seconds(10))
        let after = try #require(try card.frame(of: "Virtual-1"))
        #expect(after.number > before.number && card.modesets.count == modesets)
        await kit.stop()
    }
}
