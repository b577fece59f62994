import ScreensLinux

/// Waits at the start until the contents have their first pictures.
@MainLoop
final class StartupWait {
    /// The longest wait. A large photo takes two seconds on a small board.
    private static let timeout = Duration.seconds(10)

    private let records: ScreenRecords
    private var waiter: (continuation: CheckedContinuation<Void, Never>, timer: LoopTimer)?

    init(_ records: ScreenRecords) {
        self.records = records
    }

    /// Returns when no content waits for its first picture, or after the timeout: a picture on a share that hangs
    /// delays no other.
    func wait() async {
        guard areMissing else { return }
        await withCheckedContinuation { continuation in
            waiter = (continuation, LoopTimer(after: Self.timeout) { [weak self] in self?.end() })
        }
    }

    /// Called when the state of a content has changed.
    func contentChanged() {
        if !areMissing { end() }
    }

    private var areMissing: Bool { records.all.contains { $0.content.state == .waiting } }

    private func end() {
        let ended = waiter
        waiter = nil
        ended?.continuation.resume()
    }
}
