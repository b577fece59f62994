/// How a canvas is rotated and scaled down on its way to a mode: what the connector, the plane and this process each
/// do.
///
/// There are several candidates. Test commits find the first one that the driver accepts, beginning with the best.
struct ScanoutPlan: Sendable, Hashable {
    /// The abilities of the hardware.
    struct Abilities: Sendable, Hashable {
        /// The orientations that the plane is known to show.
        var planeOrientations: Set<Orientation> = []
        /// Whether there are planes that may be able to cover only a part of the screen, pixel for pixel.
        var placesByPlane = false
        /// Whether the plane is known to scale what it places.
        var scalesByPlane = false
        /// The maximum borders of the connector's `underscan`, or nil if it has no such property.
        var underscanLimit: Size?
        /// The maximum margins of the connector, or nil if it has no such properties.
        var marginLimit: Size?
    }

    /// The size of the canvas.
    let canvas: Size
    /// The size of the buffers.
    let buffer: Size
    /// The place of the rotated canvas in a buffer; the canvas is scaled if the sizes differ.
    let placement: Rectangle
    /// The rotation that this process makes.
    let ownOrientation: Orientation
    /// The rotation that the plane makes.
    let planeOrientation: Orientation
    /// The place of the plane on the screen.
    let planeTarget: Rectangle
    let compensation: EffectiveCompensation
    let insets: EdgeInsets

    var orientation: Orientation { ownOrientation.followed(by: planeOrientation) }

    /// Whether buffers have the size and orientation of the canvas.
    var isDirect: Bool {
        ownOrientation == .upright && placement == Rectangle(buffer) && canvas == buffer
    }

    /// Whether a plane can show video frames in place of the canvas: neither the plane nor this process rotates or
    /// scales anything.
    var allowsDirectScanout: Bool { isDirect && planeOrientation == .upright && planeTarget.size == canvas }

    /// The candidates, the best first; the last one works with every driver.
    ///
    /// - Parameter scanout: the size that is scanned out for the mode, if that has fewer lines: then the copy does
    ///   everything.
    static func candidates(
        mode: Size, scanout: Size? = nil, orientation: Orientation, overscan: Overscan, abilities: Abilities
    ) -> [ScanoutPlan] {
        let insets = overscan.insets(in: mode)
        let scales = overscan.compensation == .scale
        if let scanout, scanout != mode {
            let needsInsets = insets != .zero && overscan.compensation != .none
            return [
                ScanoutPlan(
                    mode: mode, scanout: scanout, orientation: orientation, byPlane: .upright,
                    needsInsets ? .software : .none, scales: scales, insets)
            ]
        }
        var planeOrientations: [Orientation] = [.upright]
        if orientation != .upright, abilities.planeOrientations.contains(orientation) {
            planeOrientations.insert(orientation, at: 0)
        }
        let compensations = compensations(overscan.compensation, insets, abilities)
        return planeOrientations.flatMap { byPlane in
            compensations.map { compensation in
                ScanoutPlan(
                    mode: mode, scanout: mode, orientation: orientation, byPlane: byPlane, compensation,
                    scales: scales, insets)
            }
        }
    }

    private static func compensations(
        _ requested: OverscanCompensation, _ insets: EdgeInsets, _ abilities: Abilities
    ) -> [EffectiveCompensation] {
        guard insets != .zero, requested != .none else { return [.none] }
        var candidates: [EffectiveCompensation] = []
        if requested == .scale {
            // The borders are equal on both sides.
            if let limit = abilities.underscanLimit, insets.left == insets.right, insets.top == insets.bottom,
                insets.left <= limit.width, insets.top <= limit.height
            {
                candidates.append(.underscan)
            }
            if let limit = abilities.marginLimit, max(insets.left, insets.right) <= limit.width,
                max(insets.top, insets.bottom) <= limit.height
            {
                candidates.append(.margins)
            }
        }
        if abilities.placesByPlane, requested != .scale || abilities.scalesByPlane { candidates.append(.plane) }
        return candidates + [.software]
    }

    private init(
        mode: Size, scanout: Size, orientation: Orientation, byPlane: Orientation,
        _ compensation: EffectiveCompensation, scales: Bool, _ insets: EdgeInsets
    ) {
        let visible = compensation == .none ? Rectangle(mode) : insets.inset(mode)
        let onScreen = compensation == .none || scales ? mode : visible.size
        canvas = orientation.inverse.size(of: onScreen)
        planeOrientation = byPlane
        // Own rotation and plane rotation together give the requested orientation.
        ownOrientation = orientation.followed(by: byPlane.inverse)
        switch compensation {
        case .plane:
            planeTarget = visible
            buffer = byPlane.inverse.size(of: onScreen)
            placement = Rectangle(buffer)
        case .software:
            planeTarget = Rectangle(scanout)
            buffer = byPlane.inverse.size(of: scanout)
            placement = byPlane.inverse.rectangle(visible.squeezed(from: mode.height, to: scanout.height), of: scanout)
        default:
            planeTarget = Rectangle(scanout)
            buffer = byPlane.inverse.size(of: scanout)
            placement = Rectangle(buffer)
        }
        self.compensation = compensation
        self.insets = insets
    }
}

extension Rectangle {
    /// The place of the rectangle if fewer lines show the same picture.
    fileprivate func squeezed(from lines: Int, to fewer: Int) -> Rectangle {
        let (top, bottom) = (y * fewer / lines, (y + height) * fewer / lines)
        return Rectangle(x: x, y: top, width: width, height: bottom - top)
    }
}
