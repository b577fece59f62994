import Linux

/// The virtual terminal that the process was started on, taken for pictures: the Linux console of a machine.
///
/// While it is held the kernel draws no text and no cursor on it, and requests its release before another terminal becomes
/// active: the drawing then ends, and the displays are released, until this one is active again.
///
/// ```swift
/// let terminal = try await VirtualTerminal.take(
///     whenLeaving: { await kit.pause() }, whenReturning: { await kit.resume() })
/// …
/// await kit.stop()
/// await terminal?.giveBack()
/// ```
///
/// The kernel sends two signals, the highest real-time ones that the process leaves at their default: they have no meaning
/// of their own, and many programs use `SIGUSR1` and `SIGUSR2`. Their handler only writes to an eventfd, which a thread of
/// this object reads. The program decides, because the terminal is the program's; ``VideoKit`` by itself takes none.
public actor VirtualTerminal {
    private nonisolated let thread: ActorThread
    private let whenLeaving: @Sendable () async -> Void
    private let whenReturning: @Sendable () async -> Void
    private var terminal: GraphicsTerminal?
    private var isAcquired = false
    private var isRequested = false
    private var isSettling = false

    /// The thread that the kernel knows as the terminal's holder.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Takes the process's controlling terminal, or the terminal that is its standard input.
    ///
    /// The corresponding ioctls are `VT_SETMODE` and `KDSETMODE`. If ``CrashRestoration`` is installed before, a
    /// crash restores the terminal as well. After `SIGKILL` the kernel itself returns it to text when another
    /// terminal is requested.
    ///
    /// - Parameters:
    ///   - showing: whether it is made active first, and the former active one at the end: for a service with a dedicated
    ///     terminal. The corresponding ioctl is `VT_ACTIVATE`. Without it, a terminal that is not active is not taken.
    ///   - whenLeaving: called when another terminal is requested, which becomes active when this has returned: release the
    ///     displays in it. The system cannot be used meanwhile.
    ///   - whenReturning: called when this terminal is shown again.
    /// - Returns: nil where there is no terminal to take, which is not an error: with `ssh`, in a service, in a window, on a
    ///   terminal that is not active, or on one that a desktop controls.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/system`` where the system refuses.
    public static func take(
        showing: Bool = false, whenLeaving: @escaping @Sendable () async -> Void,
        whenReturning: @escaping @Sendable () async -> Void
    ) async throws(ScreenError) -> VirtualTerminal? {
        let thread = try ScreenError.mapping { () throws(SystemError) in try ActorThread(name: "terminal") }
        let terminal = VirtualTerminal(thread: thread, whenLeaving: whenLeaving, whenReturning: whenReturning)
        return try await terminal.begin(showing: showing) ? terminal : nil
    }

    private init(
        thread: ActorThread, whenLeaving: @escaping @Sendable () async -> Void,
        whenReturning: @escaping @Sendable () async -> Void
    ) {
        self.thread = thread
        self.whenLeaving = whenLeaving
        self.whenReturning = whenReturning
    }

    /// Restores the terminal. Repeating it does nothing. Call it once the displays are released: the console draws from then
    /// on. The end of this object does the same.
    public func giveBack() {
        terminal = nil
    }

    private func begin(showing: Bool) throws(ScreenError) -> Bool {
        terminal = try ScreenError.mapping { () throws(SystemError) in try GraphicsTerminal.take(showing: showing) }
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
        guard !isSettling else { return }
        isSettling = true
        Task { await settle() }
    }

    /// Carries out the requests, one after the other: displays may be given back while they are still being released.
    private func settle() async {
        while isAcquired || isRequested {
            if isAcquired {
                isAcquired = false
                terminal?.acknowledge()
                await whenReturning()
            } else {
                isRequested = false
                await whenLeaving()
                terminal?.release()
            }
        }
        isSettling = false
    }
}
