import Screens

/// Reports a part of each frame as damage, and changes a single pixel of it: this measures how the library handles
/// damage, without the cost of drawing.
final class DamageDelegate: VideoKitDelegate {
    private let damage: DamageShare
    private let latency: CallLatency?

    init(damage: DamageShare, latency: CallLatency?) {
        self.damage = damage
        self.latency = latency
    }

    func updateExternalView(_ view: inout ExternalView) {
        latency?.called(for: view.timing)
        let area = damage.rectangle(in: view.bounds)
        let frame = UInt32(truncatingIfNeeded: view.timing.number)
        view.withPixels(damage: area) { pixels, stride in
            pixels[area.y * stride + area.x] = frame
        }
    }
}
