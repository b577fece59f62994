import Screens

/// Says of each frame that a part of it has changed, and changes a single pixel of that: so what is measured is what the
/// library does with damage, and not what drawing costs.
final class DamagePainter: VideoKitDelegate {
    private let damage: DamageShare
    private let latency: CallLatency?

    init(damage: DamageShare, latency: CallLatency?) {
        self.damage = damage
        self.latency = latency
    }

    func updateExternalView(_ view: inout ExternalView) {
        latency?.called(for: view.frame)
        let area = damage.rectangle(in: view.bounds)
        let frame = UInt32(truncatingIfNeeded: view.frame.number)
        view.withPixels(damage: area) { pixels, stride in
            pixels[area.y * stride + area.x] = frame
        }
    }
}
