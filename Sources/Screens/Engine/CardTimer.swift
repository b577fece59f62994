/// The timers of a card that are not started again while they run.
enum CardTimer: Hashable {
    /// For a second read after a hotplug: the kernel's console probes its displays after the event too, and only then a reader gets
    /// the result.
    case secondRead
    /// For CRTCs that could not be disabled: they are disabled again, without another event.
    case disabling

    var delay: Nanoseconds {
        switch self {
        case .secondRead: 300_000_000
        case .disabling: 10_000_000_000
        }
    }
}
