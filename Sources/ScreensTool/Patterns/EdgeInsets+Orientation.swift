import Screens

extension EdgeInsets {
    /// Where the edges of a picture come to lie that is turned.
    func turned(by orientation: Orientation) -> EdgeInsets {
        var turned = self
        if orientation.isMirrored { swap(&turned.left, &turned.right) }
        for _ in 0..<orientation.clockwiseQuarters {
            turned = EdgeInsets(top: turned.left, right: turned.top, bottom: turned.right, left: turned.bottom)
        }
        return turned
    }
}
