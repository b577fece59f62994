import Screens

/// The code of the article Drawing, which the compiler reads here.
private struct DrawingCode {
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
            let center = (x: Double(view.bounds.width) / 2, y: Double(view.bounds.height) / 2)
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
            let wait = walk.timeToNextFrame(at: time) ?? .seconds(1)
            time += wait
            view.nextUpdate = .after(wait)
        }
    }

    func makeBadge() throws -> Image {
        var canvas = try Canvas(Size(width: 64, height: 64))
        canvas.fill(canvas.bounds, with: .blue.opacity(0.5))
        canvas.drawLine(from: (x: 8, y: 8), to: (x: 56, y: 56), with: .white, width: 3)
        return canvas.makeImage()
    }
}
