import ScreensLinux

/// A wait for an event, with the longest time that it takes.
@MainLoop
final class LoopWait {
    private var outcome: Bool?
    private var waiting: CheckedContinuation<Bool, Never>?
    private var timer: LoopTimer?

    init(_ limit: Duration) {
        timer = LoopTimer(after: limit) { [weak self] in self?.end(false) }
    }

    /// Ends the wait.
    ///
    /// - Parameter hasCome: whether the event has come.
    func end(_ hasCome: Bool) {
        guard outcome == nil else { return }
        outcome = hasCome
        timer = nil
        waiting?.resume(returning: hasCome)
        waiting = nil
    }

    /// Whether the event has come. One task waits.
    var value: Bool {
        get async {
            if let outcome { return outcome }
            return await withCheckedContinuation { waiting = $0 }
        }
    }
}
