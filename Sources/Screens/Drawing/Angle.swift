import Glibc

/// An angle. Positive angles are clockwise, since y grows downwards.
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

extension Angle: AdditiveArithmetic, Comparable {
    /// The sum of two angles, which may be more than a whole turn.
    public static func + (left: Angle, right: Angle) -> Angle { Angle(radians: left.radians + right.radians) }

    /// The difference of two angles.
    public static func - (left: Angle, right: Angle) -> Angle { Angle(radians: left.radians - right.radians) }

    /// The angle in the other direction.
    public static prefix func - (angle: Angle) -> Angle { Angle(radians: -angle.radians) }

    /// A multiple of an angle.
    public static func * (angle: Angle, factor: Double) -> Angle { Angle(radians: angle.radians * factor) }

    /// A multiple of an angle.
    public static func * (factor: Double, angle: Angle) -> Angle { angle * factor }

    /// A part of an angle.
    public static func / (angle: Angle, divisor: Double) -> Angle { Angle(radians: angle.radians / divisor) }

    /// Compares how far two angles are clockwise; whole turns count.
    public static func < (left: Angle, right: Angle) -> Bool { left.radians < right.radians }
}
