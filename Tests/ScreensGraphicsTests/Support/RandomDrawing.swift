import EDIDMutations
import Screens

@testable import ScreensGraphics

/// A random drawing that depends only on a seed.
struct RandomDrawing {
    private var random: Xorshift
    private let image: Image?
    /// The calls of the last drawing.
    private(set) var log = ""

    init(seed: UInt64) {
        random = Xorshift(seed: seed &* 7919 &+ 1)
        image = try? Image.drawn(size: Size(width: 24, height: 16)) { context in
            context.fill(.ellipse(x: 0, y: 0, width: 24, height: 16), with: Color(rgb: 0xFF8000))
        }
    }

    mutating func draw(on context: inout GraphicsContext) {
        log = ""
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            context.saved { inner in
                transform(&inner)
                if Bool.random(using: &random) { clip(&inner) }
                if one(in: 5) {
                    log += "layer "
                    let opacity = part()
                    inner.layer(opacity: opacity) { shape(&$0) }
                } else {
                    shape(&inner)
                }
            }
        }
    }

    private mutating func transform(_ context: inout GraphicsContext) {
        if one(in: 2) {
            let (x, y) = (number(-50...100), number(-50...100))
            log += "translate(\(x), \(y)) "
            context.translate(x: x, y: y)
        }
        if one(in: 3) {
            let (x, y) = (number(-3...3), number(0.2...4))
            log += "scale(\(x), \(y)) "
            context.scale(x: x, y: y)
        }
        if one(in: 3) {
            let angle = number(-400...400)
            log += "rotate(\(angle)) "
            context.rotate(by: .degrees(angle))
        }
        if one(in: 4) { context.isAntialiased = false }
    }

    private mutating func clip(_ context: inout GraphicsContext) {
        guard one(in: 2) else { return }
        let path = path()
        log += "clip(\(path)) "
        context.clip(to: path, rule: one(in: 2) ? .evenOdd : .nonZero)
    }

    private mutating func shape(_ context: inout GraphicsContext) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
            let path = path()
            log += "fill(\(path)) "
            context.fill(path, with: paint(), rule: one(in: 2) ? .evenOdd : .nonZero)
        case 2, 3:
            let (path, style) = (path(), style())
            log += "stroke(\(path), \(style)) "
            context.stroke(path, with: paint(), style: style)
        case 4:
            let (x, y) = (number(-20...150), number(-20...110))
            log += "image(\(x), \(y)) "
            if let image { context.draw(image, at: (x, y)) }
        default:
            let (layout, x, y) = (text(), number(-40...120), number(-20...100))
            log += "text(\(layout), \(x), \(y)) "
            context.draw(layout, at: (x, y), with: paint(), opacity: one(in: 3) ? part() : 1)
        }
    }

    private mutating func path() -> Path {
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            return .rectangle(
                x: number(-20...150), y: number(-20...110), width: number(-60...90), height: number(0...70))
        case 1:
            return .roundedRectangle(
                x: number(-20...150), y: number(-20...110), width: number(0...90), height: number(0...70),
                radius: number(0...40))
        case 2:
            return .ellipse(x: number(-20...150), y: number(-20...110), width: number(0...90), height: number(0...70))
        case 3: return .polygon((0..<Int.random(in: 1...6, using: &random)).map { _ in point() })
        case 4: return .line(from: point(), to: point())
        default:
            var path = Path()
            path.move(to: point())
            path.curve(to: point(), control1: point(), control2: point())
            path.arc(
                center: point(), radius: number(0...40), from: .degrees(number(-400...400)),
                to: .degrees(number(-400...400)))
            if one(in: 2) { path.close() }
            return path
        }
    }

    private mutating func style() -> StrokeStyle {
        StrokeStyle(
            width: number(0...20), cap: StrokeStyle.Cap.allCases.randomElement(using: &random) ?? .butt,
            join: StrokeStyle.Join.allCases.randomElement(using: &random) ?? .miter,
            dashes: one(in: 3) ? [number(0...20), number(0...9)] : [], dashOffset: number(-30...30))
    }

    private mutating func paint() -> Paint {
        let color = Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .color(color.opacity(part()))
        case 1:
            let stops = [Gradient.Stop(0, color), Gradient.Stop(1, .white.opacity(part()))]
            let spread = Gradient.Spread.allCases.randomElement(using: &random) ?? .pad
            return one(in: 2)
                ? .gradient(.linear(from: point(), to: point(), stops: stops, spread: spread))
                : .gradient(.radial(center: point(), radius: number(0...90), stops: stops, spread: spread))
        case 2:
            guard let image else { return .color(color) }
            let tiling = Paint.Tiling.allCases.randomElement(using: &random) ?? .repeat
            return .image(image, at: point(), scale: number(0.3...3), tiling: tiling)
        default: return .color(color)
        }
    }

    private mutating func text() -> TextLayout {
        let texts = ["Hamburgefonstiv", "ÄÖÜ fjord\nsecond line", "שלום abc", "مرحبا", "x", "😀 21 °C", "Å̧̖ gj|{}"]
        var layout = TextLayout(
            [TextRun(texts.randomElement(using: &random) ?? "", isUnderlined: one(in: 4), isStruckThrough: one(in: 6))],
            font: Font(
                one(in: 2) ? "DejaVu Sans" : "DejaVu Serif", size: number(4...60),
                weight: one(in: 3) ? .bold : .regular,
                style: Font.Style.allCases.randomElement(using: &random) ?? .upright))
        if one(in: 3) { layout.width = number(0...120) }
        layout.alignment = TextLayout.Alignment.allCases.randomElement(using: &random) ?? .leading
        return layout
    }

    private mutating func point() -> (x: Double, y: Double) { (number(-40...200), number(-40...160)) }

    private mutating func number(_ range: ClosedRange<Double>) -> Double {
        let value = Double.random(in: range, using: &random)
        // Whole numbers and halves are special cases for edges.
        return one(in: 3) ? (value * 2).rounded() / 2 : value
    }

    private mutating func part() -> Double { Double.random(in: 0...1, using: &random) }

    private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
}
