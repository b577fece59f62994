/// Who does what of turning and shrinking a canvas on its way to a mode: the connector, the plane, or we.
///
/// Pure. There are several ways; which of them a driver takes is found out by asking it, the best one first.
struct ScanoutPlan: Sendable, Hashable {
    /// What the hardware offers.
    struct Abilities: Sendable, Hashable {
        /// The orientations that the plane can bring about.
        var planeOrientations: Set<Orientation> = []
        /// Whether planes can be asked to show a picture in a part of the screen; whether they do, they say then.
        var hasPlanes = false
        /// The widest borders of the connector's `underscan`, or nil where it has none.
        var underscanLimit: Size?
        /// The widest margins of the connector, or nil where it has none.
        var marginLimit: Size?
    }

    /// The size of what is drawn on.
    let canvas: Size
    /// The size of the buffers.
    let buffer: Size
    /// Where in a buffer the canvas goes, turned; scaled where that is of another size.
    let placement: Rectangle
    /// How we turn the canvas.
    let ownOrientation: Orientation
    /// How the plane turns the buffer.
    let planeOrientation: Orientation
    /// Where on the screen the plane puts the buffer.
    let planeTarget: Rectangle
    let compensation: EffectiveCompensation
    let insets: EdgeInsets

    var orientation: Orientation { ownOrientation.followed(by: planeOrientation) }

    /// Whether buffers are as the canvas is.
    var isDirect: Bool {
        ownOrientation == .upright && placement == Rectangle(buffer) && canvas == buffer
    }

    /// The ways there are; the last one is possible everywhere.
    static func ways(
        mode: Size, orientation: Orientation, overscan: Overscan, abilities: Abilities
    ) -> [ScanoutPlan] {
        let insets = overscan.insets(in: mode)
        var planeOrientations: [Orientation] = [.upright]
        if orientation != .upright, abilities.planeOrientations.contains(orientation) {
            planeOrientations.insert(orientation, at: 0)
        }
        let compensations = compensations(overscan.compensation, insets, abilities)
        return planeOrientations.flatMap { byPlane in
            compensations.map { way in
                ScanoutPlan(
                    mode: mode, orientation: orientation, byPlane: byPlane, way,
                    scales: overscan.compensation == .scale, insets)
            }
        }
    }

    private static func compensations(
        _ wish: OverscanCompensation, _ insets: EdgeInsets, _ abilities: Abilities
    ) -> [EffectiveCompensation] {
        guard insets != .zero, wish != .none else { return [.none] }
        var ways: [EffectiveCompensation] = []
        if wish == .scale {
            // Borders are the same on both sides.
            if let limit = abilities.underscanLimit, insets.left == insets.right, insets.top == insets.bottom,
                insets.left <= limit.width, insets.top <= limit.height
            {
                ways.append(.underscan)
            }
            if let limit = abilities.marginLimit, max(insets.left, insets.right) <= limit.width,
                max(insets.top, insets.bottom) <= limit.height
            {
                ways.append(.margins)
            }
        }
        if abilities.hasPlanes { ways.append(.plane) }
        return ways + [.software]
    }

    private init(
        mode: Size, orientation: Orientation, byPlane: Orientation, _ way: EffectiveCompensation, scales: Bool,
        _ insets: EdgeInsets
    ) {
        let seen = way == .none ? Rectangle(mode) : insets.inset(mode)
        let onScreen = way == .none || scales ? mode : seen.size
        canvas = orientation.inverse.size(of: onScreen)
        planeOrientation = byPlane
        // The canvas turned by us is what the plane turns into what is seen.
        ownOrientation = orientation.followed(by: byPlane.inverse)
        switch way {
        case .plane:
            planeTarget = seen
            buffer = byPlane.inverse.size(of: onScreen)
            placement = Rectangle(buffer)
        case .software:
            planeTarget = Rectangle(mode)
            buffer = byPlane.inverse.size(of: mode)
            placement = byPlane.inverse.rectangle(seen, of: mode)
        default:
            planeTarget = Rectangle(mode)
            buffer = byPlane.inverse.size(of: mode)
            placement = Rectangle(buffer)
        }
        compensation = way
        self.insets = insets
    }
}
