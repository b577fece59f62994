import Screens

/// How a picture comes to the glass, as JSON has it.
package struct LayoutDocument: Codable, Sendable, Hashable {
    package let bounds: SizeDocument
    /// Degrees, clockwise.
    package let rotation: Int
    /// Whether left and right are exchanged, before that.
    package let mirrored: Bool
    package let turnedByPlane: Bool
    package let insets: Insets
    package let compensation: String
    package let format: String

    package init(_ layout: PictureLayout) {
        bounds = SizeDocument(layout.bounds)
        rotation = layout.orientation.clockwiseQuarters * 90
        mirrored = layout.orientation.isMirrored
        turnedByPlane = layout.isRotatedByPlane
        insets = Insets(layout.insets)
        compensation = layout.compensation.rawValue
        format = layout.format.name
    }

    /// In pixels of the mode.
    package struct Insets: Codable, Sendable, Hashable {
        package let top: Int
        package let right: Int
        package let bottom: Int
        package let left: Int

        package init(_ insets: EdgeInsets) {
            (top, right, bottom, left) = (insets.top, insets.right, insets.bottom, insets.left)
        }
    }
}
