import Synchronization
import Testing

@testable import Screens

/// The drawing of a wall's screens, step by step.
@Suite struct WallPainterTests {
    private static let size = Size(width: 16, height: 8)

    /// Two screens side by side, which the test calls instead of threads.
    private final class Wall {
        let group: WallGroup
        private var members: [WallMember] = []

        init() throws {
            group = WallGroup(
                try VideoWall(rows: [["a", "b"]], columnGap: 2), contents: ContentRegister(delegate: nil) { _, _ in },
                cadence: .interval(3))
        }

        func join(_ name: String, _ draw: @escaping @Sendable (inout ExternalView) -> Void) -> Member {
            let member = WallMember(WallPlace(wall: 0, name: name), screen: .make(), size: size, group: group)
            members.append(member)
            return Member(member, draw)
        }

        /// Ends the references between a group and its members, which would last until they leave.
        func end() {
            for member in members { member.leave() }
            group.end()
        }
    }

    private struct Member {
        let member: WallMember
        let painter: WallPainter
        let canvas: ScreenCanvas
        let links = ScreenLinks()
        let link: DisplayLink
        let signal = FrameSignal()

        init(_ member: WallMember, _ draw: @escaping @Sendable (inout ExternalView) -> Void) {
            self.member = member
            painter = WallPainter(member: member) { view, _ in draw(&view) }
            canvas = ScreenCanvas(content: ContentID(number: 0), screen: member.screen, size: size)
            link = DisplayLink(home: links, cadence: .interval(1)) { _ in }
            member.join(link, signal)
        }

        /// Draws a frame.
        ///
        /// - Parameter target: the time of its refresh, in nanoseconds.
        /// - Returns: the damage.
        func draw(at target: Int64 = 0) -> [String] {
            canvas.damageTaken()
            var view = ExternalView(
                timing: FrameTiming(
                    number: 77, timestamp: .zero, targetTimestamp: MonotonicTime(nanoseconds: target),
                    duration: .nanoseconds(1), missed: 0),
                canvas: canvas)
            painter.draw(on: &view)
            return (0..<canvas.damage.count).map { canvas.damage[$0].description }
        }

        var corner: Color { Color(rgb: canvas.pixels.row(0)[0]) }
    }

    private static let red = Color(rgb: 0xFF0000)
    private static let blue = Color(rgb: 0x0000FF)

    @Test func eachIsDamagedInItsPart() throws {
        let place = Mutex(Rectangle(x: 0, y: 0, width: 0, height: 0))
        let wall = try Wall()
        defer { wall.end() }
        let draw: @Sendable (inout ExternalView) -> Void = { view in
            view.fill(place.withLock { $0 }, with: Self.red)
        }
        let (b, a) = (wall.join("b", draw), wall.join("a", draw))
        #expect(b.draw() == [] && a.draw() == [], "nothing is laid out")
        #expect(wall.group.layOut() == nil)
        #expect(b.draw() == [])
        #expect(a.draw() == ["16x8+0+0"] && b.draw() == ["16x8+0+0"], "all of it at first")
        #expect(a.draw() == [] && b.draw() == [])
        // The drawn place, the leader's damage, and whether the other screen has damage.
        let stories: [(Rectangle, [String], Bool)] = [
            (Rectangle(x: 1, y: 1, width: 2, height: 2), ["2x2+1+1"], false),
            (Rectangle(x: 20, y: 1, width: 2, height: 2), ["1x1+0+0"], true),
            (Rectangle(x: 14, y: 3, width: 6, height: 2), ["2x2+14+3"], true),
            (Rectangle(x: 16, y: 1, width: 2, height: 2), ["1x1+0+0"], false),
        ]
        for (index, story) in stories.enumerated() {
            place.withLock { $0 = story.0 }
            #expect(a.draw() == story.1)
            #expect(b.draw().isEmpty != story.2)
            for (member, left) in [(a, 0), (b, 18)] {
                for y in 0..<8 {
                    for x in 0..<16 {
                        let pixel = Rectangle(x: left + x, y: y, width: 1, height: 1)
                        let isRed = stories[...index].contains { !$0.0.intersection(pixel).isEmpty }
                        #expect(member.canvas.pixels.row(y)[x] == (isRed ? Self.red.rgb : 0))
                    }
                }
            }
        }
    }

    @Test func theLeaderIsCalledAsOftenAsTheDelegateIsToBe() throws {
        let wall = try Wall()
        defer { wall.end() }
        let (a, b) = (wall.join("a") { _ in }, wall.join("b") { _ in })
        _ = wall.group.layOut()
        #expect(a.link.frameInterval == 3 && b.link.frameInterval == 1)
        a.member.leave()
        #expect(b.link.frameInterval == 3)
    }

    @Test func aLeaderThatWaitsForTheTurnTriesAtEachRefresh() throws {
        let wall = try Wall()
        defer { wall.end() }
        let b = wall.join("b") { _ in }
        let a = wall.join("a") { _ in }
        _ = wall.group.layOut()
        // The surface is replaced while it is drawn on.
        let surface = try #require(a.member.assignment?.surface)
        #expect(surface.beginTurn(of: a.member.number))
        a.member.leave()
        #expect(b.link.frameInterval == 3)
        #expect(b.draw() == [])
        #expect(b.link.frameInterval == 1)
        surface.endTurn()
        #expect(b.draw() == ["16x8+0+0"])
        #expect(b.link.frameInterval == 3, "it draws, as often as the delegate is to be called")
    }

    @Test func framesAreCountedByTheSurfaceUnderAnyLeader() throws {
        let timings = Mutex<[FrameTiming]>([])
        let wall = try Wall()
        defer { wall.end() }
        let draw: @Sendable (inout ExternalView) -> Void = { view in
            let timing = view.timing
            timings.withLock { $0.append(timing) }
        }
        let (a, b) = (wall.join("a", draw), wall.join("b", draw))
        _ = wall.group.layOut()
        for (time, member) in [a, b, a].enumerated() { _ = member.draw(at: Int64(time)) }
        a.member.leave()
        for (time, member) in [b, a, b].enumerated() { _ = member.draw(at: Int64(3 + time)) }
        #expect(timings.withLock { $0.map(\.number) } == [0, 1, 2, 3])
        #expect(timings.withLock { $0.map(\.elapsed) } == [0, 2, 1, 2].map(Duration.nanoseconds))
    }

    /// A picture that was published to a screen before it led is older than the frames that it has drawn since.
    @Test func aFormerLeaderShowsNothingOlder() throws {
        let color = Mutex(Self.red)
        let wall = try Wall()
        defer { wall.end() }
        let draw: @Sendable (inout ExternalView) -> Void = { view in view.backgroundColor = color.withLock { $0 } }
        let (a, b) = (wall.join("a", draw), wall.join("b", draw))
        _ = wall.group.layOut()
        // The picture is published to b, which does not take it.
        _ = a.draw()
        a.member.leave()
        color.withLock { $0 = Self.blue }
        _ = b.draw()
        #expect(b.corner == Self.blue)
        let back = wall.join("a", draw)
        _ = wall.group.layOut()
        #expect(b.draw() == [])
        #expect(b.corner == Self.blue)
        color.withLock { $0 = .white }
        _ = back.draw()
        #expect(b.draw() == ["16x8+0+0"])
        #expect(b.corner == .white)
    }
}
