/// The timers of a card that are not started again while they run.
enum CardTimer: Hashable {
    /// A second read after a hotplug: the kernel's console probes its displays after the event too, and only then can a
    /// reader get the result.
    case secondRead
    /// A further attempt to disable CRTCs that could not be disabled.
    case disabling

    var delay: Nanoseconds {
        switch self {
        case .secondRead: 300_000_000
        case .disabling: 10_000_000_000
        }
    }
}
