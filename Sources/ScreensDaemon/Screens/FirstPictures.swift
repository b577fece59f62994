import ScreensLinux

/// Waits at the start until contents have their first pictures.
@MainLoop
final class FirstPictures {
    /// A large photo takes two seconds on a small board.
    private static let timeout = Duration.seconds(10)

    private let records: ScreenRecords
    private var waiter: (continuation: CheckedContinuation<Void, Never>, timer: LoopTimer)?

    init(_ records: ScreenRecords) {
        self.records = records
    }

    /// Returns when no content waits for its first picture, or some seconds later: one on a share that hangs holds up no other.
    func wait() async {
        guard areMissing else { return }
        await withCheckedContinuation { continuation in
            waiter = (continuation, LoopTimer(after: Self.timeout) { [weak self] in self?.end() })
        }
    }

    /// The state of a content is another one.
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
