import Screens

/// What has happened since the start.
struct EventCounts: Sendable, Hashable {
    /// Displays that came or left.
    private(set) var hotplugs = 0
    /// Warnings, and screens that went dark for a reason that nobody wanted.
    private(set) var failures = 0

    mutating func count(_ event: ScreenEvent) {
        switch event.kind {
        case .connected, .disconnected: hotplugs += 1
        case .warning: failures += 1
        case .changed where event.changes.contains(.dark):
            if event.screen?.dark?.reason.isTrouble ?? false { failures += 1 }
        default: break
        }
    }
}
