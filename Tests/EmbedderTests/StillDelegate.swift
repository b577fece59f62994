import Screens

/// Draws nothing, once.
final class StillDelegate: VideoKitDelegate {
    func updateExternalView(_ view: inout ExternalView) { view.nextUpdate = .whenNeeded }
}
