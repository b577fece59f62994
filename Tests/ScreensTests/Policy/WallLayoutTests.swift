import Testing

@testable import Screens

/// The places of the screens of a wall in its surface.
@Suite struct WallLayoutTests {
    struct Wall: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rows: [[String]]
        var gaps = (column: 0, row: 0)
        let sizes: [String: Size]
        let size: String
        let parts: [String: String]
    }

    private static let hd = Size(width: 1920, height: 1080)
    private static let small = Size(width: 1280, height: 720)
    private static let tall = Size(width: 1080, height: 1920)

    private static let walls: [Wall] = [
        Wall(
            testDescription: "one screen", rows: [["a"]], gaps: (40, 30), sizes: ["a": hd], size: "1920x1080",
            parts: ["a": "1920x1080+0+0"]),
        Wall(
            testDescription: "two side by side, with a gap", rows: [["a", "b"]], gaps: (40, 30),
            sizes: ["a": hd, "b": hd], size: "3880x1080", parts: ["a": "1920x1080+0+0", "b": "1920x1080+1960+0"]),
        Wall(
            testDescription: "two, one over the other", rows: [["a"], ["b"]], gaps: (40, 30),
            sizes: ["a": hd, "b": hd], size: "1920x2190", parts: ["a": "1920x1080+0+0", "b": "1920x1080+0+1110"]),
        Wall(
            testDescription: "four with gaps", rows: [["a", "b"], ["c", "d"]], gaps: (7, 5),
            sizes: ["a": small, "b": small, "c": small, "d": small], size: "2567x1445",
            parts: [
                "a": "1280x720+0+0", "b": "1280x720+1287+0", "c": "1280x720+0+725", "d": "1280x720+1287+725",
            ]),
        Wall(
            testDescription: "of different sizes, each at the upper left of its cell",
            rows: [["a", "b"], ["c", "d"]],
            gaps: (10, 20), sizes: ["a": hd, "b": small, "c": small, "d": tall], size: "3210x3020",
            parts: [
                "a": "1920x1080+0+0", "b": "1280x720+1930+0", "c": "1280x720+0+1100", "d": "1080x1920+1930+1100",
            ]),
        Wall(
            testDescription: "rows of different lengths", rows: [["a"], ["b", "c"]], gaps: (1, 1),
            sizes: ["a": hd, "b": hd, "c": small], size: "3201x2161",
            parts: ["a": "1920x1080+0+0", "b": "1920x1080+0+1081", "c": "1280x720+1921+1081"]),
        Wall(
            testDescription: "an unknown one is as its column and row are", rows: [["a", "b"], ["c", "d"]],
            sizes: ["b": small, "c": tall], size: "2360x2640",
            parts: [
                "a": "1080x720+0+0", "b": "1280x720+1080+0", "c": "1080x1920+0+720", "d": "1280x1920+1080+720",
            ]),
        Wall(
            testDescription: "an unknown column is as the first known one is", rows: [["a", "b", "c"]],
            sizes: ["b": small, "c": hd], size: "4480x1080",
            parts: ["a": "1280x1080+0+0", "b": "1280x720+1280+0", "c": "1920x1080+2560+0"]),
        Wall(
            testDescription: "a screen of no place does not count", rows: [["a"]], sizes: ["a": small, "z": hd],
            size: "1280x720", parts: ["a": "1280x720+0+0"]),
    ]

    @Test(arguments: walls)
    func eachScreenHasItsPartOfTheSurface(_ wall: Wall) throws {
        let grid = try VideoWall(rows: wall.rows, columnGap: wall.gaps.column, rowGap: wall.gaps.row)
        let layout = try #require(WallLayout(grid, sizes: wall.sizes))
        #expect(layout.size.description == wall.size)
        #expect(layout.parts.mapValues(\.description) == wall.parts)
    }

    @Test func partsLieWithinTheSurfaceAndApart() throws {
        var random = SplitMix(state: 7)
        for _ in 0..<200 {
            let rows = (0..<Int.random(in: 1...4, using: &random)).map { row in
                (0..<Int.random(in: 1...4, using: &random)).map { "\(row)-\($0)" }
            }
            let grid = try VideoWall(
                rows: rows, columnGap: .random(in: 0...50, using: &random), rowGap: .random(in: 0...50, using: &random))
            var sizes: [String: Size] = [:]
            for name in grid.names where sizes.isEmpty || Bool.random(using: &random) {
                sizes[name] = Size(
                    width: .random(in: 1...999, using: &random), height: .random(in: 1...999, using: &random))
            }
            let layout = try #require(WallLayout(grid, sizes: sizes))
            let parts = try grid.names.map { try #require(layout.parts[$0]) }
            for (index, part) in parts.enumerated() {
                #expect(part.intersection(Rectangle(layout.size)) == part)
                #expect(parts[..<index].allSatisfy { $0.intersection(part).isEmpty })
            }
            for (name, size) in sizes { #expect(layout.parts[name]?.size == size) }
        }
    }

    @Test func withoutAnyScreenThereIsNoSurface() throws {
        let grid = try VideoWall(rows: [["a", "b"]])
        #expect(WallLayout(grid, sizes: [:]) == nil)
        #expect(WallLayout(grid, sizes: ["z": Self.hd]) == nil)
    }

    @Test(arguments: [Int.min, -1, 0, 1, 65536, .max])
    func anyNumberIsASizeOrTooLarge(_ side: Int) throws {
        let grid = try VideoWall(
            rows: (0..<8).map { row in (0..<8).map { "\(row)-\($0)" } }, columnGap: 4096, rowGap: 4096)
        #expect(WallLayout(grid, sizes: ["0-0": Size(width: side, height: side)]) == nil)
        let one = try VideoWall(rows: [["a"]])
        let layout = WallLayout(one, sizes: ["a": Size(width: side, height: 1)])
        #expect(layout?.size.width == min(max(side, 1), 65536))
    }

    @Test func aSurfaceHasALargestArea() throws {
        let grid = try VideoWall(rows: [["a", "b"]])
        let half = Size(width: 1 << 13, height: 1 << 14)
        #expect(WallLayout(grid, sizes: ["a": half, "b": half])?.size == Size(width: 1 << 14, height: 1 << 14))
        #expect(WallLayout(grid, sizes: ["a": half, "b": Size(width: (1 << 13) + 1, height: 1)]) == nil)
    }
}
