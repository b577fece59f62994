/// Calls something once on the main thread, unless it goes away before.
package final class LoopTimer: Sendable {
    private final class Life: Sendable {}

    private let number: UInt64
    /// It ends with the timer, also if the loop has taken the timer as due already.
    private let life: Life

    /// - Parameter delay: from now, by CLOCK_MONOTONIC.
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
