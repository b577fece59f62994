import CScreensCairo
import Screens
import Testing

@testable import ScreensGraphics

/// Gradients that are not drawn by Cairo, compared with Cairo's.
@Suite struct GradientTests {
    private static let size = Size(width: 200, height: 120)
    private static let stops: [[Gradient.Stop]] = [
        [.init(0, .black), .init(1, .white)],
        [.init(0.1, Color(rgb: 0xFF0000)), .init(0.5, Color(rgb: 0x00FF40)), .init(0.9, Color(rgb: 0x2000FF))],
        [.init(0, Color(argb: 0x00FF_FFFF)), .init(0.6, Color(argb: 0xFF20_4060)), .init(1, Color(argb: 0x80FF_8000))],
        [.init(0, .white), .init(0.5, .white), .init(0.5, Color(rgb: 0x800000)), .init(1, .black)],
    ]
    private static let transforms: [Transform] = [
        .identity, .scale(x: 0.75, y: 1.5), Transform.translation(x: -31, y: 17).rotated(by: .degrees(33)),
    ]

    private struct Case: CustomStringConvertible {
        let gradient: Gradient
        let transform: Transform
        let description: String

        /// A blended pixel has the step of its colour and the step of its alpha.
        var steps: Int { gradient.stops.allSatisfy { $0.color.alpha == 255 } ? 1 : 2 }
    }

    private static var cases: [Case] {
        stops.indices.flatMap { index in
            Gradient.Spread.allCases.flatMap { spread in
                transforms.indices.flatMap { transform in
                    [
                        Gradient.linear(from: (13.3, 9.1), to: (117.7, 71.9), stops: stops[index], spread: spread),
                        .linear(from: (150.2, 0), to: (40.1, 0), stops: stops[index], spread: spread),
                        .linear(from: (0, 20.3), to: (0, 99.6), stops: stops[index], spread: spread),
                        .radial(center: (70.2, 50.3), radius: 61.7, stops: stops[index], spread: spread),
                    ].enumerated().map {
                        Case(
                            gradient: $1, transform: transforms[transform],
                            description: "gradient \($0), stops \(index), \(spread), transform \(transform)")
                    }
                }
            }
        }
    }

    /// The pixels as Cairo draws them.
    private func reference(_ the: Case, _ outline: Path) -> [UInt32] {
        let (width, height) = (Self.size.width, Self.size.height)
        var pixels = [UInt32](repeating: 0x305070, count: width * height)
        pixels.withUnsafeMutableBytes { bytes in
            let surface = cairo_image_surface_create_for_data(
                bytes.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_RGB24, Int32(width), Int32(height),
                Int32(width * 4))
            guard let cairo = cairo_create(surface) else { return }
            for element in outline.elements {
                switch element {
                case .move(let point): cairo_move_to(cairo, point.x, point.y)
                case .line(let point): cairo_line_to(cairo, point.x, point.y)
                case .curve(let one, let other, let end):
                    cairo_curve_to(cairo, one.x, one.y, other.x, other.y, end.x, end.y)
                case .close: cairo_close_path(cairo)
                }
            }
            var matrix = DeviceMatrix()
            matrix.prepend(the.transform)
            var cairoMatrix = matrix.cairo
            cairo_set_matrix(cairo, &cairoMatrix)
            the.gradient.apply(to: cairo)
            cairo_identity_matrix(cairo)
            cairo_fill(cairo)
            cairo_destroy(cairo)
            cairo_surface_flush(surface)
            cairo_surface_destroy(surface)
        }
        return pixels.map { $0 & 0xFF_FFFF }
    }

    /// The pixels as the context draws them, with the outline in pixels.
    private func drawn(_ the: Case, _ outline: Path, isInLayer: Bool = false) -> Board {
        var board = Board(Self.size.width, Self.size.height, Color(rgb: 0x305070))
        func fill(_ context: inout GraphicsContext) {
            context.clip(to: outline)
            context.transform(by: the.transform)
            // The corners of all pixels, wherever the transform leads.
            context.fill(.rectangle(x: -2000, y: -2000, width: 4000, height: 4000), with: .gradient(the.gradient))
        }
        board.draw { context in
            if isInLayer {
                context.layer(opacity: 1) { fill(&$0) }
            } else {
                fill(&context)
            }
        }
        return board
    }

    /// Returns the number of pixels that differ by more than the steps of a case in a channel.
    private func differences(_ the: Case, _ board: Board, _ expected: [UInt32]) -> Int {
        let steps = the.steps
        return zip(board.pixels, expected).count { one, other in
            [0, 8, 16].contains { (shift: UInt32) in
                abs(Int(one >> shift & 255) - Int(other >> shift & 255)) > steps
            }
        }
    }

    /// The pixels on both sides of a border between two colours: Cairo rounds places to 65,536ths.
    private static let borders = 12

    private static let whole = Path.rectangle(Rectangle(size))

    /// Otherwise the comparisons would compare Cairo with Cairo.
    @Test func mostOfTheseGradientsHaveATable() {
        let tables = Self.cases.compactMap {
            GradientPixels($0.gradient, in: Self.whole, Rectangle(Self.size), DeviceMatrix())
        }
        #expect(tables.count > Self.cases.count / 2)
    }

    @Test func eachGradientIsAtMostAStepFromCairos() {
        for the in Self.cases {
            let count = differences(the, drawn(the, Self.whole), reference(the, Self.whole))
            #expect(count <= Self.borders, "\(the): \(count) pixels")
        }
    }

    @Test func aGradientInACircleIsAtMostAStepFromCairos() {
        let circle = Path.circle(center: (101.3, 60.7), radius: 57)
        for the in Self.cases {
            let count = differences(the, drawn(the, circle), reference(the, circle))
            #expect(count <= Self.borders, "\(the): \(count) pixels")
        }
    }

    @Test func aGradientOnALayerIsAtMostAStepFromCairos() {
        for the in Self.cases {
            let count = differences(the, drawn(the, Self.whole, isInLayer: true), reference(the, Self.whole))
            #expect(count <= Self.borders, "\(the): \(count) pixels")
        }
    }

    @Test func onlyTheRectangleIsDrawnOn() {
        var board = Board(200, 120)
        let gradient = Gradient.linear(from: (0, 0), to: (200, 0), stops: [.init(0, .white), .init(1, .white)])
        let drawn = board.draw {
            $0.clip(to: Rectangle(x: 10, y: 20, width: 150, height: 90))
            $0.fill(.rectangle(Rectangle(x: 30, y: 5, width: 500, height: 500)), with: .gradient(gradient))
        }
        let expected = Rectangle(x: 30, y: 20, width: 130, height: 90)
        #expect(drawn == [expected])
        #expect(board.extent() == expected)
        #expect(board.pixels.count { $0 == 0xFFFFFF } == expected.width * expected.height)
    }

    @Test func aStepBetweenTwoPartsOfATableIsLeftToCairo() {
        func table(_ offset: Double) -> GradientTable? {
            GradientTable([.init(0, .white), .init(offset, .white), .init(offset, .black), .init(1, .black)], .pad)
        }
        #expect(table(0.5)?.count == 1024)
        #expect(table(1 / 3) == nil)
        #expect(GradientTable([.init(0, .black), .init(0.04, .white)], .pad)?.count == 4096)
        #expect(GradientTable([.init(0, .black), .init(0.001, .white)], .pad) == nil)
        #expect(GradientTable([], .pad) == nil)
    }
}
