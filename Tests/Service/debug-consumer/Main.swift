import Glibc
import Screens
import Synchronization

/// Draws frames of a scene: `consumer SCENE FRAMES`. Two runs differ only in the number of frames, so that their
/// difference is the cost of the frames.
@main struct Main {
    private static let size = Size(width: 1280, height: 720)

    static func main() throws {
        let (scene, frames) = (CommandLine.arguments[1], Int(CommandLine.arguments[2]) ?? 1)
        switch scene {
        case "convert": try showAndWait(frames, format: .rgb565, overscan: nil)
        case "overscan": try showAndWait(frames, format: .xrgb8888, overscan: Overscan(.pixels(20)))
        default: try draw(scene, frames)
        }
    }

    private static func draw(_ scene: String, _ frames: Int) throws {
        let picture = try image(size)
        let sprite = try image(Size(width: 64, height: 64))
        var canvas = try Canvas(size, isOpaque: true)
        for _ in 0..<frames {
            switch scene {
            case "blend": canvas.draw(picture, at: (0, 0))
            case "scale": canvas.draw(sprite, in: canvas.bounds)
            case "rotate": canvas.draw(picture, center: (640, 360), rotation: .degrees(10))
            case "sprites":
                canvas.clear()
                for index in 0..<300 {
                    let place = (x: Double(index * 131 % size.width), y: Double(index * 71 % size.height))
                    canvas.draw(sprite, center: place, rotation: .degrees(Double(index)))
                }
            case "shapes":
                for y in 0..<30 {
                    let rectangle = Rectangle(x: y, y: y * 20, width: 900, height: 18)
                    canvas.fill(rectangle, with: .red.opacity(0.5))
                    canvas.stroke(rectangle, with: .white, width: 2)
                    canvas.drawLine(from: (0, Double(y)), to: (1280, Double(y * 20)), with: .green, width: 3)
                }
            case "text":
                for line in 0..<40 {
                    canvas.draw("Line \(line) of a text on a screen", at: (0, line * 18), scale: 2, color: .white)
                }
            default: fatalError("no scene \(scene)")
            }
        }
        print(canvas.makeImage().isOpaque)
    }

    /// A picture with all alphas.
    private static func image(_ size: Size) throws -> Image {
        try Image(size: size) { pixels in
            for index in pixels.indices { pixels[index] = UInt32(truncatingIfNeeded: index) &* 0x0101_0101 }
        }
    }

    /// Shows whole frames on a simulated screen.
    ///
    /// Valgrind does not survive the main thread of an asynchronous program, so this function waits by itself.
    private static func showAndWait(_ frames: Int, format: PixelFormat, overscan: Overscan?) throws {
        let mode = try SimulatedMode(width: size.width, height: size.height, millihertz: 60_000)
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [mode])])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.format = format
        settings.overscan = overscan
        let delegate = CountingDelegate(frames)
        let kit = try VideoKit(delegate: delegate, settings: settings)
        Task { try await kit.start() }
        while delegate.left > 0 { usleep(10_000) }
        print(delegate.left)
    }
}

/// A delegate that draws a number of frames and then stops.
private final class CountingDelegate: VideoKitDelegate {
    private let rest: Atomic<Int>

    init(_ frames: Int) {
        rest = Atomic(frames)
    }

    var left: Int { rest.load(ordering: .acquiring) }

    func updateExternalView(_ view: inout ExternalView) {
        let left = rest.subtract(1, ordering: .acquiringAndReleasing).newValue
        view.fill(view.bounds, with: left % 2 == 0 ? .white : .blue)
        if left <= 0 { view.nextUpdate = .whenNeeded }
    }
}
