import CScreensLinux
import Synchronization

/// The handler of this process for `SIGILL`, `SIGTRAP`, `SIGSEGV`, `SIGABRT`, `SIGBUS` and `SIGFPE`, which carries out
/// every ``CrashPlan`` and passes the signal on. A `SIGBUS` in a ``DeviceMemory`` is answered instead.
package enum CrashHandler {
    private static let installation = Mutex(false)
    private static let installed = Atomic(false)

    /// Handles the signals from now on; repeated calls do nothing. The corresponding C function is `sigaction`.
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

    /// Whether the handler is installed, so that plans have an effect.
    package static var isInstalled: Bool { installed.load(ordering: .acquiring) }

    /// Whether a crash is being handled, so that nothing may be shown from now on. Called in the frame path.
    package static var hasBegun: Bool { clinux_crash_has_begun() }
}

/// An ioctl that is prepared for the crash handler.
package struct CrashCall {
    fileprivate let call: clinux_crash_call

    /// - Parameters:
    ///   - request: the ioctl's number.
    ///   - argument: the ioctl's argument: a number, or an address that stays valid as long as the plan.
    ///   - skips: the number of following calls to skip if it succeeds.
    package init(request: UInt, argument: UInt, descriptor: Int32, skips: Int = 0) {
        call = clinux_crash_call(
            request: request, argument: argument, descriptor: descriptor, after_success: UInt32(skips))
    }
}

/// The calls that are made for a card or a terminal if the process crashes while this value exists.
package struct CrashPlan: ~Copyable, @unchecked Sendable {
    /// The turn of a plan: the console draws as soon as its terminal shows text again, so cards come first.
    package enum Turn {
        case cards, terminals
    }

    // Unchecked only because of the handle, which is freed once; any thread may call the C functions.
    private let handle: OpaquePointer
    /// The owner of everything that the calls point to.
    private let memory: AnyObject & Sendable

    /// - Returns: nil if there are too many plans already.
    package init?(_ calls: [CrashCall], turn: Turn, keeping memory: AnyObject & Sendable) {
        let turn = turn == .cards ? CLINUX_CRASH_CARDS : CLINUX_CRASH_TERMINALS
        guard let handle = clinux_crash_add(calls.map(\.call), UInt32(calls.count), turn) else { return nil }
        self.handle = handle
        self.memory = memory
    }

    deinit {
        clinux_crash_remove(handle)
    }
}
