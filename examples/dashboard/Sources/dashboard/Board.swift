import Screens
import ScreensGraphics

/// The parts of the board, laid out for a size: all lengths are fractions of its shorter side.
struct Board {
    private static let grey = Color(rgb: 0x98A2B3)
    private static let amber = Color(rgb: 0xFDB022)
    private static let departures = [
        ("12:04", "Zürich Hbf – 21 °C", "3"), ("12:11", "København ☀", "7"), ("12:30", "תל אביב / تل أبيب", "12"),
    ]

    let size: Size
    let picture: Image?

    private var unit: Double { Double(min(size.width, size.height)) / 100 }
    private var isWide: Bool { size.width > size.height }
    private var clock: Rectangle { isWide ? area(0, 0, 0.5, 0.55) : area(0, 0, 1, 0.3) }
    private var frame: Rectangle { isWide ? area(0.5, 0, 0.5, 0.55) : area(0, 0.3, 1, 0.3) }
    private var list: Rectangle { isWide ? area(0, 0.55, 1, 0.45) : area(0, 0.6, 1, 0.4) }

    /// Draws everything but the clock.
    func draw(on context: inout GraphicsContext) {
        drawSky(on: &context)
        if let picture {
            context.saved { context in
                context.clip(to: .roundedRectangle(frame, radius: 3 * unit))
                context.draw(picture, in: ContentMode.fill.rectangle(for: picture.size, in: frame))
            }
        }
        let (font, height) = (Font("DejaVu Sans", size: 5.5 * unit), Double(list.height) / 3)
        for (index, departure) in Self.departures.enumerated() {
            let strip = Rectangle(
                x: Double(list.x), y: Double(list.y) + Double(index) * height, width: Double(list.width),
                height: height - unit)
            context.fill(.roundedRectangle(strip, radius: 2 * unit), with: .color(.black.opacity(0.4)))
            var name = TextLayout([TextRun(departure.0 + "  ", color: Self.amber), TextRun(departure.1)], font: font)
            name.ellipsis = .end
            var track = TextLayout(departure.2, font: font, color: Self.grey)
            track.alignment = .trailing
            let area = strip.inset(x: Int(3 * unit), y: 0)
            context.draw(name, in: area.inset(by: EdgeInsets(top: 0, right: Int(14 * unit), bottom: 0, left: 0)))
            context.draw(track, in: area)
        }
    }

    /// Draws the clock at a time of the day in seconds: it alone is drawn in each second.
    func drawClock(at seconds: Int, on context: inout GraphicsContext) {
        context.saved { context in
            context.clip(to: clock)
            drawSky(on: &context)
            context.fill(.roundedRectangle(clock, radius: 3 * unit), with: .color(.black.opacity(0.4)))
            let radius = Double(min(clock.height, clock.width / 2)) / 2 - 3 * unit
            let text = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            let digits = TextLayout(
                text.joined(separator: ":"), font: Font("DejaVu Sans Mono", size: radius * 0.42, weight: .bold))
            let right = Double(clock.x + clock.width - digits.size.width) - 3 * unit
            context.draw(digits, at: (right, Double(clock.y) + Double(clock.height - digits.size.height) / 2))
            context.translate(x: Double(clock.x) + radius + 3 * unit, y: Double(clock.y) + Double(clock.height) / 2)
            context.stroke(.circle(center: (0, 0), radius: radius), with: Self.grey, width: unit)
            let hands = [(43_200, 0.5, 2, Color.white), (3600, 0.75, 1.4, .white), (60, 0.9, 0.6, Self.amber)]
            for (round, length, width, color) in hands {
                context.saved { context in
                    context.rotate(by: .degrees(360 * Double(seconds) / Double(round)))
                    context.stroke(
                        .line(from: (0, 0), to: (0, -radius * length)), with: .color(color),
                        style: StrokeStyle(width: width * unit, cap: .round))
                }
            }
        }
    }

    private func drawSky(on context: inout GraphicsContext) {
        let stops = [Gradient.Stop(0, Color(rgb: 0x1F3A5F)), Gradient.Stop(1, Color(rgb: 0x101828))]
        let sky = Gradient.linear(from: (0, 0), to: (0, Double(size.height)), stops: stops)
        context.fill(.rectangle(Rectangle(size)), with: .gradient(sky))
    }

    /// A part of the screen, as fractions of its sides, with margins around it.
    private func area(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rectangle {
        let margin = 4 * unit
        let (w, h) = (Double(size.width) - margin, Double(size.height) - margin)
        return Rectangle(
            x: Int(margin + x * w), y: Int(margin + y * h), width: Int(width * w - margin),
            height: Int(height * h - margin))
    }
}
