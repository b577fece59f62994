import Screens
import Testing

@testable import ScreensGraphics

/// Senseless numbers and texts draw nothing or something, and later drawing is right.
@Suite struct HostileDrawingTests {
    private static let numbers: [Double] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, -1,
        1e9,
        -1e9, 8_388_608, 1e-9,
    ]

    private func check(_ draw: (inout GraphicsContext) -> Void) {
        var board = Board(32, 32)
        board.draw { context in
            context.saved(draw)
            context.fill(Rectangle(x: 0, y: 0, width: 32, height: 32), with: .black)
            context.fill(Rectangle(x: 3, y: 4, width: 5, height: 6), with: .white)
        }
        #expect(board.extent() == Rectangle(x: 3, y: 4, width: 5, height: 6))
        #expect(board[3, 4] == 0xFFFFFF)
    }

    /// The part is so large that a table may have the colours.
    @Test(arguments: numbers, numbers) func gradientsOfNoSenseDoNoHarm(a: Double, b: Double) {
        let stops = [Gradient.Stop(0, .white), Gradient.Stop(1, .black)]
        var board = Board(80, 80)
        board.draw { context in
            for gradient in [
                Gradient.linear(from: (a, b), to: (b, a), stops: stops),
                .linear(from: (a, b), to: (a, b), stops: stops), .radial(center: (a, 40), radius: b, stops: stops),
            ] { context.fill(.rectangle(x: 0, y: 0, width: 80, height: 80), with: .gradient(gradient)) }
            context.fill(Rectangle(x: 3, y: 4, width: 5, height: 6), with: .white)
        }
        #expect(board[3, 4] == 0xFFFFFF)
    }

    @Test(arguments: numbers, numbers)
    func numbersOfNoSenseDoNoHarm(a: Double, b: Double) {
        let paint = Paint.gradient(
            .radial(center: (a, b), radius: a, stops: [Gradient.Stop(a, .white.opacity(b)), Gradient.Stop(b, .black)]))
        check { $0.fill(.rectangle(x: a, y: b, width: b, height: a), with: paint) }
        check { $0.fill(.roundedRectangle(x: a, y: 1, width: b, height: 9, radius: b), with: .white) }
        check { $0.fill(.ellipse(x: 1, y: a, width: b, height: b), with: .white) }
        check { $0.stroke(.line(from: (a, 0), to: (9, b)), with: .white, width: a) }
        check { $0.stroke(.circle(center: (a, 9), radius: b), with: .white, width: 3) }
        check {
            $0.stroke(
                .line(from: (0, 0), to: (a, 30)), with: paint,
                style: StrokeStyle(width: 4, cap: .round, dashes: [a, b, 1], dashOffset: b))
        }
        check {
            $0.translate(x: a, y: b)
            $0.fill(.circle(center: (9, 9), radius: 5), with: .white)
            $0.draw(TextLayout("text", font: Font(size: 12)), at: (0, 0))
        }
        check {
            $0.scale(x: a, y: b)
            $0.stroke(.circle(center: (1, 1), radius: 1), with: .white, width: 0.5)
            $0.draw(TextLayout("text", font: Font(size: 12)), at: (0, 0))
        }
        check {
            $0.rotate(by: .degrees(a))
            $0.clip(to: .rectangle(x: b, y: 0, width: 9, height: 9))
            $0.layer(opacity: a) { $0.fill(Rectangle(x: 0, y: 0, width: 9, height: 9), with: .white) }
        }
        check {
            var path = Path()
            path.curve(to: (a, b), control1: (b, a), control2: (1, 1))
            path.arc(center: (a, 5), radius: b, from: .degrees(a), to: .degrees(b))
            $0.fill(path, with: .white)
        }
        check {
            var layout = TextLayout("some words of text", font: Font(size: a), width: b)
            layout.height = a
            layout.lineSpacing = b
            layout.ellipsis = .end
            _ = (layout.size, layout.inkBounds, layout.lines, layout.index(at: (a, b)))
            $0.draw(layout, at: (a, b), opacity: a)
        }
    }

    @Test(arguments: [Int.min, -1, 0, .max])
    func rectanglesOfNoSenseDoNoHarm(number: Int) {
        check { $0.fill(Rectangle(x: number, y: 0, width: number, height: 5), with: .white) }
        check { $0.clip(to: Rectangle(x: number, y: number, width: 5, height: number)) }
        check { $0.fill(.roundedRectangle(Rectangle(x: 0, y: 0, width: number, height: 5), radius: 3), with: .white) }
    }

    @Test func aStrangeTextIsDrawn() {
        let texts = [
            "\0\0\0", "\u{202E}\u{2066}\u{200F}abc\u{2069}\u{2069}", String(repeating: "\u{301}", count: 2000),
            String(repeating: "\n", count: 20_000), "\u{FEFF}\u{FFFE}\u{10FFFF}", "a\r\nb\u{2029}c\u{85}d",
            String(repeating: "\u{1F468}\u{200D}", count: 500), "\u{FDFD}\u{FDFD}\u{FDFD}", "\t\t\t",
        ]
        for text in texts {
            check { context in
                let layout = TextLayout(text, font: Font(size: 20), width: 200)
                let lines = layout.lines
                #expect(lines.allSatisfy { $0.range.upperBound <= layout.text.endIndex })
                context.draw(layout, at: (0, 0))
            }
        }
    }

    @Test func aTextThatIsTooLongIsCutOff() {
        let text = String(repeating: "\u{FDFD}", count: 50_000)
        let layout = TextLayout(text, font: Font(size: 16))
        let large = TextLayout(text, font: Font(size: 4000))
        for layout in [layout, large] {
            #expect((1...2_097_151).contains(layout.size.width))
            #expect(layout.size.height > 0)
        }
        let high = TextLayout(String(repeating: "\n", count: 100_000), font: Font(size: 100))
        #expect((1...2_097_151).contains(high.size.height))
    }

    @Test func dashesThatCannotBeSeenDoNotTakeMinutes() {
        check {
            $0.stroke(
                .line(from: (-4e6, -4e6), to: (4e6, 4e6)), with: .color(.white),
                style: StrokeStyle(width: 1, dashes: [1e-7, 1e-7]))
        }
    }
}
