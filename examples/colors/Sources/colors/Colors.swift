import Screens
import Synchronization

/// Shows one colour on every screen, and another one on request.
final class Colors: VideoKitDelegate {
    private let pixel = Atomic<UInt32>(0x336699)

    var color: Color { Color(rgb: pixel.load(ordering: .relaxed)) }

    func pickAnother() {
        pixel.store(.random(in: 0...0xFFFFFF), ordering: .relaxed)
    }

    func updateExternalView(_ view: inout ExternalView) {
        view.backgroundColor = color
        view.nextUpdate = .whenNeeded
    }
}
