@testable import Screens
@testable import ScreensContents

/// A view without a screen, on which patterns are drawn frame by frame.
final class Easel {
    private let canvas: ScreenCanvas
    private var content: any Content
    private var frames = 0
    /// The time when the frame after the last one is due.
    private(set) var next = NextUpdate.nextRefresh

    init(_ width: Int, _ height: Int, _ content: any Content) {
        canvas = ScreenCanvas(
            content: ContentID(number: 1), screen: .lit("HDMI-A-1"), size: Size(width: width, height: height))
        self.content = content
    }

    /// Draws the next frame.
    ///
    /// - Parameter time: the time at which it is to be on the screen.
    /// - Returns: the damage.
    @discardableResult
    func draw(isComplete: Bool? = nil, at time: MonotonicTime = .zero) -> [Rectangle] {
        canvas.damageTaken()
        let timing = FrameTiming(
            number: UInt64(frames), timestamp: .zero, targetTimestamp: time, duration: .zero, missed: 0)
        var view = ExternalView(timing: timing, canvas: canvas)
        next = content.draw(ContentFrame(number: frames, isComplete: isComplete ?? (frames == 0)), on: &view).next
        frames += 1
        return (0..<canvas.damage.count).map { canvas.damage[$0] }
    }

    func skip(to frame: Int) {
        frames = frame
    }

    var picture: Picture { Picture(copying: canvas.pixels) }
}

extension Picture {
    /// Returns the regions in which two pictures differ.
    func differences(from other: Picture) -> [Rectangle] {
        pixels.indices.filter { pixels[$0] != other.pixels[$0] }.map {
            Rectangle(x: $0 % size.width, y: $0 / size.width, width: 1, height: 1)
        }
    }
}

extension Rectangle {
    var center: (x: Int, y: Int) { (x + width / 2, y + height / 2) }
}
