import Testing

@testable import Screens

@Suite struct LineTests {
    /// Returns the coverage of a pixel by the definition, 0 to 1.
    private func coverage(
        _ x: Int, _ y: Int, _ start: (x: Double, y: Double), _ end: (x: Double, y: Double), _ width: Double
    ) -> Double {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = (dx * dx + dy * dy).squareRoot()
        guard length > 0 else { return 0 }
        let (px, py) = (Double(x) + 0.5 - (start.x + end.x) / 2, Double(y) + 0.5 - (start.y + end.y) / 2)
        let (along, across) = ((px * dx + py * dy) / length, (py * dx - px * dy) / length)
        func part(_ distance: Double, _ width: Double) -> Double {
            min(max(width / 2 + 0.5 - abs(distance), 0), min(width, 1))
        }
        return part(across, width) * part(along, length)
    }

    @Test func eachPixelIsCoveredByItsDistance() {
        for round in 0..<400 {
            let board = DrawingBoard(.random(in: 1...50), .random(in: 1...40))
            let far = round % 5 == 0 ? 1000.0 : 60
            func point() -> (x: Double, y: Double) { (.random(in: -far...far), .random(in: -far...far)) }
            let (start, end) = (point(), round % 7 == 0 ? (x: 10.0, y: 3.5) : point())
            let width = [0.3, 1, 2.5, 17][round % 4]
            let damage = board.draw { $0.drawLine(from: start, to: end, with: .white, width: width) }
            let picture = board.picture
            for y in 0..<picture.size.height {
                for x in 0..<picture.size.width {
                    let exact = coverage(x, y, start, end, width) * 255
                    let drawn = Double(picture[x, y].red)
                    #expect(abs(drawn - exact) < 2.1, "\(start) \(end) \(width) at \(x), \(y)")
                    if drawn > 0 { #expect(damage.contains { $0.contains(x: x, y: y) }) }
                }
            }
        }
    }

    @Test func alongTheMiddlesOfPixelsALineIsSharp() {
        let board = DrawingBoard(8, 4)
        board.draw {
            $0.drawLine(from: (1, 1.5), to: (7, 1.5), with: .white)
            $0.drawLine(from: (3.5, 4), to: (3.5, 2), with: .white)
        }
        #expect(board.drawing([0: ".", 0xFFFFFF: "w"]) == ["........", ".wwwwww.", "...w....", "...w...."])
    }

    @Test(arguments: [
        (0.0, 0.0, 0.0, 0.0, 1.0), (0, 0, 5, 5, 0), (0, 0, 5, 5, -1), (0, 0, 5, 5, .nan), (.nan, 0, 5, 5, 1),
        (0, 0, .infinity, 5, 1), (-.infinity, 0, .infinity, 0, 3),
    ])
    func impossibleLinesDrawNothing(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double, _ width: Double) {
        let board = DrawingBoard(8, 8)
        board.draw { $0.drawLine(from: (x, y), to: (toX, toY), with: .white, width: width) }
        #expect(board.picture.pixels.allSatisfy { $0 == 0 })
    }

    @Test func farEndsAreCutOff() {
        for far in [1e6, 1e12] {
            let board = DrawingBoard(8, 8)
            board.draw { $0.drawLine(from: (-far, 3.5), to: (far, 3.5), with: .white, width: 1) }
            #expect((0..<8).allSatisfy { board.picture[$0, 3] == .white }, "\(far)")
        }
        // Beyond the precision of the numbers, any picture is right.
        let board = DrawingBoard(8, 8)
        board.draw { $0.drawLine(from: (-1e100, 4), to: (1e300, 1e100), with: .white, width: 1e9) }
    }
}
