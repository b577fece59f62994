import ScreensLinux

/// Waits for the end of another program's mastership of a card: watches for closes of the card, and tries after each.
///
/// Unchecked: only the card's thread uses its state.
final class MasterWaiter: @unchecked Sendable {
    private let thread: ActorThread
    private var series = MasterWait()
    private var watch: (any CloseReports)?
    private var attempt: (@Sendable () -> Void)?

    init(on thread: ActorThread) {
        self.thread = thread
    }

    /// Begins to wait. If it waits already, this reports that a try has failed.
    ///
    /// - Parameters:
    ///   - newWatch: makes a watch for closes; nil if they cannot be watched: then only a poll finds the end.
    ///   - attempt: tries, on the thread, soon after a close; ``failed()`` or ``end()`` must follow.
    func begin(_ newWatch: () -> (any CloseReports)?, _ attempt: @escaping @Sendable () -> Void) {
        // Another program was faster after the last close.
        guard watch == nil else { return schedule(series.failed()) }
        guard let new = newWatch() else { return }
        do throws(SystemError) {
            try thread.watch(new.descriptor) { [weak self] in self?.cardWasClosed() }
        } catch {
            return
        }
        watch = new
        self.attempt = attempt
        // The card may have been closed before the watch began.
        schedule(series.closed())
    }

    /// Records that the card is not free.
    ///
    /// - Returns: whether another try is scheduled. If not, the next close schedules one.
    func failed() -> Bool {
        let delay = series.failed()
        schedule(delay)
        return delay != nil
    }

    /// Ends the wait.
    func end() {
        if let watch { thread.unwatch(watch.descriptor) }
        watch = nil
        attempt = nil
        series.end()
    }

    private func cardWasClosed() {
        if watch?.take() ?? false { schedule(series.closed()) }
    }

    private func schedule(_ delay: Nanoseconds?) {
        guard let delay else { return }
        thread.schedule(after: .nanoseconds(delay)) { [weak self] in self?.attempt?() }
    }
}
