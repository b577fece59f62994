import TestSupport
import Testing

@testable import Screens

/// Scenarios from the field on a simulated card. Kernel tests repeat the scenarios that a kernel without hardware can
/// play.
@Suite struct ScenarioTests {
    private func color(_ card: SimulatedCard, _ name: String = "Virtual-1") -> Color? {
        (try? card.picture(of: name))?[0, 0]
    }

    /// Returns a delegate that draws once, and then only on request.
    private func stillPainter() -> RecordingDelegate {
        RecordingDelegate { view in
            if view.timing.number == 0 { view.fill(view.bounds, with: .white) }
            view.nextUpdate = .whenNeeded
        }
    }

    @Test func startsWithNoDisplayConnected() async throws {
        let card = try SimulatedCard()
        let delegate = RecordingDelegate()
        let kit = try await VideoKit.started(delegate, card)
        #expect(kit.screens.isEmpty && kit.cards.map(\.problem) == [nil])
        try card.plug(.make(64, 64))
        try await eventually("a picture") { color(card) == Color(rgb: 0x112233) }
        await kit.stop()
    }

    @Test func televisionOffOverNight() async throws {
        let screen = SimulatedScreen(
            modes: [
                try SimulatedMode(width: 64, height: 64, millihertz: 60_000),
                try SimulatedMode(width: 96, height: 64, millihertz: 60_000),
            ])
        let card = try SimulatedCard(screens: [screen])
        let delegate = RecordingDelegate()
        let kit = try await VideoKit.started(delegate, card) { $0.contentRetention = .zero }
        var settings = ScreenSettings()
        settings.mode = .largest
        try await kit.apply(settings, to: try #require(kit.screens.first).id)
        #expect(try card.picture(of: "Virtual-1")?.size.width == 96)
        try card.unplug("Virtual-1")
        try await eventually("it has left, and its content has ended") {
            delegate.ended.withLock { $0 } == delegate.contents.withLock { $0["Virtual-1"] }
        }
        try card.plug(screen)
        try await eventually("the mode and picture from before") {
            let picture = try card.picture(of: "Virtual-1")
            return picture?.size.width == 96 && picture?[0, 0] == Color(rgb: 0x112233)
        }
        await kit.stop()
    }

    @Test func aShortDisconnectIsAPauseToTheDelegate() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let delegate = stillPainter()
        let kit = try await VideoKit.started(delegate, card) { $0.contentRetention = .seconds(3600) }
        try await eventually("the picture") { color(card) == .white }
        let before = try #require(kit.screens.first)
        try card.unplug("Virtual-1")
        try await eventually("dark, and reported at once") {
            try kit.screens.isEmpty && card.picture(of: "Virtual-1") == nil
        }
        try card.plug(.make(64, 64))
        // The picture was kept, and is not drawn again.
        try await eventually("the picture is back") { color(card) == .white }
        #expect(kit.screens.first?.id != before.id)
        #expect(delegate.contents.withLock { $0["Virtual-1"]?.count } == 1)
        #expect(delegate.frames.withLock { $0["Virtual-1"]?.map(\.number) } == [0, 1])
        #expect(delegate.ended.withLock { $0.isEmpty })
        await kit.stop()
        #expect(delegate.ended.withLock { $0.count } == 1)
    }

    @Test func anotherDisplayOnTheSameConnectorIsOtherContent() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let delegate = stillPainter()
        let kit = try await VideoKit.started(delegate, card)
        try await eventually("the picture") { color(card) == .white }
        try card.replace("Virtual-1", with: .make(32, 32))
        try await eventually("drawn afresh") {
            try card.picture(of: "Virtual-1")?.size.width == 32 && color(card) == .white
        }
        #expect(delegate.contents.withLock { $0["Virtual-1"]?.count } == 2)
        await kit.stop()
        #expect(delegate.ended.withLock { Set($0) } == Set(delegate.contents.withLock { $0["Virtual-1"] ?? [] }))
    }

    @Test func aChangeWithoutAnEventIsFoundWhenTheHostAsks() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let kit = try await VideoKit.started(stillPainter(), card) { $0.safetyInterval = nil }
        try await eventually("the picture") { color(card) == .white }
        card.replaceSilently("Virtual-1", with: try .make(32, 32))
        kit.checkForMissedEvents()
        try await eventually("drawn afresh") { try card.picture(of: "Virtual-1")?.size.width == 32 }
        await kit.stop()
        // Nothing runs, and nothing happens.
        kit.checkForMissedEvents()
    }

    @Test func aChangeWithoutAnEventIsFoundByItself() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [.make(64, 64)], clock: clock)
        // The card is tried at most once a second.
        let kit = try await VideoKit.started(stillPainter(), card) { $0.safetyInterval = .zero }
        #expect(color(card) == .white)
        card.replaceSilently("Virtual-1", with: try .make(32, 32))
        clock.advance(by: .milliseconds(999))
        #expect(try card.picture(of: "Virtual-1")?.size.width == 64)
        clock.advance(by: .milliseconds(1))
        #expect(try card.picture(of: "Virtual-1")?.size.width == 32, "drawn afresh")
        await kit.stop()
    }

    @Test func unplugAndPlugWithinOneEventThePipeOffAfterIt() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let kit = try await VideoKit.started(stillPainter(), card)
        try await eventually("the picture") { color(card) == .white }
        let pipe = try #require(card.pipe(of: "Virtual-1"))
        pipe.disableFromOutside()
        card.announceHotplug()
        try await eventually("the mode is set again, and the picture is back") {
            card.pipe(of: "Virtual-1") !== pipe && color(card) == .white
        }
        await kit.stop()
    }

    @Test func theSameHotplugAgainNothingChangedAndStillLit() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let delegate = RecordingDelegate { view in view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number)))
        }
        let kit = try await VideoKit.started(delegate, card)
        try await eventually("it draws") { delegate.frames.withLock { $0["Virtual-1"]?.count ?? 0 } > 2 }
        let events = kit.events.makeAsyncIterator()
        #expect(await events.next()?.isSnapshot == true)
        let pipe = card.pipe(of: "Virtual-1")
        for _ in 0..<20 { card.announceHotplug() }
        // A change that is reported after these events: they have been handled by then.
        try card.plug(.make(32, 32))
        #expect(await events.next()?.screen?.name == "Virtual-2")
        #expect(card.pipe(of: "Virtual-1") === pipe)
        await kit.stop()
    }

    @Test func connectedWithNoModesThenSomeThenTheRealOnes() async throws {
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [])])
        let kit = try await VideoKit.started(card) { $0.mode = .largest }
        #expect(kit.screens.map { $0.dark?.reason } == [.noModes])
        let small = try SimulatedMode(width: 64, height: 64, millihertz: 60_000)
        let large = try SimulatedMode(width: 128, height: 64, millihertz: 60_000)
        try card.replace("Virtual-1", with: SimulatedScreen(modes: [small]))
        try await eventually("the fallback") { try card.picture(of: "Virtual-1")?.size.width == 64 }
        try card.replace("Virtual-1", with: SimulatedScreen(modes: [small, large]))
        try await eventually("the better one") { try card.picture(of: "Virtual-1")?.size.width == 128 }
        await kit.stop()
    }

    @Test func theConfiguredModeIsGoneAfterAReplug() async throws {
        let small = try SimulatedMode(width: 64, height: 64, millihertz: 60_000)
        let large = try SimulatedMode(width: 128, height: 64, millihertz: 60_000)
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [small, large])])
        let kit = try await VideoKit.started(card) { $0.mode = ModePolicy("128x64") ?? .preferred }
        try await eventually("the configured mode") { try card.picture(of: "Virtual-1")?.size.width == 128 }
        let events = kit.events.makeAsyncIterator()
        try card.replace("Virtual-1", with: SimulatedScreen(modes: [small]))
        var message: String?
        while message == nil, let event = await events.next() { message = event.warning }
        #expect(message == "Virtual-1 has no usable mode 128x64; it shows 64x64@60.000")
        try card.replace("Virtual-1", with: SimulatedScreen(modes: [small, large]))
        try await eventually("and back") { try card.picture(of: "Virtual-1")?.size.width == 128 }
        await kit.stop()
    }

    @Test func theDriverRefusesTheLargestMode() async throws {
        let small = try SimulatedMode(width: 64, height: 64, millihertz: 60_000)
        let large = try SimulatedMode(width: 128, height: 64, millihertz: 60_000)
        let screen = SimulatedScreen(modes: [small, large])
        let card = try SimulatedCard(screens: [screen])
        card.refuse(large)
        let kit = try await VideoKit.started(card) { $0.mode = .largest }
        func triedWidths() -> [Int] { card.modesets.map(\.width) }
        #expect(triedWidths() == [128, 64])
        try card.unplug("Virtual-1")
        try await eventually("it has left") { kit.screens.isEmpty }
        try card.plug(screen)
        try await eventually("lit again") { try card.picture(of: "Virtual-1")?.size.width == 64 }
        #expect(triedWidths() == [128, 64, 128, 64], "a cable may have been the cause")
        await kit.stop()
    }

    @Test func moreScreensThanCRTCs() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64), .make(64, 48), .make(64, 32)], crtcCount: 2)
        let kit = try await VideoKit.started(card)
        #expect(kit.screens.map { $0.dark?.reason } == [nil, nil, .noCRTC])
        let second = card.pipe(of: "Virtual-2")
        try card.unplug("Virtual-1")
        try await eventually("the third gets the free CRTC") { try card.picture(of: "Virtual-3") != nil }
        #expect(card.pipe(of: "Virtual-2") === second)
        await kit.stop()
    }

    @Test func aFlipEventNeverComes() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [.make(64, 64)], clock: clock)
        let delegate = RecordingDelegate { view in view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number)))
        }
        let kit = try await VideoKit.started(delegate, card)
        let events = kit.events.makeAsyncIterator()
        let pipe = try #require(card.pipe(of: "Virtual-1"))
        pipe.loseFlips()
        clock.advance(by: .milliseconds(3100))
        var message: String?
        while message == nil, let event = await events.next() { message = event.warning }
        #expect(message == "Virtual-1: a flip has not completed; the mode is set again")
        #expect(card.pipe(of: "Virtual-1").map { $0 !== pipe } == true, "a full modeset")
        #expect(kit.statistics().map(\.stalls) == [1], "it is counted")
        let count = delegate.frames.withLock { $0["Virtual-1"]?.count ?? 0 }
        clock.advance(refreshes: 3)
        #expect(delegate.frames.withLock { $0["Virtual-1"]?.count } == count + 3, "it draws")
        await kit.stop()
    }

    @Test func offOnPurposeStaysOffOverAReplug() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let delegate = stillPainter()
        let kit = try await VideoKit.started(delegate, card) { $0.contentRetention = .seconds(3600) }
        try await eventually("the picture") { color(card) == .white }
        var settings = ScreenSettings()
        settings.isOn = false
        try await kit.apply(settings, to: try #require(kit.screens.first).id)
        #expect(kit.screens.map { $0.dark?.reason } == [.off])
        #expect(try card.picture(of: "Virtual-1") == nil)
        let events = kit.events.makeAsyncIterator()
        #expect(await events.next()?.isSnapshot == true)
        try card.unplug("Virtual-1")
        #expect(await events.next()?.disconnected != nil)
        try card.plug(.make(64, 64))
        let connected = try #require(await events.next()?.connected)
        #expect(connected.dark?.reason == .off)
        settings.isOn = true
        try await kit.apply(settings, to: connected.id)
        try await eventually("the picture is back") { color(card) == .white }
        #expect(delegate.contents.withLock { $0["Virtual-1"]?.count } == 1)
        await kit.stop()
    }

    /// An EDID with only the display's identity.
    private static let edid: [UInt8] = {
        var bytes: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0, 0x10, 0xAC, 1, 2, 9, 8, 7, 6, 1, 30, 1, 4]
        bytes += [UInt8](repeating: 0, count: 128 - bytes.count)
        bytes[127] = 0 &- bytes.reduce(0, &+)
        return bytes
    }()

    @Test func aDisplayThatReportsItsIdentityLateKeepsItsSettings() async throws {
        let mode = try SimulatedMode(width: 64, height: 64, millihertz: 60_000)
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [mode])])
        let kit = try await VideoKit.started(card)
        var settings = ScreenSettings()
        settings.isOn = false
        try await kit.apply(settings, to: try #require(kit.screens.first).id)
        let events = kit.events.makeAsyncIterator()
        #expect(await events.next()?.isSnapshot == true)
        try card.replace("Virtual-1", with: SimulatedScreen(modes: [mode], edid: Self.edid))
        let changed = try #require(await events.next())
        guard case .changed(_, let changes) = changed else {
            Issue.record("\(changed)")
            return
        }
        #expect(changes.contains(.identity))
        #expect(changed.screen?.dark?.reason == .off)
        #expect(kit.settings(of: try #require(changed.screen).id)?.isOn == false)
        await kit.stop()
    }

    @Test func aDisplayThatReportsItsIdentityLateKeepsItsContent() async throws {
        let mode = try SimulatedMode(width: 64, height: 64, millihertz: 60_000)
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [mode])])
        let delegate = stillPainter()
        let kit = try await VideoKit.started(delegate, card)
        try await eventually("the picture") { color(card) == .white }
        await kit.pause()
        try card.replace("Virtual-1", with: SimulatedScreen(modes: [mode], edid: Self.edid))
        await kit.resume()
        try await eventually("the picture is back") { color(card) == .white }
        #expect(delegate.contents.withLock { $0["Virtual-1"]?.count } == 1)
        await kit.stop()
        #expect(delegate.ended.withLock { $0.count } == 1)
    }

    /// A display is driven by the settings of its identity, which it reports late: its mirror on another card begins
    /// then.
    @Test func aMirrorOnAnotherCardBeginsWithTheLateIdentityOfItsSource() async throws {
        let mode = try SimulatedMode(width: 64, height: 64, millihertz: 60_000)
        let known = SimulatedScreen(modes: [mode], edid: Self.edid)
        let card = try SimulatedCard(name: "card0", screens: [known])
        let other = try SimulatedCard(name: "card1", screens: [SimulatedScreen(modes: [mode])])
        let kit = try await VideoKit.started(stillPainter(), card) { settings in
            settings.cards = .simulated(card, other)
            settings.selection = .none
        }
        var settings = ScreenSettings()
        settings.isDriven = true
        try await kit.apply(settings, to: kit.screens[0].id)
        settings.mirrorSource = "card0/Virtual-1"
        try await kit.apply(settings, to: kit.screens[1].id)
        #expect(kit.screens[1].mirrorSource == kit.screens[0].qualifiedName)
        try card.unplug("Virtual-1")
        try await eventually("it has left") { kit.screens.count == 1 && kit.screens[0].mirrorSource == nil }
        try card.plug(SimulatedScreen(modes: [mode]))
        try await eventually("it is there, unknown") { kit.screens.count == 2 }
        #expect(kit.screens[1].mirrorSource == nil)
        try card.replace("Virtual-1", with: known)
        try await eventually("it is mirrored") { kit.screens[1].mirrorSource == kit.screens[0].qualifiedName }
        await kit.stop()
    }

    @Test func anotherSessionHasTheDisplaysForAWhile() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let delegate = stillPainter()
        let kit = try await VideoKit.started(delegate, card)
        try await eventually("the picture") { color(card) == .white }
        let id = kit.screens.map(\.id)
        let pipe = try #require(card.pipe(of: "Virtual-1"))
        for _ in 0..<3 {
            await kit.pause()
            #expect(kit.screens.map { $0.dark?.reason } == [.sessionInactive])
            let frames = delegate.frames.withLock { $0["Virtual-1"]?.count }
            kit.setNeedsDisplay()
            card.announceHotplug()
            #expect(delegate.frames.withLock { $0["Virtual-1"]?.count } == frames)
            await kit.resume()
            try await eventually("the picture is back") { kit.screens.map(\.dark) == [nil] && color(card) == .white }
        }
        #expect(kit.screens.map(\.id) == id)
        #expect(card.pipe(of: "Virtual-1") !== pipe)
        #expect(delegate.contents.withLock { $0["Virtual-1"]?.count } == 1)
        await kit.stop()
    }

    /// A terminal becomes inactive before the start: the displays belong to another session.
    @Test func aPauseBeforeTheStartHolds() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let delegate = stillPainter()
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        let kit = try VideoKit(delegate: delegate, settings: settings)
        await kit.pause()
        try await kit.start()
        #expect(card.pipe(of: "Virtual-1") == nil)
        await kit.resume()
        try await eventually("the picture") { color(card) == .white }
        await kit.stop()
    }

    @Test func displaysPluggedWhilePausedAreLitAfterwards() async throws {
        let card = try SimulatedCard()
        let delegate = RecordingDelegate()
        let kit = try await VideoKit.started(delegate, card)
        await kit.pause()
        try card.plug(.make(64, 64))
        #expect(try card.picture(of: "Virtual-1") == nil)
        await kit.resume()
        try await eventually("lit") { color(card) == Color(rgb: 0x112233) }
        await kit.stop()
    }

    @Test func aScreenThatIsNotThereCannotBeSetUp() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64)])
        let kit = try await VideoKit.started(card)
        let id = try #require(kit.screens.first).id
        try card.unplug("Virtual-1")
        try await eventually("it has left") { kit.screens.isEmpty }
        await #expect(throws: ScreenError.self) { try await kit.apply(ScreenSettings(), to: id) }
        #expect(kit.settings(of: id) == nil)
        await kit.stop()
    }
}
