import Synchronization
import TestSupport
import Testing

@testable import Screens

/// Video walls on simulated cards.
@Suite struct WallTests {
    /// Returns the pixel of a surface at a place; each pixel is unique.
    private static func pixel(_ x: Int, _ y: Int, _ seed: Int = 0) -> UInt32 {
        UInt32((y << 12 | x) ^ (seed * 0x5A5A5A) & 0xFF_FFFF)
    }

    private static func drawAll(_ view: inout ExternalView, seed: Int = 0) {
        let size = view.bounds.size
        view.withPixels { pixels, stride in
            for y in 0..<size.height { for x in 0..<size.width { pixels[y * stride + x] = pixel(x, y, seed) } }
        }
        view.nextUpdate = .whenNeeded
    }

    /// Returns whether a screen shows exactly that part of the surface.
    private func shows(_ card: SimulatedCard, _ name: String, _ part: Rectangle, seed: Int = 0) -> Bool {
        guard let picture = try? card.picture(of: name), picture.size == part.size else { return false }
        return (0..<part.height).allSatisfy { y in
            (0..<part.width).allSatisfy {
                picture.pixels[y * part.width + $0] & 0xFF_FFFF == Self.pixel(part.x + $0, part.y + y, seed)
            }
        }
    }

    private func settings(_ cards: [SimulatedCard], _ wall: VideoWall) -> VideoKit.Settings {
        var settings = VideoKit.Settings()
        settings.cards = cards.count == 1 ? .simulated(cards[0]) : .simulated(cards[0], cards[1])
        settings.walls = [wall]
        return settings
    }

    /// A wall of four screens of 64x48 on one card, with gaps of 6 and 4 pixels.
    private struct Wall {
        static let parts = [
            "Virtual-1": Rectangle(x: 0, y: 0, width: 64, height: 48),
            "Virtual-2": Rectangle(x: 70, y: 0, width: 64, height: 48),
            "Virtual-3": Rectangle(x: 0, y: 52, width: 64, height: 48),
            "Virtual-4": Rectangle(x: 70, y: 52, width: 64, height: 48),
        ]

        let card: SimulatedCard
        let grid: VideoWall

        init() throws {
            card = try SimulatedCard(
                screens: try [.make(64, 48, 200), .make(64, 48, 100), .make(64, 48, 50), .make(64, 48, 150)])
            grid = try VideoWall(
                rows: [["Virtual-1", "Virtual-2"], ["Virtual-3", "Virtual-4"]], columnGap: 6, rowGap: 4)
        }
    }

    @Test(arguments: [DrawingMemory.shadow, .scanout], [2, 3])
    func eachScreenShowsItsPartOfOnePicture(_ memory: DrawingMemory, _ buffers: Int) async throws {
        let wall = try Wall()
        let seed = Mutex(0)
        let surfaces = Mutex<Set<WallPart?>>([])
        let delegate = RecordingDelegate { view in
            let part = view.screen.wallPart
            surfaces.withLock { _ = $0.insert(part) }
            Self.drawAll(&view, seed: seed.withLock { $0 })
        }
        var settings = settings([wall.card], wall.grid)
        settings.drawingMemory = memory
        settings.bufferCount = buffers
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        for next in 0..<4 {
            seed.withLock { $0 = next }
            kit.setNeedsDisplay(kit.screens[next].id)
            try await eventually("all four show picture \(next)") {
                Wall.parts.allSatisfy { shows(wall.card, $0.key, $0.value, seed: next) }
            }
        }
        let part = WallPart(
            region: Rectangle(x: 0, y: 0, width: 64, height: 48), surface: Size(width: 134, height: 100), isLeader: true
        )
        #expect(surfaces.withLock { $0 } == [part], "the delegate knows where it draws")
        #expect(delegate.frames.withLock { Array($0.keys) } == ["Virtual-1"], "it is called for one screen only")
        #expect(delegate.contents.withLock { $0["Virtual-1"]?.count } == 1)
        for screen in kit.screens {
            #expect(screen.wallPart?.region == Wall.parts[screen.name])
            #expect(screen.wallPart?.surface == Size(width: 134, height: 100))
            #expect(screen.wallPart?.isLeader == (screen.name == "Virtual-1"))
        }
        await kit.stop()
        #expect(delegate.ended.withLock { $0.count } == 1)
    }

    @Test func theDelegateIsCalledOnceAFrame() async throws {
        let wall = try Wall()
        let delegate = RecordingDelegate { view in
            // Each frame changes one pixel, each time in another screen's part or in a gap.
            let number = Int(view.timing.number)
            let (x, y) = [(1, 1), (71, 1), (1, 53), (71, 53), (66, 50)][number % 5]
            view.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: Color(rgb: UInt32(number)))
        }
        let kit = try VideoKit(delegate: delegate, settings: settings([wall.card], wall.grid))
        try await kit.start()
        try await eventually("it has gone on for long") {
            delegate.frames.withLock { $0["Virtual-1"]?.count ?? 0 } > 300
        }
        await kit.stop()
        let frames = delegate.frames.withLock { $0 }
        #expect(Array(frames.keys) == ["Virtual-1"])
        let numbers = frames["Virtual-1"]?.map(\.number) ?? []
        #expect(numbers == Array(0..<UInt64(numbers.count)))
        #expect(
            kit.presented("Virtual-1") + 2 >= UInt64(numbers.count),
            "each frame is one of the leader's, wherever it is drawn"
        )
    }

    @Test func whenTheLeaderLeavesTheNextOneLeadsAndNothingElseChanges() async throws {
        let wall = try Wall()
        let seed = Mutex(0)
        let delegate = RecordingDelegate { view in Self.drawAll(&view, seed: seed.withLock { $0 }) }
        let kit = try VideoKit(delegate: delegate, settings: settings([wall.card], wall.grid))
        try await kit.start()
        try await eventually("all four show it") { Wall.parts.allSatisfy { shows(wall.card, $0.key, $0.value) } }
        let modesets = wall.card.modesets.count

        try wall.card.unplug("Virtual-1")
        try await eventually("the next one leads") {
            kit.screens.contains { $0.name == "Virtual-2" && $0.wallPart?.isLeader == true }
        }
        seed.withLock { $0 = 1 }
        kit.setNeedsDisplay()
        try await eventually("the others show the next picture") {
            Wall.parts.allSatisfy { $0.key == "Virtual-1" || shows(wall.card, $0.key, $0.value, seed: 1) }
        }
        #expect(wall.card.modesets.count == modesets, "no other screen gets a modeset")

        try wall.card.plug(try .make(64, 48, 200))
        try await eventually("it shows its part again, though nothing is redrawn") {
            Wall.parts.allSatisfy { shows(wall.card, $0.key, $0.value, seed: 1) }
        }
        #expect(wall.card.modesets.count == modesets + 1)
        // The screens are published after the modeset.
        try await eventually("it leads again") {
            kit.screens.filter { $0.wallPart?.isLeader == true }.map(\.name) == ["Virtual-1"]
        }
        #expect(
            Set(delegate.contents.withLock { $0.values.flatMap(\.self) }).count == 1, "it is one content all the time")
        let numbers = delegate.frames.withLock { $0.values.flatMap { $0.map(\.number) }.sorted() }
        #expect(numbers == Array(0..<UInt64(numbers.count)), "and its frames are counted on")
        await kit.stop()
    }

    @Test func aCallThatDoesNotReturnHoldsUpNoOtherScreenOfTheCard() async throws {
        let card = try SimulatedCard(screens: try [.make(64, 48), .make(64, 48), .make(32, 32)])
        let gate = Gate()
        let isHeld = Mutex(false)
        let delegate = RecordingDelegate { view in
            if view.bounds.width == 32 {
                view.backgroundColor = Color(rgb: UInt32(view.timing.number) & 0xFF_FFFF)
                return
            }
            if view.timing.number == 1 {
                isHeld.withLock { $0 = true }
                gate.wait()
            }
            Self.drawAll(&view, seed: Int(view.timing.number))
        }
        let kit = try VideoKit(
            delegate: delegate, settings: settings([card], try VideoWall(rows: [["Virtual-1", "Virtual-2"]])))
        try await kit.start()
        try await eventually("the call has begun") {
            kit.setNeedsDisplay()
            return isHeld.withLock { $0 }
        }
        try card.unplug("Virtual-1")
        try await eventually("the next one leads") {
            kit.screens.contains { $0.name == "Virtual-2" && $0.wallPart?.isLeader == true }
        }
        let before = delegate.frames.withLock { $0["Virtual-3"]?.count ?? 0 }
        try await eventually("the screen beside it goes on") {
            delegate.frames.withLock { $0["Virtual-3"]?.count ?? 0 } > before + 10
        }
        try card.plug(try .make(64, 48))
        try await eventually("the former leader is back, though its call runs") {
            kit.screens.contains { $0.name == "Virtual-1" && $0.wallPart?.isLeader == true }
        }
        try card.unplug("Virtual-1")
        try await eventually("and leaves again") { kit.screens.count == 2 }
        #expect(delegate.frames.withLock { $0["Virtual-1"]?.count } == 2, "one call at a time")
        #expect(delegate.frames.withLock { $0["Virtual-2"] } == nil)
        gate.open()
        try await eventually("the new leader draws") {
            kit.setNeedsDisplay()
            let number = delegate.frames.withLock { $0["Virtual-2"]?.last?.number } ?? 0
            return number > 1
                && shows(card, "Virtual-2", Rectangle(x: 64, y: 0, width: 64, height: 48), seed: Int(number))
        }
        await kit.stop()
    }

    @Test func aPauseChangesNothing() async throws {
        let wall = try Wall()
        let delegate = RecordingDelegate { view in
            if view.timing.number == 0 { Self.drawAll(&view) }
            view.nextUpdate = .whenNeeded
        }
        let kit = try VideoKit(delegate: delegate, settings: settings([wall.card], wall.grid))
        try await kit.start()
        try await eventually("it is shown") { Wall.parts.allSatisfy { shows(wall.card, $0.key, $0.value) } }
        await kit.pause()
        #expect(kit.screens.allSatisfy { $0.wallPart == nil && $0.dark != nil })
        await kit.resume()
        try await eventually("it is shown again, and was drawn once") {
            Wall.parts.allSatisfy { shows(wall.card, $0.key, $0.value) }
        }
        #expect(delegate.ended.withLock { $0.isEmpty })
        await kit.stop()
        #expect(delegate.ended.withLock { $0.count } == 1)
    }

    @Test func anotherSizeIsAnotherSurface() async throws {
        let card = try SimulatedCard(screens: try [.make(64, 48), .make(64, 48)])
        let delegate = RecordingDelegate { Self.drawAll(&$0) }
        let kit = try VideoKit(
            delegate: delegate,
            settings: settings([card], try VideoWall(rows: [["Virtual-1", "Virtual-2"]], columnGap: 3)))
        try await kit.start()
        let right = Rectangle(x: 67, y: 0, width: 64, height: 48)
        try await eventually("both show it") {
            shows(card, "Virtual-1", Rectangle(x: 0, y: 0, width: 64, height: 48)) && shows(card, "Virtual-2", right)
        }
        let modesets = card.modesets.count
        try card.replace("Virtual-1", with: try .make(80, 60))
        try await eventually("the right one shows what is further right now") {
            shows(card, "Virtual-1", Rectangle(x: 0, y: 0, width: 80, height: 60))
                && shows(card, "Virtual-2", Rectangle(x: 83, y: 0, width: 64, height: 48))
        }
        #expect(card.modesets.count == modesets + 1)
        try await eventually("the content before has ended") { delegate.ended.withLock { $0.count } == 1 }

        try card.unplug("Virtual-1")
        try card.replace("Virtual-2", with: try .make(70, 20))
        try await eventually("the other one's part stays free, in its last size") {
            shows(card, "Virtual-2", Rectangle(x: 83, y: 0, width: 70, height: 20))
        }
        try await eventually("the new size is published") {
            kit.screens.map { $0.wallPart?.surface } == [Size(width: 153, height: 60)]
        }
        await kit.stop()
        #expect(delegate.ended.withLock { $0.count } == 3)
    }

    @Test func turnedAndShrunkScreensShowTheirParts() async throws {
        let card = try SimulatedCard(screens: try [.make(64, 48), .make(64, 48)])
        let delegate = RecordingDelegate { Self.drawAll(&$0) }
        let kit = try VideoKit(
            delegate: delegate, settings: settings([card], try VideoWall(rows: [["Virtual-1", "Virtual-2"]])))
        try await kit.start()
        for (index, screen) in kit.screens.enumerated() {
            var wanted = ScreenSettings()
            if index == 0 {
                wanted.orientation = .clockwise
            } else {
                var overscan = Overscan(top: .pixels(4), right: .pixels(2), bottom: .pixels(4), left: .pixels(6))
                overscan.compensation = .insetBounds
                wanted.overscan = overscan
            }
            try await kit.apply(wanted, to: screen.id)
        }
        #expect(
            kit.screens.map { $0.wallPart?.region } == [
                Rectangle(x: 0, y: 0, width: 48, height: 64), Rectangle(x: 48, y: 0, width: 56, height: 40),
            ])
        try await eventually("each shows its part, as it lies on it") {
            guard let turned = try card.picture(of: "Virtual-1"), let inset = try card.picture(of: "Virtual-2") else {
                return false
            }
            let isTurned = (0..<48).allSatisfy { y in
                // The left edge is on top, and the upper edge on the right.
                (0..<64).allSatisfy { turned[$0, y].rgb == Self.pixel(y, 63 - $0) }
            }
            return isTurned
                && (0..<48).allSatisfy { y in
                    (0..<64).allSatisfy { x in
                        let isSeen = (6..<62).contains(x) && (4..<44).contains(y)
                        return inset[x, y].rgb == (isSeen ? Self.pixel(48 + x - 6, y - 4) : 0)
                    }
                }
        }
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }

    @Test func aSlowScreenDoesNotSlowTheLeader() async throws {
        let card = try SimulatedCard(screens: try [.make(64, 48, 500), .make(64, 48, 1)])
        let delegate = RecordingDelegate { view in
            view.backgroundColor = Color(rgb: UInt32(view.timing.number) & 0xFF_FFFF)
        }
        let kit = try VideoKit(
            delegate: delegate, settings: settings([card], try VideoWall(rows: [["Virtual-1", "Virtual-2"]])))
        try await kit.start()
        try await eventually("the leader runs ahead of it") {
            kit.presented("Virtual-1") > 100 + 4 * kit.presented("Virtual-2")
        }
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }

    @Test func screensOfTwoCardsAreOneSurface() async throws {
        let first = try SimulatedCard(name: "first", screens: [.make(64, 48)])
        let second = try SimulatedCard(name: "second", screens: [.make(64, 48)])
        let delegate = RecordingDelegate { Self.drawAll(&$0) }
        let kit = try VideoKit(
            delegate: delegate,
            settings: settings([first, second], try VideoWall(rows: [["second/Virtual-1"], ["first/Virtual-1"]])))
        try await kit.start()
        let upper = Rectangle(x: 0, y: 0, width: 64, height: 48)
        let lower = Rectangle(x: 0, y: 48, width: 64, height: 48)
        try await eventually("both show their parts") {
            shows(second, "Virtual-1", upper) && shows(first, "Virtual-1", lower)
        }
        try await eventually("the leader is known") {
            kit.screens.first { $0.card == "second" }?.wallPart?.isLeader == true
                && kit.screens.first { $0.card == "first" }?.wallPart?.isLeader == false
        }
        try second.unplug("Virtual-1")
        try await eventually("the other card's leads") {
            kit.screens.first { $0.card == "first" }?.wallPart?.isLeader == true
        }
        try second.plug(try .make(64, 48))
        try await eventually("both show their parts again") {
            shows(second, "Virtual-1", upper) && shows(first, "Virtual-1", lower)
        }
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }

    /// Each card finds the places among all screens, and all cards must find the same screen.
    @Test func aNameThatTwoCardsHaveMeansTheFirstOne() async throws {
        let first = try SimulatedCard(name: "card0", screens: [.make(64, 48)])
        let second = try SimulatedCard(name: "card1", screens: [.make(64, 48)])
        let delegate = RecordingDelegate { Self.drawAll(&$0) }
        let kit = try VideoKit(
            delegate: delegate, settings: settings([second, first], try VideoWall(rows: [["Virtual-1"]])))
        try await kit.start()
        func members() -> [String] { kit.screens.filter { $0.wallPart != nil }.map(\.card) }
        #expect(members() == ["card0"])
        try first.unplug("Virtual-1")
        try await eventually("the other one has its name alone") { members() == ["card1"] }
        try first.plug(try .make(64, 48))
        try await eventually("it is back in its place") { members() == ["card0"] }
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }

    @Test func aScreenOfAWallCannotBeAMirror() async throws {
        let card = try SimulatedCard(screens: try [.make(64, 48), .make(64, 48), .make(64, 48)])
        let delegate = RecordingDelegate { Self.drawAll(&$0) }
        let kit = try VideoKit(
            delegate: delegate, settings: settings([card], try VideoWall(rows: [["Virtual-1", "Virtual-2"]])))
        try await kit.start()
        var wanted = ScreenSettings()
        wanted.mirrorSource = "Virtual-2"
        let (member, other) = (kit.screens[0].id, kit.screens[2].id)
        let error = await #expect(throws: ScreenError.self) { try await kit.apply(wanted, to: member) }
        #expect(error?.code == .invalidArgument)
        try await kit.apply(wanted, to: other)
        try await eventually("a screen outside the wall may mirror it") {
            shows(card, "Virtual-3", Rectangle(x: 64, y: 0, width: 64, height: 48))
        }
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }

    @Test func aSurfaceThatIsTooLargeIsReported() async throws {
        let card = try SimulatedCard(screens: [.make(1040, 64)])
        let delegate = RecordingDelegate { Self.drawAll(&$0) }
        let wall = try VideoWall(rows: [["Virtual-1"]] + (0..<63).map { ["Missing-\($0)"] }, rowGap: 4096)
        let kit = try VideoKit(delegate: delegate, settings: settings([card], wall))
        let events = kit.events
        try await kit.start()
        #expect(kit.screens.map(\.dark) == [nil])
        #expect(kit.screens.map(\.wallPart) == [nil])
        let message = "Virtual-1: the surface of its wall would have more than 268435456 pixels"
        let outcome = try await kit.apply(ScreenSettings(), to: kit.screens[0].id)
        #expect(outcome == .setOtherwise([SettingDeviation(.wall, message)]))
        await kit.stop()
        var warnings: [String] = []
        for await event in events { warnings += [event.warning].compactMap(\.self) }
        #expect(warnings == [message])
        #expect(delegate.frames.withLock { $0.isEmpty })
    }

    @Test func theContentEndsWhenItsDisplaysHaveBeenAwayForTooLong() async throws {
        let card = try SimulatedCard(screens: try [.make(64, 48), .make(64, 48)])
        let delegate = RecordingDelegate { Self.drawAll(&$0) }
        var settings = settings([card], try VideoWall(rows: [["Virtual-1", "Virtual-2"]]))
        settings.contentRetention = .milliseconds(50)
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        try await eventually("it is shown") { shows(card, "Virtual-2", Rectangle(x: 64, y: 0, width: 64, height: 48)) }
        try card.unplug("Virtual-1")
        try card.unplug("Virtual-2")
        try await eventually("its content has ended") { delegate.ended.withLock { $0.count } == 1 }
        try card.plug(try .make(64, 48))
        try await eventually("another one is shown") {
            shows(card, "Virtual-1", Rectangle(x: 0, y: 0, width: 64, height: 48))
        }
        await kit.stop()
        #expect(delegate.ended.withLock { $0.count } == 2)
    }

    @Test func aScreenThatHasLeftIsReleased() async throws {
        let card = try SimulatedCard(screens: try [.make(64, 48), .make(64, 48)])
        let delegate = RecordingDelegate { Self.drawAll(&$0) }
        let kit = try VideoKit(
            delegate: delegate, settings: settings([card], try VideoWall(rows: [["Virtual-1", "Virtual-2"]])))
        try await kit.start()
        let part = Rectangle(x: 64, y: 0, width: 64, height: 48)
        for name in ["Virtual-1", "Virtual-2"] {
            try await eventually("it is shown") {
                shows(card, "Virtual-2", part) && kit.shared.enabled.sessions.contains { $0.screen.name == name }
            }
            weak let session = kit.shared.enabled.sessions.first { $0.screen.name == name }
            weak let link = session?.drawing.link
            #expect(link != nil)
            try card.unplug(name)
            try await eventually("nothing holds \(name)") { session == nil && link == nil }
            try card.plug(try .make(64, 48))
        }
        await kit.stop()
        withExtendedLifetime(delegate) {}
    }
}
