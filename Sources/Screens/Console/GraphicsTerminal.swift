import CLinux
import Glibc
import KMS

/// The virtual terminal of this process while it is one for graphics, and again what it was when this goes away.
struct GraphicsTerminal: ~Copyable, Sendable {
    private let signals: TerminalSignals
    private let found: Found
    private let crashPlan: CrashPlan?

    /// The terminal as it was, open until nobody can want to give it back any more, the crash handler included.
    private final class Found: @unchecked Sendable {
        // Unchecked for the pointer: what it leads to is written here only, and read by the kernel.
        let file: OwnedDescriptor
        let display: Int32
        let mode: UnsafeMutablePointer<vt_mode>

        init(_ file: consuming OwnedDescriptor, display: Int32, mode: vt_mode) {
            self.file = file
            self.display = display
            self.mode = .allocate(capacity: 1)
            self.mode.initialize(to: mode)
        }

        deinit {
            mode.deallocate()
        }
    }

    /// Takes the controlling terminal, or the one that is standard input, if it is a virtual one, is shown, and shows
    /// text by nobody's arrangement.
    ///
    /// The calling thread has to last for as long as this does: the kernel takes the terminal away from a thread that
    /// has ended.
    ///
    /// - Returns: nil where there is none.
    /// - Throws: ``ScreenError`` where the system refuses.
    static func take() throws(ScreenError) -> GraphicsTerminal? {
        guard let file = openTerminal() else { return nil }
        var display: Int32 = 0
        var mode = vt_mode()
        var shown = vt_stat()
        guard ioctl(file.rawValue, UInt(VT_GETMODE), &mode) == 0, ioctl(file.rawValue, UInt(KDGETMODE), &display) == 0,
            ioctl(file.rawValue, UInt(VT_GETSTATE), &shown) == 0
        else { return nil }
        // One that is not shown is not where the user is. One that another program arranges is that program's.
        guard Int32(shown.v_active) == clinux_terminal_number(file.rawValue), Int32(mode.mode) == VT_AUTO,
            display == KD_TEXT
        else { return nil }
        return try GraphicsTerminal(Found(file, display: display, mode: mode))
    }

    private init?(_ found: Found) throws(ScreenError) {
        let signals = try TerminalSignals()
        // Before there is anything to give back.
        let crashPlan = CrashRestoration.isInstalled ? Self.crashPlan(found) : nil
        let descriptor = found.file.rawValue
        var mode = vt_mode()
        mode.mode = CChar(VT_PROCESS)
        mode.relsig = Int16(signals.release)
        mode.acqsig = Int16(signals.acquire)
        guard ioctl(descriptor, UInt(VT_SETMODE), &mode) == 0 else {
            // Standard input may be the terminal of another session.
            if errno == EPERM { return nil }
            throw ScreenError(.system, operation: "VT_SETMODE on", object: "the virtual terminal", errno: errno)
        }
        guard ioctl(descriptor, UInt(KDSETMODE), KD_GRAPHICS) == 0 else {
            let code = errno
            _ = ioctl(descriptor, UInt(VT_SETMODE), found.mode)
            throw ScreenError(.system, operation: "KDSETMODE on", object: "the virtual terminal", errno: code)
        }
        self.signals = signals
        self.found = found
        self.crashPlan = crashPlan
    }

    deinit {
        // Who waits for the terminal gets it; where nobody does, the kernel refuses.
        _ = ioctl(found.file.rawValue, UInt(VT_RELDISP), 1)
        _ = ioctl(found.file.rawValue, UInt(KDSETMODE), found.display)
        _ = ioctl(found.file.rawValue, UInt(VT_SETMODE), found.mode)
    }

    /// Becomes readable when there is something to take by ``takeNews()``.
    var descriptor: Int32 { signals.descriptor }

    /// Whether the terminal is shown again, and whether it is wanted by another, since it was asked last.
    func takeNews() -> (isAcquired: Bool, isWanted: Bool) { signals.take() }

    /// Lets another terminal be shown. The corresponding ioctl is `VT_RELDISP`.
    func release() {
        _ = ioctl(found.file.rawValue, UInt(VT_RELDISP), 1)
    }

    /// Says that it is known to be shown again. The corresponding ioctl is `VT_RELDISP`.
    func acknowledge() {
        _ = ioctl(found.file.rawValue, UInt(VT_RELDISP), VT_ACKACQ)
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
        CrashPlan(
            [
                clinux_crash_call(
                    request: UInt(KDSETMODE), argument: UInt(found.display), descriptor: found.file.rawValue,
                    after_success: 0),
                clinux_crash_call(
                    request: UInt(VT_SETMODE), argument: UInt(bitPattern: found.mode), descriptor: found.file.rawValue,
                    after_success: 0),
            ],
            turn: CLINUX_CRASH_TERMINALS, keeping: found)
    }
}
