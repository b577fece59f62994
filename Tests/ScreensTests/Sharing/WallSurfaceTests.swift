import Testing

@testable import Screens

/// The turn to draw a wall.
@Suite struct WallSurfaceTests {
    private func surface() throws -> WallSurface {
        let size = Size(width: 8, height: 8)
        let layout = try #require(WallLayout(try VideoWall(rows: [["a"]]), sizes: ["a": size]))
        return WallSurface(
            layout: layout,
            content: ContentRegister(delegate: nil, warn: { _, _ in }).makeContent(for: .make(), size: size))
    }

    @Test func theLeaderGetsTheTurn() throws {
        let surface = try surface()
        #expect(!surface.beginTurn(of: 1), "no screen leads yet")
        surface.setLeader(1)
        #expect(!surface.beginTurn(of: 2))
        #expect(surface.beginTurn(of: 1))
        surface.endTurn()
        #expect(surface.beginTurn(of: 1))
    }

    @Test func aLeaderThatIsReplacedInACallKeepsTheTurnToItsEnd() throws {
        let surface = try surface()
        surface.setLeader(1)
        #expect(surface.beginTurn(of: 1))
        surface.setLeader(2)
        #expect(!surface.beginTurn(of: 2))
        surface.endTurn()
        #expect(!surface.beginTurn(of: 1), "it has been replaced")
        #expect(surface.beginTurn(of: 2))
    }

    @Test func itEndsWhenTheLastTurnHas() throws {
        let surface = try surface()
        surface.setLeader(1)
        #expect(surface.beginTurn(of: 1))
        surface.close()
        #expect(!surface.end.isDone)
        surface.endTurn()
        #expect(surface.end.isDone)
        #expect(!surface.beginTurn(of: 1))
    }

    @Test func withoutATurnItEndsAtOnce() throws {
        let surface = try surface()
        surface.setLeader(1)
        surface.close()
        #expect(surface.end.isDone)
        #expect(!surface.beginTurn(of: 1))
    }
}
