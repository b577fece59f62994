import Synchronization
import TestSupport
import Testing

@testable import Screens

/// Screens of a wall come, go and change their modes in any order; the result is the same as without that history.
@Suite struct WallHistoryTests {
    private static let machines: [SampleMachine] = {
        var all = SimulatedAbilities()
        all.orientations = Set(Orientation.allCases)
        all.placesPictures = true
        all.scalesPictures = true
        return [
            SampleMachine(testDescription: "direct", memory: .scanout),
            SampleMachine(testDescription: "direct, three buffers", memory: .scanout, buffers: 3),
            SampleMachine(testDescription: "shadow", memory: .shadow),
            SampleMachine(testDescription: "everything, direct", abilities: all, memory: .scanout, buffers: 3),
            SampleMachine(testDescription: "RGB565", buffers: 3, format: .rgb565),
        ]
    }()

    /// A place of the wall: a screen's card and name.
    private struct Place: Hashable {
        let card: Int
        let name: String
    }

    private static let places = [
        Place(card: 1, name: "Virtual-1"), Place(card: 0, name: "Virtual-1"),
        Place(card: 0, name: "Virtual-2"), Place(card: 1, name: "Virtual-2"),
    ]
    /// A screen in no wall that mirrors a screen of a wall.
    private static let mirror = Place(card: 0, name: "Virtual-3")
    private static let mirrored = places[2]

    private static func screen(_ machine: SampleMachine) throws -> SimulatedScreen {
        SimulatedScreen(
            modes: [
                try SimulatedMode(width: 24, height: 16, millihertz: 500_000),
                try SimulatedMode(width: 18, height: 20, millihertz: 400_000),
            ],
            abilities: machine.abilities)
    }

    /// A delegate that draws each content once, and counts simultaneous calls for one content.
    private final class Wall: VideoKitDelegate {
        let drawn = Mutex<Set<ContentID>>([])
        let ended = Mutex<[ContentID]>([])
        let clashes = Mutex(0)
        private let running = Mutex<Set<ContentID>>([])

        func updateExternalView(_ view: inout ExternalView) {
            let content = view.content
            if !running.withLock({ $0.insert(content).inserted }) { clashes.withLock { $0 += 1 } }
            defer { running.withLock { _ = $0.remove(content) } }
            view.nextUpdate = .whenNeeded
            guard view.timing.number == 0 else { return }
            drawn.withLock { _ = $0.insert(content) }
            let size = view.bounds.size
            view.withPixels { pixels, stride in
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        pixels[y * stride + x] = UInt32(x * 3 & 0xFF) << 16 | UInt32(y * 3 & 0xFF) << 8 | 0x80
                    }
                }
            }
        }

        func contentDidEnd(_ content: ContentID) { ended.withLock { $0.append(content) } }
    }

    private struct Stage {
        let cards: [SimulatedCard]
        let kit: VideoKit
        let wall = Wall()

        init(_ machine: SampleMachine) async throws {
            cards = try [("card0", 3), ("card1", 2)].map { name, count in
                try SimulatedCard(
                    name: name, screens: try (0..<count).map { _ in try WallHistoryTests.screen(machine) })
            }
            var settings = VideoKit.Settings()
            settings.cards = .simulated(cards[0], cards[1])
            settings.drawingMemory = machine.memory
            settings.bufferCount = machine.buffers
            settings.format = machine.format
            settings.contentRetention = .milliseconds(10)
            let names = WallHistoryTests.places.map { "card\($0.card)/\($0.name)" }
            settings.walls = [try VideoWall(rows: [Array(names[..<2]), Array(names[2...])], columnGap: 3, rowGap: 2)]
            kit = try VideoKit(delegate: wall, settings: settings)
        }

        func screen(_ place: Place) -> Screen? {
            kit.screens.first { $0.card == "card\(place.card)" && $0.name == place.name }
        }

        func apply(_ request: ScreenSettings, to place: Place) async throws {
            guard let id = screen(place)?.id else { return }
            try await kit.apply(request, to: id)
        }

        func picture(_ place: Place) -> Picture? { try? cards[place.card].picture(of: place.name) }
    }

    private static func request(_ random: inout SplitMix) -> ScreenSettings {
        var request = ScreenSettings()
        request.orientation = Orientation.allCases.randomElement(using: &random)
        request.mode = [nil, ModePolicy("18x20")].randomElement(using: &random) ?? nil
        if Bool.random(using: &random) {
            request.overscan = Overscan(.pixels(Int.random(in: 0...5, using: &random)))
            request.overscan?.compensation = [.scale, .insetBounds, .none].randomElement(using: &random) ?? .scale
        }
        request.dimming = [nil, 0, 0.3, 0.9].randomElement(using: &random) ?? nil
        return request
    }

    @Test(arguments: 0..<Self.machines.count)
    func theShownPartsDoNotDependOnTheHistory(_ number: Int) async throws {
        let machine = Self.machines[number]
        var random = SplitMix(state: UInt64(number) + 99)
        let stage = try await Stage(machine)
        try await stage.kit.start()
        let all = Self.places + [Self.mirror]
        var requests = Dictionary(uniqueKeysWithValues: all.map { ($0, ScreenSettings()) })
        requests[Self.mirror]?.mirrorSource = "card\(Self.mirrored.card)/\(Self.mirrored.name)"
        try await stage.apply(requests[Self.mirror] ?? ScreenSettings(), to: Self.mirror)
        var away: Set<Place> = []
        var off: Set<Place> = []
        var left: Set<Place> = []
        for step in 0..<25 {
            let chosen = Self.places.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
            let kind = Int.random(in: 0..<7, using: &random)
            switch kind {
            case 0, 1:
                for place in chosen {
                    if away.remove(place) == nil { away.insert(place) }
                    stage.cards[place.card].replaceSilently(
                        place.name, with: away.contains(place) ? nil : try Self.screen(machine))
                }
                for card in stage.cards { card.announceHotplug() }
                try await eventually("the hotplug is known") {
                    all.allSatisfy { (stage.screen($0) == nil) == away.contains($0) }
                }
            case 2:
                for place in chosen where !away.contains(place) {
                    if off.remove(place) == nil { off.insert(place) }
                }
            case 3:
                for place in chosen where !away.contains(place) {
                    if left.remove(place) == nil { left.insert(place) }
                }
            case 4:
                await stage.kit.pause()
                await stage.kit.resume()
            case 5 where step % 3 == 0:
                await stage.kit.stop()
                try await stage.kit.start()
            default:
                for place in chosen where !away.contains(place) && !off.contains(place) && !left.contains(place) {
                    requests[place] = Self.request(&random)
                }
            }
            for place in all {
                var request = requests[place] ?? ScreenSettings()
                request.isOn = !off.contains(place)
                request.isDriven = left.contains(place) ? false : nil
                try await stage.apply(request, to: place)
            }
            let lit = Self.places.filter { !away.contains($0) && !off.contains($0) && !left.contains($0) }
            guard !lit.isEmpty else { continue }

            let fresh = try await Stage(machine)
            try await fresh.kit.start()
            for place in all { try await fresh.apply(requests[place] ?? ScreenSettings(), to: place) }
            let compared = lit + (lit.contains(Self.mirrored) ? [Self.mirror] : [])
            let what = "\(machine.testDescription), step \(step), kind \(kind), lit \(lit)"
            try await eventually("\(what)") {
                compared.allSatisfy { place in
                    guard let picture = stage.picture(place), picture.pixels.contains(where: { $0.rgb != 0 }) else {
                        return false
                    }
                    return picture == fresh.picture(place)
                }
            }
            let leader = lit.first
            try await eventually("\(what): the leader is known") {
                Self.places.allSatisfy { place in
                    let part = stage.screen(place)?.wallPart
                    guard lit.contains(place) else { return part == nil }
                    return part?.isLeader == (place == leader)
                        && part?.surface == fresh.screen(place)?.wallPart?.surface
                        && part?.region == fresh.screen(place)?.wallPart?.region
                }
            }
            await fresh.kit.stop()
            #expect(fresh.wall.clashes.withLock { $0 } == 0)
        }
        await stage.kit.stop()
        #expect(stage.wall.clashes.withLock { $0 } == 0, "one caller at a time")
        let ended = stage.wall.ended.withLock { $0 }
        #expect(ended.count == Set(ended).count, "each ends once")
        #expect(stage.wall.drawn.withLock { $0 }.isSubset(of: ended), "and all end")
    }

    @Test(arguments: [0, 1])
    func theWallIsWholeAfterChangesAtTheSameTime(_ number: Int) async throws {
        let machine = Self.machines[number]
        let stage = try await Stage(machine)
        try await stage.kit.start()
        let all = Self.places
        await withTaskGroup(of: Void.self) { group in
            func play(_ seed: UInt64, _ step: @escaping @Sendable (Place, inout SplitMix) async throws -> Void) {
                group.addTask {
                    var random = SplitMix(state: seed &+ UInt64(number) << 32)
                    for _ in 0..<60 {
                        guard let place = all.randomElement(using: &random) else { return }
                        // The screen may be missing, or may leave meanwhile.
                        try? await step(place, &random)
                        await Task.yield()
                    }
                }
            }
            play(1) { place, random in
                let isThere = Bool.random(using: &random)
                stage.cards[place.card].replaceSilently(place.name, with: isThere ? try Self.screen(machine) : nil)
                stage.cards[place.card].announceHotplug()
            }
            for seed in 2..<4 as Range<UInt64> {
                play(seed) { place, random in
                    var request = Self.request(&random)
                    request.isOn = Int.random(in: 0..<4, using: &random) > 0
                    request.isDriven = Int.random(in: 0..<4, using: &random) > 0 ? nil : false
                    try await stage.apply(request, to: place)
                }
            }
            play(4) { _, _ in
                await stage.kit.pause()
                await stage.kit.resume()
            }
            play(5) { _, random in
                guard Int.random(in: 0..<8, using: &random) == 0 else { return stage.kit.setNeedsDisplay() }
                await stage.kit.stop()
                try await stage.kit.start()
            }
            play(6) { place, _ in
                guard let id = stage.screen(place)?.id else { return }
                let link = try stage.kit.makeDisplayLink(for: id) { $0.nextUpdate = .whenNeeded }
                stage.kit.setNeedsDisplay(id)
                _ = try await stage.kit.capture(id)
                link.invalidate()
            }
        }
        try await stage.kit.start()
        await stage.kit.resume()
        for place in all { stage.cards[place.card].replaceSilently(place.name, with: try Self.screen(machine)) }
        for card in stage.cards { card.announceHotplug() }
        try await eventually("all are there") { all.allSatisfy { stage.screen($0) != nil } }
        for place in all + [Self.mirror] { try await stage.apply(ScreenSettings(), to: place) }
        let fresh = try await Stage(machine)
        try await fresh.kit.start()
        try await eventually("the wall is whole") {
            all.allSatisfy { place in
                stage.screen(place)?.wallPart != nil
                    && stage.screen(place)?.wallPart == fresh.screen(place)?.wallPart
                    && stage.picture(place).map { $0 == fresh.picture(place) && $0.pixels.contains { $0.rgb != 0 } }
                        == true
            }
        }
        await fresh.kit.stop()
        await stage.kit.stop()
        #expect(stage.wall.clashes.withLock { $0 } == 0, "one caller at a time")
        let ended = stage.wall.ended.withLock { $0 }
        #expect(ended.count == Set(ended).count, "each ends once")
        #expect(stage.wall.drawn.withLock { $0 }.isSubset(of: ended), "and all end")
    }
}

extension UInt32 {
    fileprivate var rgb: UInt32 { self & 0xFF_FFFF }
}
