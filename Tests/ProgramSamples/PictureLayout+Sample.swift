@testable import Screens

extension PictureLayout {
    /// A layout without rotation and insets.
    static func sample(
        _ width: Int, _ height: Int, _ insets: EdgeInsets = .zero, lying orientation: Orientation = .upright
    ) -> PictureLayout {
        PictureLayout(
            bounds: Size(width: width, height: height), orientation: orientation, isRotatedByPlane: false,
            insets: insets, compensation: .none, format: .xrgb8888)
    }
}
