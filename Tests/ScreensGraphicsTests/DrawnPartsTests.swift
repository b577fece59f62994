import Screens
import Testing

@testable import ScreensGraphics

/// Every pixel that changes is in the parts that are shown.
@Suite struct DrawnPartsTests {
    @Test(arguments: 0..<80 as Range<UInt64>)
    func randomDrawingsChangeNoPixelOutside(seed: UInt64) throws {
        var random = RandomDrawing(seed: seed)
        var board = Board(120, 90, Color(rgb: 0x204060))
        for step in 0..<12 {
            let before = board
            let drawn = board.draw { random.draw(on: &$0) }
            for change in board.changes(since: before) {
                let isCovered = drawn.contains {
                    $0.contains(Rectangle(x: change.x, y: change.y, width: 1, height: 1))
                }
                if !isCovered { Issue.record("step \(step): \(random.log) at \(change), and not in \(drawn)") }
                guard isCovered else { return }
            }
            for part in drawn { #expect(Rectangle(board.size).contains(part)) }
        }
    }

    @Test func drawingNothingChangesNothing() {
        var board = Board(20, 20)
        let drawn = board.draw { context in
            context.fill(Path(), with: .white)
            context.fill(Rectangle(x: 30, y: 0, width: 5, height: 5), with: .white)
            context.fill(.rectangle(Rectangle(x: 0, y: 0, width: 5, height: 5)), with: .color(.clear))
            context.stroke(.line(from: (0, 0), to: (9, 9)), with: .white, width: 0)
            context.stroke(Path(), with: .white, width: 5)
            context.draw(TextLayout("", font: Font(size: 10)), at: (0, 0))
            context.draw(TextLayout("  ", font: Font(size: 10)), at: (0, 0))
            context.draw(TextLayout("far away", font: Font(size: 10)), at: (0, 400))
            context.draw(TextLayout("transparent", font: Font(size: 10)), at: (0, 0), opacity: 0)
        }
        #expect(drawn.isEmpty)
        #expect(board.extent().isEmpty)
    }

    @Test func partsFarApartStayApart() {
        var board = Board(200, 200)
        let drawn = board.draw { context in
            for corner in [(0, 0), (190, 0), (0, 190), (190, 190)] {
                context.fill(Rectangle(x: corner.0, y: corner.1, width: 10, height: 10), with: .white)
            }
        }
        #expect(drawn.count == 4)
        #expect(drawn.allSatisfy { $0.size == Size(width: 10, height: 10) })
    }

    @Test func manyPartsBecomeAFew() {
        var board = Board(400, 400)
        let drawn = board.draw { context in
            for index in 0..<400 {
                context.fill(Rectangle(x: index % 20 * 20, y: index / 20 * 20, width: 1, height: 1), with: .white)
            }
        }
        #expect(drawn.count <= 16)
        for index in 0..<400 {
            let pixel = Rectangle(x: index % 20 * 20, y: index / 20 * 20, width: 1, height: 1)
            #expect(drawn.contains { $0.contains(pixel) })
        }
    }
}
