import ScreensLinux

/// The wait for the devices that draw a frame. The main loop polls their fences and dma-bufs, without a thread.
@MainLoop
final class FenceWait {
    /// Why the wait has ended.
    enum End {
        /// All devices have finished.
        case finished
        case timedOut
        /// The client has left.
        case cancelled
    }

    /// How long a device may take.
    static let timeout = Duration.seconds(30)

    private var waiter: CheckedContinuation<End, Never>?
    private var timer: LoopTimer?
    /// Why the wait ends before the devices have finished; nil while it does not. It may end between two descriptors.
    private var early: End?

    /// Waits until all descriptors are readable. It is called once.
    func end(of descriptors: [Int32]) async throws(SystemError) -> End {
        for descriptor in descriptors where DescriptorPoll.wait(for: descriptor, and: nil, until: .zero) == nil {
            try MainLoop.shared.events.watch(descriptor, for: .input) { [weak self] _ in
                MainLoop.call { self?.resume(.finished) }
            }
            timer = timer ?? LoopTimer(after: Self.timeout) { [weak self] in self?.resume(.timedOut) }
            let end = if let early { early } else { await withCheckedContinuation { waiter = $0 } }
            MainLoop.shared.events.unwatch(descriptor)
            guard end == .finished else { return end }
        }
        return early ?? .finished
    }

    /// Ends the wait, because the client has left.
    func cancel() { resume(.cancelled) }

    private func resume(_ end: End) {
        if end != .finished { early = early ?? end }
        let former = waiter
        waiter = nil
        former?.resume(returning: end)
    }
}
