import Screens
import Testing

@testable import ScreensGraphics

/// Shapes whose pixels are exact.
@Suite struct ShapeTests {
    private static let letters: [UInt32: Character] = [
        0: ".", 0xFFFFFF: "w", 0xFF0000: "r", 0x00FF00: "g", 0x0000FF: "b",
    ]
    private static let red = Color(rgb: 0xFF0000)
    private static let green = Color(rgb: 0x00FF00)

    private struct Shape: Sendable {
        let name: String
        let rows: [String]
        let draw: @Sendable (inout GraphicsContext) -> Void
    }

    private static let shapes: [Shape] = [
        Shape(name: "a rectangle", rows: ["......", ".rrr..", ".rrr..", "......"]) {
            $0.fill(Rectangle(x: 1, y: 1, width: 3, height: 2), with: red)
        },
        Shape(name: "a rectangle beyond the bounds", rows: ["rr....", "rr....", "......", "......"]) {
            $0.fill(Rectangle(x: -5, y: -5, width: 7, height: 7), with: red)
        },
        Shape(name: "a rectangle of whole numbers", rows: ["......", ".rrr..", ".rrr..", "......"]) {
            $0.fill(.rectangle(x: 4, y: 3, width: -3, height: -2), with: red)
        },
        Shape(name: "a hole by the even-odd rule", rows: ["rrrrr.", "r...r.", "rrrrr.", "......"]) {
            var path = Path.rectangle(Rectangle(x: 0, y: 0, width: 5, height: 3))
            path.add(.rectangle(Rectangle(x: 1, y: 1, width: 3, height: 1)))
            $0.fill(path, with: red, rule: .evenOdd)
        },
        Shape(name: "no hole by the non-zero rule", rows: ["rrrrr.", "rrrrr.", "rrrrr.", "......"]) {
            var path = Path.rectangle(Rectangle(x: 0, y: 0, width: 5, height: 3))
            path.add(.rectangle(Rectangle(x: 1, y: 1, width: 3, height: 1)))
            $0.fill(path, with: red)
        },
        Shape(name: "a line along the middle of pixels", rows: ["......", ".rrrr.", "......", "......"]) {
            $0.stroke(.line(from: (1, 1.5), to: (5, 1.5)), with: red)
        },
        Shape(name: "a line with square ends", rows: ["......", "rrrrrr", "rrrrrr", "......"]) {
            $0.stroke(.line(from: (1, 2), to: (5, 2)), with: .color(red), style: StrokeStyle(width: 2, cap: .square))
        },
        Shape(name: "a frame with corners", rows: ["rrrr..", "r..r..", "rrrr..", "......"]) {
            $0.stroke(.rectangle(x: 0.5, y: 0.5, width: 3, height: 2), with: red)
        },
        Shape(name: "dashes", rows: ["......", "rr.rr.", "......", "......"]) {
            $0.stroke(
                .line(from: (0, 1.5), to: (6, 1.5)), with: .color(red), style: StrokeStyle(width: 1, dashes: [2, 1]))
        },
        Shape(name: "dashes from within", rows: ["......", "r.rr.r", "......", "......"]) {
            $0.stroke(
                .line(from: (0, 1.5), to: (6, 1.5)), with: .color(red),
                style: StrokeStyle(width: 1, dashes: [2, 1], dashOffset: 1))
        },
        Shape(name: "moved and larger", rows: ["..rr..", "..rr..", "..rr..", "..rr.."]) {
            $0.translate(x: 2, y: 0)
            $0.scale(x: 2, y: 4)
            $0.fill(Rectangle(x: 0, y: 0, width: 1, height: 1), with: red)
        },
        Shape(name: "a quarter to the right", rows: [".gr...", ".g....", "......", "......"]) {
            $0.translate(x: 3, y: 0)
            $0.rotate(by: .degrees(90))
            $0.fill(Rectangle(x: 0, y: 0, width: 1, height: 2), with: red)
            $0.fill(Rectangle(x: 0, y: 1, width: 2, height: 1), with: green)
        },
        Shape(name: "clipped", rows: ["......", ".rr...", ".rr...", "gggggg"]) { context in
            context.saved {
                $0.clip(to: Rectangle(x: 1, y: 1, width: 3, height: 2))
                $0.clip(to: Rectangle(x: 0, y: 0, width: 3, height: 4))
                $0.translate(x: 100, y: 100)
                $0.fill(Rectangle(x: -100, y: -100, width: 6, height: 4), with: red)
            }
            context.fill(Rectangle(x: 0, y: 3, width: 6, height: 1), with: green)
        },
        Shape(name: "without smooth edges", rows: ["......", ".rr...", ".rr...", "......"]) {
            $0.isAntialiased = false
            $0.fill(.rectangle(x: 0.7, y: 0.8, width: 2.1, height: 2), with: red)
        },
        Shape(name: "scaled to nothing", rows: ["r.....", "......", "......", "......"]) { context in
            context.saved {
                $0.scale(x: 0, y: 1)
                $0.fill(Rectangle(x: 0, y: 0, width: 6, height: 4), with: green)
            }
            context.fill(Rectangle(x: 0, y: 0, width: 1, height: 1), with: red)
        },
        Shape(name: "a gradient with a step", rows: ["rrrggg", "......", "......", "......"]) {
            let stops = [
                Gradient.Stop(0, red), Gradient.Stop(0.5, red), Gradient.Stop(0.5, green), Gradient.Stop(1, green),
            ]
            $0.fill(
                .rectangle(Rectangle(x: 0, y: 0, width: 6, height: 1)),
                with: .gradient(.linear(from: (0, 0), to: (6, 0), stops: stops)))
        },
        Shape(name: "a gradient without stops", rows: ["......", "......", "......", "......"]) {
            $0.fill(
                .rectangle(Rectangle(x: 0, y: 0, width: 6, height: 4)),
                with: .gradient(.radial(center: (0, 0), radius: 5, stops: [])))
        },
    ]

    @Test(arguments: shapes.indices)
    func everyShapeHasItsPixels(index: Int) {
        let shape = Self.shapes[index]
        var board = Board(6, 4)
        let drawn = board.draw(shape.draw)
        #expect(board.rows(Self.letters) == shape.rows, "\(shape.name)")
        let extent = board.extent()
        #expect(drawn.contains { $0.contains(extent) } || drawn.count > 1 || extent.isEmpty, "\(shape.name): \(drawn)")
    }

    @Test func aCircleIsRound() {
        var board = Board(101, 101)
        board.draw { $0.fill(.circle(center: (50.5, 50.5), radius: 40), with: .white) }
        for y in 0..<101 {
            for x in 0..<101 {
                let distance = (Double((x - 50) * (x - 50) + (y - 50) * (y - 50))).squareRoot()
                if distance < 39 { #expect(board[x, y] == 0xFFFFFF) }
                if distance > 41 { #expect(board[x, y] == 0) }
            }
        }
    }

    @Test func anArcGoesClockwiseIfTheEndIsLarger() {
        var board = Board(40, 40)
        board.draw { context in
            var path = Path()
            path.move(to: (20, 20))
            path.arc(center: (20, 20), radius: 18, from: .zero, to: .degrees(90))
            path.close()
            context.fill(path, with: .white)
        }
        // Clockwise from the right: the lower right quarter.
        #expect(board[28, 28] == 0xFFFFFF)
        #expect([board[12, 28], board[12, 12], board[28, 12]] == [0, 0, 0])
    }

    @Test func aLayerHidesThePixelsUnderItsShapes() {
        var board = Board(3, 1)
        board.draw { context in
            context.layer(opacity: 0.5) {
                $0.fill(Rectangle(x: 0, y: 0, width: 2, height: 1), with: Self.red)
                $0.fill(Rectangle(x: 1, y: 0, width: 2, height: 1), with: Self.green)
            }
        }
        #expect(board[0, 0] >> 16 == 0x80 || board[0, 0] >> 16 == 0x7F)
        #expect(board[1, 0] & 0xFF0000 == 0)
        #expect(board[1, 0] == board[2, 0])
    }

    @Test func anErrorPassesThroughAndLeavesTheStateAsItWas() {
        struct Stop: Error {}
        var board = Board(4, 1)
        #expect(throws: Stop.self) {
            try board.draw { (context) throws(Stop) in
                do throws(Stop) {
                    try context.saved { (inner) throws(Stop) in
                        inner.translate(x: 3, y: 0)
                        throw Stop()
                    }
                } catch {
                    context.fill(Rectangle(x: 0, y: 0, width: 1, height: 1), with: .white)
                    throw error
                }
            }
        }
        #expect(board.pixels == [0xFFFFFF, 0, 0, 0])
    }
}
