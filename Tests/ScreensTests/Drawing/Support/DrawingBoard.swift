@testable import Screens

/// A view without a screen, with access to its picture and its damage.
final class DrawingBoard {
    let canvas: ScreenCanvas

    init(_ width: Int, _ height: Int) {
        canvas = ScreenCanvas(content: ContentID(number: 1), screen: .make(), size: Size(width: width, height: height))
    }

    /// Draws, and returns the damage.
    @discardableResult
    func draw(_ body: (inout ExternalView) -> Void) -> [Rectangle] {
        canvas.damageTaken()
        let timing = FrameTiming(number: 0, timestamp: .zero, targetTimestamp: .zero, duration: .zero, missed: 0)
        var view = ExternalView(timing: timing, canvas: canvas)
        body(&view)
        return (0..<canvas.damage.count).map { canvas.damage[$0] }
    }

    var picture: Picture { Picture(copying: canvas.pixels) }

    /// Returns the picture as rows of characters from `key`, with `?` for other colours.
    func drawing(_ key: [UInt32: Character]) -> [String] {
        let picture = picture
        return (0..<picture.size.height).map { y in
            String((0..<picture.size.width).map { key[picture.pixels[y * picture.size.width + $0]] ?? "?" })
        }
    }
}
