/// The orientation of a picture on a screen: rotated by a multiple of 90°, and reflected or not. There are eight
/// orientations.
///
/// The corresponding KMS property is `rotation`.
public struct Orientation: Sendable, Hashable {
    /// The number of clockwise rotations by 90°, after mirroring: 0 to 3.
    public let clockwiseQuarters: Int
    /// Whether left and right are exchanged before the rotation.
    public let isReflected: Bool

    /// An orientation that first reflects the picture, left for right, if `isReflected` is true, and then rotates it.
    ///
    /// - Parameters:
    ///   - quarters: the number of clockwise rotations by 90°; any integer.
    ///   - isReflected: whether left and right are exchanged first.
    public init(clockwiseQuarters quarters: Int, isReflected: Bool = false) {
        clockwiseQuarters = quarters & 3
        self.isReflected = isReflected
    }

    /// The picture as it is.
    public static let upright = Orientation(clockwiseQuarters: 0)
    /// Rotated by 90° clockwise: the top is on the right.
    public static let clockwise = Orientation(clockwiseQuarters: 1)
    /// Rotated by 180°.
    public static let upsideDown = Orientation(clockwiseQuarters: 2)
    /// Rotated by 90° counterclockwise: the top is on the left.
    public static let counterclockwise = Orientation(clockwiseQuarters: 3)

    /// The orientation that reverts this one.
    public var inverse: Orientation {
        isReflected ? self : Orientation(clockwiseQuarters: -clockwiseQuarters)
    }

    /// This orientation, followed by another one.
    public func followed(by next: Orientation) -> Orientation {
        Orientation(
            clockwiseQuarters: next.clockwiseQuarters + (next.isReflected ? -clockwiseQuarters : clockwiseQuarters),
            isReflected: isReflected != next.isReflected)
    }

    /// The size of a picture after the rotation.
    public func size(of size: Size) -> Size {
        swapsAxes ? Size(width: size.height, height: size.width) : size
    }

    /// Whether rows become columns. ``flipsX`` and ``flipsY`` apply after that.
    var swapsAxes: Bool { clockwiseQuarters & 1 == 1 }

    /// Whether left and right are exchanged.
    var flipsX: Bool {
        switch clockwiseQuarters {
        case 0: isReflected
        case 1: true
        case 2: !isReflected
        default: false
        }
    }

    /// Whether top and bottom are exchanged.
    var flipsY: Bool {
        switch clockwiseQuarters {
        case 0: false
        case 1: isReflected
        case 2: true
        default: !isReflected
        }
    }

    /// The place of a part of a picture after the rotation.
    ///
    /// - Parameters:
    ///   - rectangle: a part inside the picture.
    ///   - size: the size of the whole picture before the rotation.
    func rectangle(_ rectangle: Rectangle, of size: Size) -> Rectangle {
        let whole = self.size(of: size)
        var placed = rectangle
        if swapsAxes {
            placed = Rectangle(x: rectangle.y, y: rectangle.x, width: rectangle.height, height: rectangle.width)
        }
        if flipsX { placed.x = whole.width - placed.maxX }
        if flipsY { placed.y = whole.height - placed.maxY }
        return placed
    }
}

extension Orientation: CaseIterable {
    /// The four rotations, then the four rotations of the reflected picture.
    public static var allCases: [Orientation] {
        [false, true].flatMap { isReflected in
            (0..<4).map { Orientation(clockwiseQuarters: $0, isReflected: isReflected) }
        }
    }
}
