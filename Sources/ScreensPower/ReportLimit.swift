import struct ScreensLinux.MonotonicTime

/// The most reports of a television that are followed, because one that changes without a pause would fill the journal.
struct ReportLimit: Sendable, Hashable {
    enum Verdict: Sendable, Hashable {
        case take
        /// The first one that is left out.
        case stop
        case leaveOut
    }

    /// The reports that are followed in ``span``.
    static let most = 8
    static let span = Duration.seconds(60)

    private var began: MonotonicTime?
    private var count = 0

    /// Counts a report.
    mutating func take(at now: MonotonicTime) -> Verdict {
        if let began, now < began.advanced(by: Self.span) {
            count += 1
        } else {
            began = now
            count = 1
        }
        return count <= Self.most ? .take : count == Self.most + 1 ? .stop : .leaveOut
    }
}
