import Glibc
import Screens

/// The particles behind the butterfly.
struct Sparks {
    private struct Spark {
        var place: Vector
        var velocity: Vector
        var age = 0.0
        let life: Double
        let tint: Color
    }

    private static let perSecond = 120.0
    private static let tints = [Color.orange, Color(rgb: 0xFFD060), Color(rgb: 0xFF5080), Color(rgb: 0x60A0FF)]

    private var sparks: [Spark] = []
    private var due = 0.0
    private var generator = SeededGenerator()

    /// Moves all sparks on, removes sparks at the end of their lives, and adds new ones.
    mutating func step(by seconds: Double, from source: Vector) {
        for index in sparks.indices {
            sparks[index].age += seconds
            sparks[index].velocity.y += 0.06 * seconds
            sparks[index].place = sparks[index].place + sparks[index].velocity * seconds
        }
        sparks.removeAll { $0.age >= $0.life }
        due += seconds * Self.perSecond
        while due >= 1 {
            due -= 1
            sparks.append(spark(at: source))
        }
    }

    /// Draws the sparks as light, which adds up if they overlap.
    ///
    /// - Parameters:
    ///   - glow: the image of a spark.
    ///   - unit: the length 1 in pixels.
    /// - Returns: the pixels that the sparks touch.
    func draw(on view: inout ExternalView, glow: Image, unit: Double) -> Rectangle {
        var touched = Rectangle.zero
        for spark in sparks {
            let left = 1 - spark.age / spark.life
            let side = unit * (0.012 + 0.03 * left)
            let place = (x: spark.place.x * unit, y: spark.place.y * unit)
            view.draw(
                glow, center: place, scale: side / Double(glow.size.width), opacity: 0.6 * left, tint: spark.tint,
                blend: .add)
            touched = touched.union(Rectangle(around: place, reach: side / 2))
        }
        return touched
    }

    private mutating func spark(at source: Vector) -> Spark {
        let angle = Double.random(in: 0..<2 * .pi, using: &generator)
        let speed = Double.random(in: 0.02...0.2, using: &generator)
        return Spark(
            place: source, velocity: Vector(x: cos(angle), y: sin(angle)) * speed,
            life: .random(in: 0.6...1.6, using: &generator),
            tint: Self.tints[Int.random(in: 0..<Self.tints.count, using: &generator)])
    }
}

/// A SplitMix64 generator with a fixed seed, so that a test can compare pictures.
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64 = 14_7

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        let mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        let twice = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return twice ^ twice >> 31
    }
}
