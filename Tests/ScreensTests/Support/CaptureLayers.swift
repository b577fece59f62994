@testable import Screens

extension CaptureLayer {
    /// A layer with a framebuffer of its own size.
    static func make(source: Size, at destination: Rectangle) -> CaptureLayer {
        CaptureLayer(
            kind: .overlay, framebuffer: 1, source: Rectangle(source), destination: destination, level: 1)
    }
}
