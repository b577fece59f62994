import Screens

/// How a picture comes to the glass, as JSON has it.
struct LayoutDocument: Encodable {
    let bounds: SizeDocument
    /// Degrees, clockwise.
    let rotation: Int
    /// Whether left and right are exchanged, before that.
    let mirrored: Bool
    let turnedByPlane: Bool
    let insets: Insets
    let compensation: String
    let format: String

    init(_ layout: PictureLayout) {
        bounds = SizeDocument(layout.bounds)
        rotation = layout.orientation.clockwiseQuarters * 90
        mirrored = layout.orientation.isMirrored
        turnedByPlane = layout.isTurnedByPlane
        insets = Insets(layout.insets)
        compensation = layout.compensation.rawValue
        format = layout.format.name
    }

    /// In pixels of the mode.
    struct Insets: Encodable {
        let top: Int
        let right: Int
        let bottom: Int
        let left: Int

        init(_ insets: EdgeInsets) {
            (top, right, bottom, left) = (insets.top, insets.right, insets.bottom, insets.left)
        }
    }
}
