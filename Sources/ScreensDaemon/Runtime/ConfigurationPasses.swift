import ScreensLinux

/// Runs the pass that applies the configuration to every screen, one at a time.
///
/// Owners request a pass after each change.
@MainLoop
final class ConfigurationPasses {
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
        await withCheckedContinuation { continuation in
            waiters.append(continuation)
            request()
        }
    }

    /// Requests a pass, and does not wait for it. Called during a pass, it requests another one.
    func request() {
        isRequested = true
        guard !isRunning else { return }
        isRunning = true
        Task { await runRequested() }
    }

    private func runRequested() async {
        while isRequested {
            isRequested = false
            // Those that come during the pass wait for the next one.
            let served = waiters
            waiters = []
            await pass?()
            for waiter in served { waiter.resume() }
        }
        isRunning = false
    }
}
