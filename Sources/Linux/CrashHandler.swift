import CLinux
import Synchronization

/// The handler of this process for `SIGILL`, `SIGTRAP`, `SIGSEGV`, `SIGABRT`, `SIGBUS` and `SIGFPE`, which carries out
/// every ``CrashPlan`` and passes the signal on.
package enum CrashHandler {
    private static let installation = Mutex(false)
    private static let installed = Atomic(false)

    /// Handles the signals from now on; called again it does nothing. The corresponding C function is `sigaction`.
    package static func install() throws(SystemError) {
        try installation.withLock { isInstalled throws(SystemError) in
            guard !isInstalled else { return }
            let result = clinux_crash_install()
            guard result == 0 else {
                throw SystemError(call: "sigaction", object: "the signals of a crash", errno: result)
            }
            isInstalled = true
            installed.store(true, ordering: .releasing)
        }
    }

    /// Whether plans are of use.
    package static var isInstalled: Bool { installed.load(ordering: .acquiring) }

    /// Whether a crash is being handled, so that nothing may be shown any more. In the frame path.
    package static var hasBegun: Bool { clinux_crash_has_begun() }
}
