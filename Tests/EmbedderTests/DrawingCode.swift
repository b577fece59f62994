import Screens

/// The code of the article Drawing, which the compiler checks here.
struct DrawingCode {
    func drawMeter(_ part: Double, on target: inout some Drawable & ~Copyable) {
        let area = target.bounds.inset(by: 20)
        target.stroke(area, with: .white, width: 2)
        let filled = Rectangle(x: area.x, y: area.y, width: Int(Double(area.width) * part), height: area.height)
        target.fill(filled.inset(by: 4), with: .green.opacity(0.8))
    }

    struct Spinner: ViewPainter {
        let star: Image

        mutating func draw(on view: inout ExternalView) {
            let turn = Angle.degrees(Double(view.timing.number) * 3)
            let center = view.bounds.center
            view.clear(to: .black)
            view.draw(star, center: center, rotation: turn, scale: 2)
            view.draw(star, center: (x: center.x + 120, y: center.y), opacity: 0.5, tint: .orange, blend: .add)
        }
    }

    struct Walker: ViewPainter {
        let walk: AnimatedImage
        var time = Duration.zero

        init(_ sheet: Image) throws {
            walk = try AnimatedImage(SpriteSheet(sheet, columns: 8, rows: 1).images, each: .milliseconds(100))
        }

        mutating func draw(on view: inout ExternalView) {
            view.clear(to: Color(rgb: 0x203040))
            view.draw(walk.image(at: time), at: (x: 40, y: 40))
            let wait = walk.timeToNextImage(at: time) ?? .seconds(1)
            time += wait
            view.nextUpdate = .after(wait)
        }
    }

    struct Comet: ViewPainter {
        static let length = 16
        var trail: [Rectangle] = []

        mutating func draw(on view: inout ExternalView) {
            let x = Int(view.timing.number) * 4 % view.bounds.width
            trail.append(Rectangle(x: x, y: view.bounds.midY, width: 4, height: 4))
            if trail.count > Self.length { trail.removeFirst() }
            view.clear(to: Color(rgb: 0x101828))
            for (age, place) in trail.reversed().enumerated() {
                view.fill(place, with: .white.opacity(1 - Double(age) / Double(Self.length)))
            }
        }
    }

    struct Ball: ViewPainter {
        var x = 0.0

        mutating func draw(on view: inout ExternalView) {
            x += 300 * min(view.timing.elapsed / .seconds(1), 0.1)
            view.clear(to: .black)
            view.fill(Rectangle(x: x, y: view.bounds.center.y - 8, width: 16, height: 16), with: .white)
        }
    }

    func drawButton(_ name: String, in area: Rectangle, on target: inout some Drawable & ~Copyable) {
        target.fill(area, with: .blue)
        target.draw(name, in: area, scale: 2, color: .white)
        target.draw("9", in: area.inset(by: 4), horizontal: .right, vertical: .top, color: .yellow)
    }

    func makeBadge() throws -> Image {
        var canvas = try Canvas(Size(width: 64, height: 64))
        canvas.fill(canvas.bounds, with: .blue.opacity(0.5))
        canvas.drawLine(from: (x: 8, y: 8), to: (x: 56, y: 56), with: .white, width: 3)
        return canvas.makeImage()
    }

    func addTicker(_ text: Image, to kit: VideoKit, on screen: Screen) throws -> ScreenLayer {
        let bounds = screen.layout?.bounds ?? text.size
        let place = Rectangle(x: 0, y: bounds.height - text.size.height, width: bounds.width, height: text.size.height)
        let strip = try ScrollingStrip([text], speed: 240)
        return try kit.addLayer(to: screen.id, LayerPlacement(place, order: 1), strip: strip)
    }

    func addClock(to kit: VideoKit, on screen: Screen) throws -> ScreenLayer {
        let place = Rectangle(x: 20, y: 20, width: 160, height: 40)
        return try kit.addLayer(to: screen.id, LayerPlacement(place, opacity: 0.8)) { view in
            let second = view.timing.wallTime.components.seconds
            // The time of day of UTC.
            let text = [second / 3600 % 24, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            view.clear(to: .black.opacity(0.5))
            view.draw(text.joined(separator: ":"), in: view.bounds, scale: 2, color: .white)
            view.nextUpdate = .atWallTime(.seconds(second + 1))
        }
    }
}
