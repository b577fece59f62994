/// A place or a distance as a multiple of the screen's shorter side, so that each screen shows the same.
struct Vector: Sendable {
    var x: Double
    var y: Double

    static let zero = Vector(x: 0, y: 0)

    var length: Double { (x * x + y * y).squareRoot() }

    /// The same direction, with a length of at most `limit`.
    func limited(to limit: Double) -> Vector { length > limit ? self * (limit / length) : self }

    static func + (left: Vector, right: Vector) -> Vector { Vector(x: left.x + right.x, y: left.y + right.y) }
    static func - (left: Vector, right: Vector) -> Vector { Vector(x: left.x - right.x, y: left.y - right.y) }
    static func * (vector: Vector, factor: Double) -> Vector { Vector(x: vector.x * factor, y: vector.y * factor) }
}
