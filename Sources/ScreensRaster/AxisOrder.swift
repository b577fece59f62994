/// A rotation of a picture by quarters, or its reflection.
package struct AxisOrder: Sendable {
    /// Whether rows become columns. The two flips apply after that.
    let swapsAxes: Bool
    /// Whether left and right are exchanged.
    let flipsX: Bool
    /// Whether top and bottom are exchanged.
    let flipsY: Bool

    package init(swapsAxes: Bool, flipsX: Bool, flipsY: Bool) {
        self.swapsAxes = swapsAxes
        self.flipsX = flipsX
        self.flipsY = flipsY
    }

    /// Whether nothing changes.
    var isUpright: Bool { !swapsAxes && !flipsX && !flipsY }

    /// The order that reverts this one.
    var inverse: AxisOrder {
        swapsAxes ? AxisOrder(swapsAxes: true, flipsX: flipsY, flipsY: flipsX) : self
    }

    /// Returns the place of a part of a picture in the picture of the new order.
    ///
    /// - Parameters:
    ///   - area: a part inside the picture.
    ///   - width: the width of the whole picture in the old order, and `height` its height.
    func area(_ area: PixelArea, width: Int, height: Int) -> PixelArea {
        var placed = area
        if swapsAxes { placed = PixelArea(x: area.y, y: area.x, width: area.height, height: area.width) }
        if flipsX { placed.x = (swapsAxes ? height : width) &- placed.maxX }
        if flipsY { placed.y = (swapsAxes ? width : height) &- placed.maxY }
        return placed
    }
}
