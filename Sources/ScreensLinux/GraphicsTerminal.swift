import CScreensLinux
import Glibc

/// The virtual terminal of this process in graphics mode; its former mode returns when this value goes away.
package struct GraphicsTerminal: ~Copyable, Sendable {
    private let signals: TerminalSignals
    private let found: Found
    private let crashPlan: CrashPlan?
    /// The number of the terminal to show again at the end, if this process switched from it to ours.
    private let former: Int32?

    /// The time that another program may take to release the shown terminal, in steps of 10 ms.
    private static let releaseTimeoutSteps = 200

    /// The former state of the terminal, open as long as anything may restore it, including the crash handler.
    private final class Found: @unchecked Sendable {
        // Unchecked because of the pointer: only this class writes its target, and the kernel reads it.
        let file: OwnedDescriptor
        let display: Int32
        let mode: UnsafeMutablePointer<vt_mode>
        /// The former keys; nil if the keys are left unchanged.
        let keys: FoundKeys?

        init(_ file: consuming OwnedDescriptor, display: Int32, mode: vt_mode, keys: FoundKeys?) {
            self.file = file
            self.display = display
            self.keys = keys
            self.mode = .allocate(capacity: 1)
            self.mode.initialize(to: mode)
        }

        deinit {
            mode.deallocate()
        }
    }

    /// Takes the controlling terminal, or the one on standard input, if it is virtual, is shown, shows text, and no
    /// program handles its switching.
    ///
    /// The calling thread must last as long as this value: the kernel takes the terminal away from a thread that has
    /// ended.
    ///
    /// - Parameters:
    ///   - showing: whether to show it first, and the former terminal again at the end. If this process leads the
    ///     session of the terminal, as a service does, it is taken in any state: an earlier process may have been
    ///     killed.
    ///   - keys: the effect of its keyboard meanwhile.
    /// - Returns: nil if there is no such terminal.
    /// - Throws: ``SystemError`` if the system refuses.
    package static func take(showing: Bool, keys: TerminalKeys) throws(SystemError) -> GraphicsTerminal? {
        guard let file = openTerminal() else { return nil }
        var former = showing ? show(file.rawValue) : nil
        var display: Int32 = 0
        var mode = vt_mode()
        guard ioctl(file.rawValue, UInt(VT_GETMODE), &mode) == 0, ioctl(file.rawValue, UInt(KDGETMODE), &display) == 0
        else { return nil }
        if showing, tcgetsid(file.rawValue) == getpid() {
            if Int32(mode.mode) != VT_AUTO || display != KD_TEXT { former = former ?? lowestOther(file.rawValue) }
            (mode, display) = (vt_mode(), KD_TEXT)
            FoundKeys.reset(on: file.rawValue)
        }
        // The user is not at a hidden terminal, and a terminal whose switching a program handles belongs to that
        // program.
        guard shown(file.rawValue) == clinux_terminal_number(file.rawValue), Int32(mode.mode) == VT_AUTO,
            display == KD_TEXT
        else { return nil }
        let foundKeys = keys == .unchanged ? nil : FoundKeys(of: file.rawValue)
        guard keys == .unchanged || foundKeys != nil else { return nil }
        return try GraphicsTerminal(
            Found(file, display: display, mode: mode, keys: foundKeys), former: former, keys: keys)
    }

    private init?(_ found: Found, former: Int32?, keys: TerminalKeys) throws(SystemError) {
        let signals = try TerminalSignals()
        // The plan is made before there is anything to restore.
        let crashPlan = CrashHandler.isInstalled ? Self.crashPlan(found) : nil
        let descriptor = found.file.rawValue
        var mode = vt_mode()
        // The type of the constant differs between versions of the kernel's headers.
        mode.mode = numericCast(VT_PROCESS)
        mode.relsig = Int16(signals.release)
        mode.acqsig = Int16(signals.acquire)
        guard ioctl(descriptor, UInt(VT_SETMODE), &mode) == 0 else {
            // Standard input may be the terminal of another session.
            if errno == EPERM { return nil }
            throw SystemError(call: "VT_SETMODE", object: "the virtual terminal", errno: errno)
        }
        guard ioctl(descriptor, UInt(KDSETMODE), KD_GRAPHICS) == 0 else {
            let code = errno
            _ = ioctl(descriptor, UInt(VT_SETMODE), found.mode)
            throw SystemError(call: "KDSETMODE", object: "the virtual terminal", errno: code)
        }
        do throws(SystemError) {
            try found.keys?.set(keys, on: descriptor)
        } catch {
            _ = ioctl(descriptor, UInt(KDSETMODE), found.display)
            _ = ioctl(descriptor, UInt(VT_SETMODE), found.mode)
            throw error
        }
        self.signals = signals
        self.found = found
        self.former = former
        self.crashPlan = crashPlan
    }

    deinit {
        // A program that waits for the terminal gets it; if none waits, the kernel refuses.
        _ = ioctl(found.file.rawValue, UInt(VT_RELDISP), 1)
        found.keys?.restore(on: found.file.rawValue)
        _ = ioctl(found.file.rawValue, UInt(KDSETMODE), found.display)
        _ = ioctl(found.file.rawValue, UInt(VT_SETMODE), found.mode)
        // If the user has switched to another terminal, that one stays.
        if let former, Self.shown(found.file.rawValue) == clinux_terminal_number(found.file.rawValue) {
            _ = ioctl(found.file.rawValue, UInt(VT_ACTIVATE), former)
        }
    }

    /// The descriptor that becomes readable when ``takeEvents()`` has something to take.
    package var descriptor: Int32 { signals.descriptor }

    /// Returns whether the terminal is shown again, and whether another one is requested, since the last call.
    package func takeEvents() -> (isAcquired: Bool, isRequested: Bool) { signals.take() }

    /// Lets another terminal be shown. The corresponding ioctl is `VT_RELDISP`.
    package func release() {
        _ = ioctl(found.file.rawValue, UInt(VT_RELDISP), 1)
    }

    /// Acknowledges that the terminal is shown again. The corresponding ioctl is `VT_RELDISP`.
    package func acknowledge() {
        _ = ioctl(found.file.rawValue, UInt(VT_RELDISP), VT_ACKACQ)
    }

    /// Shows a terminal, and waits for that. The wait is not in the kernel, because it would never end there if a
    /// program does not release the former terminal.
    ///
    /// - Returns: the number of the former terminal; nil if it was this one, or is not left.
    private static func show(_ descriptor: Int32) -> Int32? {
        let ours = clinux_terminal_number(descriptor)
        guard let former = shown(descriptor), former != ours, ioctl(descriptor, UInt(VT_ACTIVATE), ours) == 0 else {
            return nil
        }
        for _ in 0..<releaseTimeoutSteps {
            if shown(descriptor) == ours { return former }
            usleep(10_000)
        }
        return nil
    }

    /// Returns the lowest used terminal except this one; the first if there is none.
    private static func lowestOther(_ descriptor: Int32) -> Int32 {
        var state = vt_stat()
        guard ioctl(descriptor, UInt(VT_GETSTATE), &state) == 0 else { return 1 }
        let ours = clinux_terminal_number(descriptor)
        return (1..<16 as Range<Int32>).first { $0 != ours && state.v_state & 1 << $0 != 0 } ?? 1
    }

    /// Returns the number of the shown terminal.
    private static func shown(_ descriptor: Int32) -> Int32? {
        var state = vt_stat()
        return ioctl(descriptor, UInt(VT_GETSTATE), &state) == 0 ? Int32(state.v_active) : nil
    }

    private static func openTerminal() -> OwnedDescriptor? {
        terminal(open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY))
            ?? terminal(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3))
    }

    private static func terminal(_ descriptor: Int32) -> OwnedDescriptor? {
        guard descriptor >= 0 else { return nil }
        let file = OwnedDescriptor(adopting: descriptor)
        guard clinux_terminal_number(descriptor) > 0 else { return nil }
        return file
    }

    private static func crashPlan(_ found: Found) -> CrashPlan? {
        let calls =
            (found.keys?.calls ?? []) + [
                (UInt(KDSETMODE), UInt(found.display)), (UInt(VT_SETMODE), UInt(bitPattern: found.mode)),
            ]
        return CrashPlan(
            calls.map { CrashCall(request: $0, argument: $1, descriptor: found.file.rawValue) }, turn: .terminals,
            keeping: found)
    }
}

/// The signals by which the kernel requests a virtual terminal and returns it, as an eventfd. When this value goes
/// away, the host may use the signals again.
struct TerminalSignals: ~Copyable, Sendable {
    /// The signal for a request of another terminal.
    let release: Int32
    /// The signal for being shown again.
    let acquire: Int32
    private let counter: EventCounter

    /// Starts to listen, on the calling thread at least.
    ///
    /// - Throws: ``SystemError`` if the system refuses, or this process already listens.
    init() throws(SystemError) {
        let counter = try EventCounter(for: "a virtual terminal")
        var release: Int32 = 0
        var acquire: Int32 = 0
        let result = clinux_terminal_listen(counter.descriptor, &release, &acquire)
        guard result == 0 else {
            throw SystemError(call: "sigaction", object: "the signals of a virtual terminal", errno: result)
        }
        self.release = release
        self.acquire = acquire
        self.counter = counter
    }

    deinit {
        clinux_terminal_ignore()
    }

    /// The descriptor that becomes readable after a signal.
    var descriptor: Int32 { counter.descriptor }

    /// Returns the requests since the last call. The terminal is returned before it can be requested again.
    func take() -> (isAcquired: Bool, isRequested: Bool) {
        let value = counter.take()
        return (value >= CLINUX_TERMINAL_ACQUIRE, value % CLINUX_TERMINAL_ACQUIRE != 0)
    }
}
