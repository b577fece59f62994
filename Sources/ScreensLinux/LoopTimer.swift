/// A timer that calls a function once on the main thread, unless the timer is deallocated before.
package final class LoopTimer: Sendable {
    private final class Life: Sendable {}

    private let number: UInt64
    /// The mark of a live timer: the loop may have taken the timer as due before it is deallocated.
    private let life: Life

    /// - Parameter delay: the time from now, on CLOCK_MONOTONIC.
    package init(after delay: Duration, _ body: @escaping @MainLoop () -> Void) {
        let life = Life()
        self.life = life
        number = MainLoop.shared.events.schedule(at: .now.advanced(by: max(.zero, delay))) { [weak life] in
            if life != nil { MainLoop.call(body) }
        }
    }

    deinit {
        MainLoop.shared.events.cancel(number)
    }
}
