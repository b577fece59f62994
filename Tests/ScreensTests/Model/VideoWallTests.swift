import Testing

@testable import Screens

/// Valid and invalid grids of screens.
@Suite struct VideoWallTests {
    @Test(
        arguments: [
            [["DP-1"]],
            [["DP-1", "DP-2"], ["DP-3"]],
            [["card0/DP-1", "card1/DP-1"]],
            [["DP-1", "card1/DP-2"]],
            (0..<8).map { row in (0..<8).map { "DP-\(row * 8 + $0)" } },
        ] as [[[String]]])
    func rowsOfDifferentScreensAreAGrid(_ rows: [[String]]) throws {
        #expect(try VideoWall(rows: rows).names == rows.flatMap(\.self))
    }

    @Test(
        arguments: [
            ([], "no screens, or too many"),
            ([[]], "an empty row or name"),
            ([["DP-1"], []], "an empty row or name"),
            ([["DP-1", ""]], "an empty row or name"),
            ([["DP-1", "DP-1"]], "'DP-1' twice"),
            ([["DP-1"], ["DP-2", "DP-1"]], "'DP-1' twice"),
            ([["DP-1", "card1/DP-1"]], "'card1/DP-1' twice"),
            ([["card1/DP-1", "DP-1"]], "'DP-1' twice"),
            ([["card0/DP-1", "card1/DP-1", "card0/DP-1"]], "'card0/DP-1' twice"),
            ([(0...64).map { "DP-\($0)" }], "no screens, or too many"),
            ((0...64).map { ["DP-\($0)"] }, "no screens, or too many"),
        ] as [([[String]], String)])
    func malformedGridsAreRefused(_ rows: [[String]], _ object: String) {
        let error = #expect(throws: ScreenError.self) { try VideoWall(rows: rows) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.object == object)
    }

    @Test(arguments: [0, 1, 4096])
    func gapsWithinTheirLimitsAreKept(_ gap: Int) throws {
        let wall = try VideoWall(rows: [["DP-1"]], columnGap: gap, rowGap: 4096 - gap)
        #expect(wall.columnGap == gap)
        #expect(wall.rowGap == 4096 - gap)
    }

    @Test(arguments: [-1, 4097, .min, .max])
    func gapsOutsideTheirLimitsAreRefused(_ gap: Int) {
        let columns = #expect(throws: ScreenError.self) { try VideoWall(rows: [["DP-1"]], columnGap: gap) }
        let rows = #expect(throws: ScreenError.self) { try VideoWall(rows: [["DP-1"]], rowGap: gap) }
        #expect(columns?.object == "a gap of \(gap)")
        #expect(rows?.object == "a gap of \(gap)")
    }

    @Test(
        arguments: [
            (["DP-1"], ["DP-2"], nil),
            (["card0/DP-1"], ["card1/DP-1"], nil),
            (["DP-1"], ["DP-1"], "'DP-1', which is in another wall"),
            (["DP-1"], ["card1/DP-1"], "'card1/DP-1', which is in another wall"),
        ] as [([String], [String], String?)])
    func aScreenIsInOneVideoWall(_ first: [String], _ second: [String], _ object: String?) throws {
        var settings = VideoKit.Settings()
        settings.walls = [try VideoWall(rows: [first]), try VideoWall(rows: [second])]
        var found: String?
        do throws(ScreenError) { try settings.check() } catch { found = error.object }
        #expect(found == object)
    }

    @Test func mirrorsAndVideoWallsExcludeEachOther() throws {
        var settings = VideoKit.Settings()
        settings.walls = [try VideoWall(rows: [["DP-1", "DP-2"]])]
        settings.mirrorSource = "DP-3"
        let error = #expect(throws: ScreenError.self) { try settings.check() }
        #expect(error?.code == .invalidArgument)
    }
}
