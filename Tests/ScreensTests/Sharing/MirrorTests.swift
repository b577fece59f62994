import Synchronization
import TestSupport
import Testing

@testable import Screens

/// Mirrors on a simulated card.
@Suite struct MirrorTests {
    private static let red = Color(rgb: 0xFF0000)
    private static let blue = Color(rgb: 0x0000FF)

    private func start(
        _ screens: [SimulatedScreen], mirrors source: String?, _ draw: @escaping @Sendable (inout ExternalView) -> Void
    ) async throws -> (kit: VideoKit, card: SimulatedCard, delegate: RecordingDelegate) {
        let card = try SimulatedCard(screens: screens)
        let delegate = RecordingDelegate(draw: draw)
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.mirrorSource = source
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        return (kit, card, delegate)
    }

    private func shows(_ card: SimulatedCard, _ name: String, _ color: Color, at place: (x: Int, y: Int)) -> Bool {
        (try? card.picture(of: name)).map { $0[place.x, place.y] == color } ?? false
    }

    @Test func aMirrorShowsAllOfThePictureInItsShape() async throws {
        let (kit, card, delegate) = try await start([.make(64, 64), .make(64, 32)], mirrors: "Virtual-1") { view in
            view.backgroundColor = Self.blue
            view.fill(Rectangle(x: 0, y: 0, width: 32, height: 32), with: Self.red)
            view.nextUpdate = .whenNeeded
        }
        try await eventually("it is shown, half as large, in the middle") {
            shows(card, "Virtual-2", Self.red, at: (18, 4)) && shows(card, "Virtual-2", Self.blue, at: (46, 30))
        }
        #expect(shows(card, "Virtual-2", .black, at: (10, 16)) && shows(card, "Virtual-2", .black, at: (52, 16)))
        #expect(delegate.frames.withLock { $0["Virtual-2"] } == nil, "the delegate has nothing to do with it")
        let (source, mirror) = (kit.screens[0], kit.screens[1])
        #expect(mirror.mirrorSource == source.qualifiedName && source.mirrorSource == nil)
        await kit.stop()
    }

    /// Each card finds the source among all screens. With different orders on each card, they would mirror each other.
    @Test func aNameThatTwoCardsHaveMeansTheFirstOne() async throws {
        let first = try SimulatedCard(name: "card0", screens: [.make(64, 64)])
        let second = try SimulatedCard(name: "card1", screens: [.make(64, 64)])
        let delegate = RecordingDelegate { $0.backgroundColor = Self.red }
        var settings = VideoKit.Settings()
        settings.cards = .simulated(second, first)
        settings.mirrorSource = "Virtual-1"
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        #expect(kit.screens.map(\.card) == ["card0", "card1"])
        #expect(kit.screens.map(\.mirrorSource) == [nil, kit.screens[0].qualifiedName])
        try await eventually("both show it") {
            [first, second].allSatisfy { shows($0, "Virtual-1", Self.red, at: (9, 9)) }
        }
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }

    @Test func changesAreMirroredAndAStillPictureCostsNothing() async throws {
        let color = Mutex(Self.red)
        let (kit, card, delegate) = try await start([.make(64, 64), .make(64, 64, 100)], mirrors: "Virtual-1") { view in
            view.fill(Rectangle(x: 8, y: 8, width: 8, height: 8), with: color.withLock { $0 })
            view.nextUpdate = .whenNeeded
        }
        for next in [Self.red, Self.blue, .white] {
            color.withLock { $0 = next }
            kit.setNeedsDisplay()
            try await eventually("\(next) is mirrored") { shows(card, "Virtual-2", next, at: (9, 9)) }
        }
        let source = try #require(kit.screens.first?.id)
        let link = try kit.makeDisplayLink(for: source) { _ in }
        // The last flip of the mirror is counted by then.
        try await eventually("the source is called and draws nothing") { link.frameNumber > 10 }
        let (before, number) = (kit.presented("Virtual-2"), link.frameNumber)
        try await eventually("the source is called again") { link.frameNumber > number + 10 }
        #expect(kit.presented("Virtual-2") == before && before > 0)
        await kit.stop()
        // The kit holds the delegate weakly.
        withExtendedLifetime(delegate) {}
    }

    @Test func theScreensOwnPictureComesBackAfterMirroring() async throws {
        let (kit, card, delegate) = try await start([.make(64, 64), .make(64, 64)], mirrors: nil) { view in
            if view.timing.number == 0 {
                view.backgroundColor = view.screen.name == "Virtual-1" ? Self.red : Self.blue
            }
            view.nextUpdate = .whenNeeded
        }
        try await eventually("each has its own") {
            shows(card, "Virtual-1", Self.red, at: (1, 1)) && shows(card, "Virtual-2", Self.blue, at: (1, 1))
        }
        let second = try #require(kit.screens.last?.id)
        var settings = try #require(kit.settings(of: second))
        settings.mirrorSource = "Virtual-1"
        try await kit.apply(settings, to: second)
        try await eventually("it is mirrored") { shows(card, "Virtual-2", Self.red, at: (1, 1)) }
        settings.mirrorSource = nil
        try await kit.apply(settings, to: second)
        try await eventually("its own is back") { shows(card, "Virtual-2", Self.blue, at: (1, 1)) }
        #expect(delegate.ended.withLock { $0 }.isEmpty)
        await kit.stop()
    }

    @Test func aMirrorHasAPictureOfItsOwnWhileItsSourceIsAway() async throws {
        let (kit, card, delegate) = try await start([.make(64, 64), .make(64, 64)], mirrors: "Virtual-1") { view in
            view.backgroundColor = view.screen.name == "Virtual-1" ? Self.red : Self.blue
            view.nextUpdate = .whenNeeded
        }
        for _ in 0..<3 {
            try await eventually("it is mirrored") { shows(card, "Virtual-2", Self.red, at: (20, 20)) }
            try card.unplug("Virtual-1")
            try await eventually("it has its own") { shows(card, "Virtual-2", Self.blue, at: (20, 20)) }
            // With another size, the picture is another one.
            try card.plug(.make(48, 64))
            try await eventually("it is mirrored again") { shows(card, "Virtual-2", Self.red, at: (20, 20)) }
        }
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }

    @Test func aSlowMirrorDoesNotSlowTheSource() async throws {
        let (kit, card, delegate) = try await start([.make(64, 64, 500), .make(64, 64, 1)], mirrors: "Virtual-1") {
            view in
            view.fill(view.bounds, with: Color(rgb: UInt32(view.timing.number & 0xFF_FFFF)))
        }
        try await eventually("the source runs ahead of it") {
            kit.presented("Virtual-1") > 100 + 4 * kit.presented("Virtual-2")
        }
        await kit.stop()
        withExtendedLifetime((card, delegate)) {}
    }

    @Test func aMirrorThatFollowsAnotherSourceMeanwhileShowsABusySourceAgain() async throws {
        let gate = Gate()
        let isHeld = Mutex(false)
        let (kit, card, delegate) = try await start([.make(64, 64), .make(64, 64), .make(64, 64)], mirrors: nil) {
            view in
            view.backgroundColor = view.screen.name == "Virtual-1" ? Self.red : Self.blue
            view.nextUpdate = .whenNeeded
            if view.screen.name == "Virtual-1", view.timing.number > 0 {
                isHeld.withLock { $0 = true }
                gate.wait()
            }
        }
        let (source, mirror) = (kit.screens[0].id, kit.screens[2].id)
        var settings = try #require(kit.settings(of: mirror))
        settings.mirrorSource = "Virtual-1"
        try await kit.apply(settings, to: mirror)
        try await eventually("it is mirrored") { shows(card, "Virtual-3", Self.red, at: (1, 1)) }
        try await eventually("its call has begun and does not return") {
            kit.setNeedsDisplay(source)
            return isHeld.withLock { $0 }
        }
        settings.mirrorSource = "Virtual-2"
        try await kit.apply(settings, to: mirror)
        try await eventually("another one is mirrored") { shows(card, "Virtual-3", Self.blue, at: (1, 1)) }
        settings.mirrorSource = "Virtual-1"
        try await kit.apply(settings, to: mirror)
        gate.open()
        try await eventually("the first one is mirrored again") { shows(card, "Virtual-3", Self.red, at: (1, 1)) }
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }

    @Test func aMirrorOfAMirrorHasThePictureThroughBothShapes() async throws {
        let screens = try [SimulatedScreen.make(64, 64), .make(128, 32), .make(24, 96)]
        let (kit, card, delegate) = try await start(screens, mirrors: nil) { view in
            view.backgroundColor = view.screen.name == "Virtual-1" ? Self.red : Self.blue
            view.nextUpdate = .whenNeeded
        }
        for (index, source) in [(1, "Virtual-1"), (2, "Virtual-2")] {
            let id = kit.screens[index].id
            var settings = try #require(kit.settings(of: id))
            settings.mirrorSource = source
            settings.orientation = .clockwise
            try await kit.apply(settings, to: id)
        }
        try await eventually("the last one has it, turned twice") {
            shows(card, "Virtual-2", Self.red, at: (64, 16)) && shows(card, "Virtual-3", Self.red, at: (12, 48))
        }
        #expect(shows(card, "Virtual-2", .black, at: (8, 16)))
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }

    @Test func aMirrorThatHasLeftIsReleased() async throws {
        let (kit, card, delegate) = try await start([.make(64, 64), .make(64, 64)], mirrors: "Virtual-1") { view in
            view.backgroundColor = Self.red
            view.nextUpdate = .whenNeeded
        }
        try await eventually("it is mirrored") { shows(card, "Virtual-2", Self.red, at: (1, 1)) }
        weak let session = kit.shared.enabled.sessions.first { $0.mirror != nil }
        weak let mirror = session?.mirror
        weak let receiver = session?.mirror?.receiver
        #expect(mirror != nil && receiver != nil)
        try card.unplug("Virtual-2")
        try await eventually("nothing holds it") { session == nil && mirror == nil && receiver == nil }
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }

    @Test func aScreenThatIsNotDrivenIsNotMirrored() async throws {
        let card = try SimulatedCard(screens: [.make(64, 64), .make(64, 64)])
        let delegate = RecordingDelegate { view in
            view.backgroundColor = Self.blue
            view.nextUpdate = .whenNeeded
        }
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.mirrorSource = "Virtual-1"
        settings.selection = .named(["Virtual-2"])
        let kit = try VideoKit(delegate: delegate, settings: settings)
        let events = kit.events
        try await kit.start()
        try await eventually("a picture of its own is better than none") {
            shows(card, "Virtual-2", Self.blue, at: (1, 1))
        }
        #expect(kit.screens.allSatisfy { $0.mirrorSource == nil })
        await kit.stop()
        var warnings: [String] = []
        for await event in events { warnings += [event.warning].compactMap(\.self) }
        #expect(
            warnings == [
                "Virtual-2 does not mirror 'Virtual-1': no screen of that name shows a picture of its own now"
            ])
    }
}
