@testable import Screens

extension CaptureLayer {
    /// A layer whose framebuffer holds nothing else.
    static func make(source: Size, at destination: Rectangle) -> CaptureLayer {
        CaptureLayer(
            kind: .overlay, framebuffer: 1, source: Rectangle(source), destination: destination, level: 1)
    }
}
