import ScreensLinux

/// The virtual terminal on which the process was started, taken for pictures: the Linux console of a machine.
///
/// While it is held, the kernel draws no text and no cursor on it, and requests its release before another terminal
/// becomes active. The drawing then ends, and the displays are released, until this terminal is active again.
///
/// ```swift
/// let terminal = try await VirtualTerminal.take(
///     onRelease: { await kit.pause() }, onAcquire: { await kit.resume() })
/// …
/// await kit.stop()
/// await terminal?.giveBack()
/// ```
///
/// The kernel sends two signals, the highest real-time signals that the process leaves at their default: these have no
/// meaning of their own, whereas many programs use `SIGUSR1` and `SIGUSR2`. Their handler only writes to an eventfd,
/// which a thread of this object reads. The program decides, because the terminal belongs to the program; ``VideoKit``
/// by itself takes none.
public actor VirtualTerminal {
    /// The effect of the terminal's keyboard while it is held.
    public enum Keys: Sendable, Hashable {
        /// The keyboard works as before: Ctrl-C and other keys signal the programs that were started on the terminal.
        case unchanged
        /// No key signals a program, and none is echoed, for a terminal at which people should not end the program. The
        /// corresponding call is `tcsetattr`, without `ISIG` and `ECHO`.
        case withoutSignals
        /// No key has an effect, not even the keys that switch to other terminals. The corresponding ioctl is
        /// `KDSKBMODE` with `K_OFF`.
        case off

        fileprivate var value: TerminalKeys {
            switch self {
            case .unchanged: .unchanged
            case .withoutSignals: .withoutSignals
            case .off: .off
            }
        }
    }

    private nonisolated let thread: ActorThread
    private let onRelease: @Sendable () async -> Void
    private let onAcquire: @Sendable () async -> Void
    private var terminal: GraphicsTerminal?
    private var isAcquired = false
    private var isRequested = false
    private var isSwitching = false

    /// The thread to which the kernel sends the terminal's signals.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Takes the process's controlling terminal, or the terminal that is its standard input.
    ///
    /// The corresponding ioctls are `VT_SETMODE` and `KDSETMODE`. If ``CrashRestoration`` is installed before, a crash
    /// restores the terminal as well. After `SIGKILL` the kernel itself returns it to text when another terminal is
    /// requested.
    ///
    /// - Parameters:
    ///   - showing: whether it is made active first, and the formerly active terminal at the end, for a service with a
    ///     dedicated terminal. The corresponding ioctl is `VT_ACTIVATE`. Without it, a terminal that is not active is
    ///     not taken.
    ///   - keys: the effect of the keyboard until the terminal is given back. Keys that were not read are dropped then.
    ///   - onRelease: called when another terminal is requested, which becomes active when this function has returned:
    ///     release the displays in it. The system cannot be used meanwhile.
    ///   - onAcquire: called when this terminal is shown again.
    /// - Returns: nil if there is no terminal to take, which is not an error: with `ssh`, in a service, in a window, on
    ///   a terminal that is not active, or on one that a desktop controls.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/system`` if the system refuses.
    public static func take(
        showing: Bool = false, keys: Keys = .unchanged, onRelease: @escaping @Sendable () async -> Void,
        onAcquire: @escaping @Sendable () async -> Void
    ) async throws(ScreenError) -> VirtualTerminal? {
        let thread = try ScreenError.mapping { () throws(SystemError) in try ActorThread(name: "terminal") }
        let terminal = VirtualTerminal(thread: thread, onRelease: onRelease, onAcquire: onAcquire)
        return try await terminal.begin(showing: showing, keys: keys) ? terminal : nil
    }

    private init(
        thread: ActorThread, onRelease: @escaping @Sendable () async -> Void,
        onAcquire: @escaping @Sendable () async -> Void
    ) {
        self.thread = thread
        self.onRelease = onRelease
        self.onAcquire = onAcquire
    }

    /// Restores the terminal. Repeating it does nothing. Call it after the displays are released: the console draws
    /// from then on. The end of this object does the same.
    public func giveBack() {
        terminal = nil
    }

    private func begin(showing: Bool, keys: Keys) throws(ScreenError) -> Bool {
        terminal = try ScreenError.mapping { () throws(SystemError) in
            try GraphicsTerminal.take(showing: showing, keys: keys.value)
        }
        guard let descriptor = terminal?.descriptor else { return false }
        try ScreenError.mapping { () throws(SystemError) in
            try thread.watch(descriptor) { [weak self] in
                self?.assumeIsolated { $0.takeEvents() }
            }
        }
        return true
    }

    private func takeEvents() {
        guard let events = terminal?.takeEvents() else { return }
        isAcquired = isAcquired || events.isAcquired
        isRequested = isRequested || events.isRequested
        guard !isSwitching else { return }
        isSwitching = true
        Task { await switchAsRequested() }
    }

    /// Carries out the requests one after the other: the terminal may be acquired again while the displays are still
    /// being released.
    private func switchAsRequested() async {
        while isAcquired || isRequested {
            if isAcquired {
                isAcquired = false
                terminal?.acknowledge()
                await onAcquire()
            } else {
                isRequested = false
                await onRelease()
                terminal?.release()
            }
        }
        isSwitching = false
    }
}
