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

    /// Sets the pass. Before this, no pass runs.
    func begin(_ pass: @escaping @MainLoop () async -> Void) {
        self.pass = pass
    }

    /// Breaks the reference cycle between the pass and its owner.
    func end() {
        pass = nil
    }

    /// Returns after a pass that began after the call.
    func run() async {
        await withCheckedContinuation { continuation in
            waiters.append(continuation)
            request()
        }
    }

    /// Requests a pass without waiting for it. A call during a pass requests another one.
    func request() {
        isRequested = true
        guard !isRunning else { return }
        isRunning = true
        Task { await runRequested() }
    }

    private func runRequested() async {
        while isRequested {
            isRequested = false
            // Callers that come during the pass wait for the next one.
            let served = waiters
            waiters = []
            await pass?()
            for waiter in served { waiter.resume() }
        }
        isRunning = false
    }
}
