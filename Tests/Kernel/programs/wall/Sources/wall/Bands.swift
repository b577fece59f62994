import Screens

/// A band of a tenth of the height that moves down by its own height with each frame, in another colour each time.
final class Bands: VideoKitDelegate {
    private let frames: UInt64

    init(frames: UInt64) {
        self.frames = frames
    }

    func updateExternalView(_ view: inout ExternalView) {
        let number = Int(view.timing.number)
        let height = view.bounds.height / 10
        let band = Rectangle(x: 0, y: number % 10 * height, width: view.bounds.width, height: height)
        view.fill(band, with: Color(rgb: UInt32(number) &* 0x010305 & 0xFF_FFFF))
        if view.timing.number + 1 >= frames { view.nextUpdate = .whenNeeded }
    }
}
