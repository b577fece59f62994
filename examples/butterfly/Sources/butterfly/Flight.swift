import Glibc

/// The motion of the butterfly: steered, or else on a way of its own around the screen.
struct Flight {
    private static let speed = 0.6
    /// The distance that it keeps from the edges.
    private static let margin = 0.18

    private let area: Vector
    private var time = 0.0
    private var velocity = Vector.zero
    private(set) var place: Vector
    /// The direction that it looks in, in radians; 0 is to the right, and positive angles are clockwise.
    private(set) var heading = -Double.pi / 2
    /// The speed of its rotation in radians per second: it leans into curves.
    private(set) var turning = 0.0
    /// How often its wings have beaten so far.
    private(set) var beats = 0.0

    /// - Parameter area: the size of the screen.
    init(in area: Vector) {
        self.area = area
        place = area * 0.5
    }

    /// The place of its tail, from which sparks fly.
    var tail: Vector { place - Vector(x: cos(heading), y: sin(heading)) * 0.1 }

    /// Moves on.
    ///
    /// - Parameters:
    ///   - seconds: the time since the last step.
    ///   - direction: the steered direction, of a length of at most 1; nil if nothing steers.
    mutating func step(by seconds: Double, towards direction: Vector?) {
        time += seconds
        let intended = direction.map { $0 * Self.speed } ?? ((waypoint - place) * 1.5).limited(to: Self.speed)
        velocity = velocity + (intended - velocity) * min(4 * seconds, 1)
        place = place + velocity * seconds
        place.x = min(max(place.x, Self.margin), max(area.x - Self.margin, Self.margin))
        place.y = min(max(place.y, Self.margin), max(area.y - Self.margin, Self.margin))
        beats += seconds * (1.2 + 3 * velocity.length)
        guard seconds > 0 else { return }
        // The shorter way around; a standing butterfly does not rotate.
        let turn = velocity.length > 0.02 ? remainder(atan2(velocity.y, velocity.x) - heading, 2 * .pi) : 0
        turning = turn * min(6 * seconds, 1) / seconds
        heading += turning * seconds
    }

    /// A point that goes around the screen, never the same round twice in a minute.
    private var waypoint: Vector {
        Vector(
            x: area.x * (0.5 + 0.4 * sin(0.9 * time)), y: area.y * (0.5 + 0.36 * sin(1.43 * time - 1.2)))
    }
}
