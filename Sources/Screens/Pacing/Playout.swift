/// Decides at each refresh which of the waiting frames of a source is shown. Pure.
///
/// It counts refreshes and not time: the interval between the times of two drawn frames, rounded to whole refreshes. So
/// a film runs exactly as fast as the display, whose clock differs from the processor's.
struct Playout: Sendable, Hashable {
    enum Step: Hashable {
        /// No frame can be shown: the first one has not come yet, or the next one is late.
        case wait
        /// The shown frame stays for some refreshes, at least one.
        case keep(refreshes: Int64)
        /// Some frames are taken, and the last of them is shown until the next one is due.
        case show(frames: Int, refreshes: Int64)
        /// The time of the last frame is over.
        case end
    }

    /// The number of frames that were shown.
    private(set) var shown: UInt64 = 0
    /// The number of frames that came after their refresh.
    private(set) var late: UInt64 = 0
    /// The number of frames that were not shown, because the source is faster than the screen, or the screen was too
    /// slow.
    private(set) var skipped: UInt64 = 0
    private let source: RefreshRate?
    private var screen: RefreshRate
    private var pullDown: PullDown
    private var refresh: Int64 = 0
    /// The time of the last step.
    private var time: MonotonicTime?
    /// Whether the next frame has not come in time.
    private var isLate = false

    init(source: RefreshRate?) {
        self.source = source
        screen = RefreshRate(numerator: 60, denominator: 1)
        pullDown = PullDown(source: source, screen: screen)
    }

    /// - Parameters:
    ///   - target: when the frame that is drawn now is shown.
    ///   - rate: the refresh rate of the screen.
    ///   - waiting: the number of frames in the queue.
    ///   - isFinished: whether no further frame comes.
    mutating func step(at target: MonotonicTime, rate: RefreshRate, waiting: Int, isFinished: Bool) -> Step {
        follow(target, rate)
        if shown == 0 {
            guard waiting > 0 else { return isFinished ? .end : .wait }
            pullDown.begin(at: refresh)
        }
        guard refresh >= pullDown.due else { return .keep(refreshes: pullDown.due - refresh) }
        guard waiting > 0 else {
            guard !isFinished else { return .end }
            isLate = true
            return .wait
        }
        if isLate {
            // The frames after it are later by as much, and none of them is skipped.
            isLate = false
            late += 1
            pullDown.move(to: refresh)
        } else if refresh - pullDown.due > longestDelay {
            // The screen was dark.
            pullDown.move(to: refresh)
        }
        return show(of: waiting)
    }

    /// A second in refreshes. If the screen is later than that, the film goes on with its next frame.
    private var longestDelay: Int64 { Int64(max(screen.hertz.rounded(.up), 1)) }

    private mutating func show(of waiting: Int) -> Step {
        var taken = 0
        while taken < waiting, pullDown.due <= refresh {
            pullDown.frameTaken()
            taken += 1
        }
        shown += 1
        skipped += UInt64(taken - 1)
        return .show(frames: taken, refreshes: max(pullDown.due - refresh, 1))
    }

    /// Counts the refreshes since the last step.
    private mutating func follow(_ target: MonotonicTime, _ rate: RefreshRate) {
        if rate != screen {
            screen = rate
            let due = pullDown.due
            pullDown = PullDown(source: source, screen: rate)
            pullDown.begin(at: due)
        }
        if let time { refresh += max(rate.refreshes(nearest: target - time), 0) }
        time = target
    }
}
