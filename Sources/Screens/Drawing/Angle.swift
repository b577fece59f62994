import Glibc

/// An angle. Positive ones are clockwise, since y grows downwards.
public struct Angle: Sendable, Hashable {
    /// The angle in radians.
    public let radians: Double

    /// An angle in radians. The direction of a vector is `.radians(atan2(y, x))`, which is 0 to the right.
    public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }

    /// An angle in degrees.
    public static func degrees(_ degrees: Double) -> Angle { Angle(radians: degrees * .pi / 180) }

    /// No rotation.
    public static let zero = Angle(radians: 0)

    /// The angle in degrees.
    public var degrees: Double { radians * 180 / .pi }
}
