import Screens

/// The butterfly of one screen.
struct ButterflyPainter: ViewPainter {
    private static let length = 0.36

    private let sprites: Sprites
    private let steering: Steering
    /// The length 1 in pixels.
    private let unit: Double
    private var flight: Flight
    private var sparks = Sparks()
    private var sky: Image?
    /// The pixels that the last frame drew: the next frame clears them.
    private var drawn = Rectangle.zero

    init(_ sprites: Sprites, steering: Steering, size: Size) {
        self.sprites = sprites
        self.steering = steering
        unit = Double(min(size.width, size.height))
        flight = Flight(in: Vector(x: Double(size.width) / unit, y: Double(size.height) / unit))
    }

    mutating func draw(on view: inout ExternalView) {
        // The motion follows the time, not the frames: a missed frame does not slow it. A pause does not count.
        let seconds = min(view.timing.elapsed / .seconds(1), 0.1)
        flight.step(by: seconds, towards: steering.direction)
        sparks.step(by: seconds, from: flight.tail)

        if let sky {
            view.draw(sky, part: drawn, at: (x: drawn.x, y: drawn.y))
        } else {
            drawSky(on: &view)
            sky = Image(view.picture())
        }
        drawn = sparks.draw(on: &view, glow: sprites.glow, unit: unit)
            .union(drawButterfly(on: &view))
            .intersection(view.bounds)
    }

    /// - Returns: the pixels that the butterfly touches.
    private func drawButterfly(on view: inout ExternalView) -> Rectangle {
        let wings = sprites.wings[Int(flight.beats * Double(sprites.wings.count)) % sprites.wings.count]
        let side = Double(wings.size.width)
        let scale = Self.length * unit / side
        let place = (x: flight.place.x * unit, y: flight.place.y * unit)
        // The picture looks up, a quarter before the direction 0. In a curve the inner wing looks shorter.
        let lean = min(max(flight.turning * 0.1, -0.35), 0.35)
        let transform = Transform.translation(x: -side / 2, y: -side / 2)
            .skewed(x: 0, y: lean)
            .scaled(x: scale * (1 - abs(lean) / 2), y: scale)
            .rotated(by: .radians(flight.heading + .pi / 2))
            .translated(x: place.x, y: place.y)
        view.draw(wings, transform: transform)
        // The diagonal of the picture, longer if it leans.
        return Rectangle(around: place, reach: scale * side)
    }

    private func drawSky(on view: inout ExternalView) {
        let (width, height) = (view.bounds.width, view.bounds.height)
        for y in 0..<height {
            let part = Double(y) / Double(height)
            let color = Color(
                red: UInt8(14 + 46 * part * part), green: UInt8(18 + 30 * part), blue: UInt8(44 + 52 * part))
            view.fill(Rectangle(x: 0, y: y, width: width, height: 1), with: color)
        }
        let moon = (x: Double(width) - 0.2 * unit, y: 0.2 * unit)
        let scale = unit / Double(sprites.glow.size.width)
        view.draw(sprites.glow, center: moon, scale: 0.9 * scale, opacity: 0.2, tint: Color(rgb: 0xFFE8C0), blend: .add)
        view.draw(sprites.glow, center: moon, scale: 0.16 * scale, tint: Color(rgb: 0xFFF4DC), blend: .add)
    }
}

extension Rectangle {
    /// The pixels within a distance of a point, and the pixels that bilinear edges fade over.
    init(around center: (x: Double, y: Double), reach: Double) {
        let (left, top) = (Int((center.x - reach).rounded(.down)) - 1, Int((center.y - reach).rounded(.down)) - 1)
        let side = Int((2 * reach).rounded(.up)) + 3
        self.init(x: left, y: top, width: side, height: side)
    }
}
