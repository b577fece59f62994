/// Runs the pass that makes every screen as it is configured, once at a time.
///
/// Owners request a pass where something has changed that the next one takes in.
@MainLoop
final class SettlePasses {
    private var pass: (@MainLoop () async -> Void)?
    private var isRunning = false
    private var isRequested = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Sets the pass. Until then, none is run.
    func begin(_ pass: @escaping @MainLoop () async -> Void) {
        self.pass = pass
    }

    /// Breaks the circle of references between the pass and its owner.
    func end() {
        pass = nil
    }

    /// Returns when a pass is over that began after the call.
    func run() async {
        guard !isRunning else {
            isRequested = true
            return await withCheckedContinuation { waiters.append($0) }
        }
        isRunning = true
        repeat {
            isRequested = false
            await pass?()
        } while isRequested
        isRunning = false
        let done = waiters
        waiters = []
        for waiter in done { waiter.resume() }
    }

    /// Requests a pass, and does not wait for it. Called during a pass, it requests another one.
    func request() {
        if isRunning {
            isRequested = true
        } else {
            Task { await run() }
        }
    }
}
