/// How a picture lies on a screen: turned by a multiple of 90°, mirrored or not. There are eight ways.
///
/// The corresponding KMS property is `rotation`.
public struct Orientation: Sendable, Hashable {
    /// How many times the picture, mirrored or not, is turned by 90° clockwise: 0 to 3.
    public let clockwiseQuarters: Int
    /// Whether left and right are exchanged before the picture is turned.
    public let isMirrored: Bool

    /// A picture that is first mirrored, left for right, where that is said, and then turned.
    ///
    /// - Parameter quarters: how many times by 90° clockwise, any number.
    public init(clockwiseQuarters quarters: Int, isMirrored: Bool = false) {
        clockwiseQuarters = quarters & 3
        self.isMirrored = isMirrored
    }

    /// As it is.
    public static let upright = Orientation(clockwiseQuarters: 0)
    /// Turned by 90° clockwise: what was on top is on the right.
    public static let clockwise = Orientation(clockwiseQuarters: 1)
    /// Turned by 180°.
    public static let upsideDown = Orientation(clockwiseQuarters: 2)
    /// Turned by 90° counterclockwise: what was on top is on the left.
    public static let counterclockwise = Orientation(clockwiseQuarters: 3)

    /// What undoes it.
    public var inverse: Orientation {
        isMirrored ? self : Orientation(clockwiseQuarters: -clockwiseQuarters)
    }

    /// This one, and then another.
    public func followed(by next: Orientation) -> Orientation {
        Orientation(
            clockwiseQuarters: next.clockwiseQuarters + (next.isMirrored ? -clockwiseQuarters : clockwiseQuarters),
            isMirrored: isMirrored != next.isMirrored)
    }

    /// How large a picture is that lies so.
    public func size(of size: Size) -> Size {
        swapsAxes ? Size(width: size.height, height: size.width) : size
    }

    /// Whether rows become columns. The flips come after that.
    var swapsAxes: Bool { clockwiseQuarters & 1 == 1 }

    /// Whether left and right are exchanged.
    var flipsX: Bool {
        switch clockwiseQuarters {
        case 0: isMirrored
        case 1: true
        case 2: !isMirrored
        default: false
        }
    }

    /// Whether top and bottom are exchanged.
    var flipsY: Bool {
        switch clockwiseQuarters {
        case 0: false
        case 1: isMirrored
        case 2: true
        default: !isMirrored
        }
    }

    /// Where a part of a picture comes to lie.
    ///
    /// - Parameters:
    ///   - rectangle: inside the picture.
    ///   - size: of the whole picture, before.
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
    /// The four turns, and then the four turns of the mirrored picture.
    public static var allCases: [Orientation] {
        [false, true].flatMap { mirrored in
            (0..<4).map { Orientation(clockwiseQuarters: $0, isMirrored: mirrored) }
        }
    }
}
