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
    /// The time from which reports are followed again; nil if none was left out.
    private(set) var resumption: MonotonicTime?

    /// Counts a report.
    mutating func take(at now: MonotonicTime) -> Verdict {
        if let began, now < began.advanced(by: Self.span) {
            count += 1
        } else {
            began = now
            count = 1
        }
        if count > Self.most { resumption = began?.advanced(by: Self.span) }
        return count <= Self.most ? .take : count == Self.most + 1 ? .stop : .leaveOut
    }

    /// Takes the time.
    ///
    /// - Returns: whether reports that were left out have ended now, so that the television has to be asked.
    mutating func resume(at now: MonotonicTime) -> Bool {
        guard let resumption, now >= resumption else { return false }
        self.resumption = nil
        return true
    }
}
