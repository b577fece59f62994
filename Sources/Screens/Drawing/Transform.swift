import Glibc

/// An affine transform of a picture: it moves, rotates, scales and skews.
///
/// A point becomes `x' = a x + c y + tx`, `y' = b x + d y + ty`. Coordinates are in pixels; the upper left corner of
/// the upper left pixel is 0, 0, and its middle 0.5, 0.5.
///
/// Each step comes after the steps before it, so a chain reads in the order of its effects:
///
/// ```swift
/// let transform = Transform.translation(x: -32, y: -32)  // The middle of a picture of 64x64 is at 0, 0.
///     .rotated(by: .degrees(30))
///     .scaled(by: 2)
///     .translated(x: 960, y: 540)
/// ```
public struct Transform: Sendable, Hashable {
    /// The part of x that comes from x.
    public var a: Double
    /// The part of y that comes from x.
    public var b: Double
    /// The part of x that comes from y.
    public var c: Double
    /// The part of y that comes from y.
    public var d: Double
    /// The distance to the right, in pixels.
    public var tx: Double
    /// The distance down, in pixels.
    public var ty: Double

    /// Makes a transform of any numbers.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// The transform that changes nothing.
    public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Moves by a distance in pixels.
    public static func translation(x: Double, y: Double) -> Transform {
        Transform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// Scales around 0, 0. Negative factors reflect.
    public static func scale(x: Double, y: Double) -> Transform {
        Transform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// Rotates around 0, 0, clockwise.
    public static func rotation(_ angle: Angle) -> Transform {
        let (sine, cosine) = (sin(angle.radians), cos(angle.radians))
        return Transform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// Moves each row to the right by `x` times its distance from 0, 0, and each column down by `y` times its distance.
    public static func skew(x: Double, y: Double) -> Transform {
        Transform(a: 1, b: y, c: x, d: 1, tx: 0, ty: 0)
    }

    /// This transform, followed by another one.
    public func concatenating(_ next: Transform) -> Transform {
        Transform(
            a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c,
            d: c * next.b + d * next.d, tx: tx * next.a + ty * next.c + next.tx,
            ty: tx * next.b + ty * next.d + next.ty)
    }

    /// This transform, followed by a move by a distance in pixels.
    public func translated(x: Double, y: Double) -> Transform { concatenating(.translation(x: x, y: y)) }

    /// This transform, followed by a scaling around 0, 0.
    public func scaled(x: Double, y: Double) -> Transform { concatenating(.scale(x: x, y: y)) }

    /// This transform, followed by a scaling around 0, 0 by one factor.
    public func scaled(by factor: Double) -> Transform { scaled(x: factor, y: factor) }

    /// This transform, followed by a clockwise rotation around 0, 0.
    public func rotated(by angle: Angle) -> Transform { concatenating(.rotation(angle)) }

    /// This transform, followed by a skew.
    public func skewed(x: Double, y: Double) -> Transform { concatenating(.skew(x: x, y: y)) }

    /// The transform that reverts this one; nil if there is none, as after a scaling by 0.
    public var inverse: Transform? {
        let determinant = a * d - b * c
        guard determinant != 0, determinant.isFinite else { return nil }
        let inverse = Transform(
            a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
            tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
        let sum = inverse.a + inverse.b + inverse.c + inverse.d + inverse.tx + inverse.ty
        return sum.isFinite ? inverse : nil
    }

    /// The place of a point after the transform.
    public func apply(to point: (x: Double, y: Double)) -> (x: Double, y: Double) {
        (a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
    }

    /// The distance in whole pixels, if the transform moves by whole pixels and does nothing else.
    var wholeTranslation: (x: Int, y: Int)? {
        guard a == 1, b == 0, c == 0, d == 1, let x = Int(exactly: tx), let y = Int(exactly: ty) else { return nil }
        return (x, y)
    }

    /// The pixels that the picture of a rectangle touches, inside another one.
    ///
    /// - Parameters:
    ///   - size: the size of the rectangle, whose upper left corner is at 0, 0.
    ///   - margin: the length that is first added to the rectangle on each side.
    func bounds(of size: Size, margin: Double, in clip: Rectangle) -> Rectangle {
        let (right, bottom) = (Double(size.width) + margin, Double(size.height) + margin)
        let (one, two) = (apply(to: (-margin, -margin)), apply(to: (right, -margin)))
        let (three, four) = (apply(to: (-margin, bottom)), apply(to: (right, bottom)))
        return clip.pixels(
            fromX: min(min(one.x, two.x), min(three.x, four.x)), to: max(max(one.x, two.x), max(three.x, four.x)),
            fromY: min(min(one.y, two.y), min(three.y, four.y)), to: max(max(one.y, two.y), max(three.y, four.y)))
    }
}

extension Rectangle {
    /// The pixels of this rectangle that a rectangle of any numbers touches.
    func pixels(fromX left: Double, to right: Double, fromY top: Double, to bottom: Double) -> Rectangle {
        guard left.isFinite, right.isFinite, top.isFinite, bottom.isFinite else { return .zero }
        func whole(_ place: Double) -> Int { Int(min(max(place, -0x1p50), 0x1p50)) }
        let (x, y) = (whole(left.rounded(.down)), whole(top.rounded(.down)))
        return Rectangle(
            x: x, y: y, width: whole(right.rounded(.up)) - x, height: whole(bottom.rounded(.up)) - y
        ).intersection(self)
    }
}
