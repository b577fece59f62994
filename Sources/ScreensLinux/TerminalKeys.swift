import CScreensLinux
import Glibc

/// The effect of the keyboard on a virtual terminal that this process holds.
package enum TerminalKeys: Sendable, Hashable {
    /// The found state: the keys for signals signal the terminal's programs.
    case unchanged
    /// No key signals a program, and no key is echoed.
    case withoutSignals
    /// No key has an effect, not even keys for switching terminals.
    case off
}

/// The found state of a virtual terminal's keyboard: its line settings and its mode.
///
/// Unchecked: only `init` writes the memory, and the kernel reads it.
final class FoundKeys: @unchecked Sendable {
    /// A size beyond the kernel's `struct termios`, whose content only the kernel and the C library read.
    private static let size = 128

    private let settings = UnsafeMutableRawPointer.allocate(byteCount: FoundKeys.size, alignment: 8)
    private let mode: Int32

    /// The corresponding ioctls are `TCGETS` and `KDGKBMODE`.
    ///
    /// - Parameter descriptor: the terminal.
    /// - Returns: nil if the terminal does not answer.
    init?(of descriptor: Int32) {
        var mode: Int32 = 0
        guard ioctl(descriptor, UInt(TCGETS), settings) == 0, ioctl(descriptor, UInt(KDGKBMODE), &mode) == 0 else {
            // A failing initializer runs no deinitializer.
            settings.deallocate()
            return nil
        }
        self.mode = mode
    }

    deinit {
        settings.deallocate()
    }

    /// Sets the effect of keys. The corresponding calls are `tcsetattr`, without `ISIG` and `ECHO`, and the ioctl
    /// `KDSKBMODE` with `K_OFF`.
    ///
    /// The caller's thread must block all signals: otherwise `SIGTTOU` would stop a program in the background.
    func set(_ keys: TerminalKeys, on descriptor: Int32) throws(SystemError) {
        guard keys != .unchanged else { return }
        var line = termios()
        tcgetattr(descriptor, &line)
        line.c_lflag &= ~tcflag_t(ISIG | ECHO)
        guard tcsetattr(descriptor, TCSANOW, &line) == 0 else {
            throw SystemError(call: "tcsetattr", object: "the virtual terminal", errno: errno)
        }
        guard keys == .off else { return }
        guard ioctl(descriptor, UInt(KDSKBMODE), K_OFF) == 0 else {
            let code = errno
            restore(on: descriptor)
            throw SystemError(call: "KDSKBMODE", object: "the virtual terminal", errno: code)
        }
    }

    /// Sets the effect of keys on a terminal that no program has changed. The caller's thread must block all signals,
    /// as in ``set(_:on:)``.
    static func reset(on descriptor: Int32) {
        _ = ioctl(descriptor, UInt(KDSKBMODE), K_UNICODE)
        var line = termios()
        guard tcgetattr(descriptor, &line) == 0 else { return }
        line.c_lflag |= tcflag_t(ISIG | ECHO | ICANON)
        tcsetattr(descriptor, TCSANOW, &line)
    }

    /// Restores both, and drops unread keys, so that nothing else takes them for commands.
    func restore(on descriptor: Int32) {
        _ = ioctl(descriptor, UInt(KDSKBMODE), mode)
        _ = ioctl(descriptor, UInt(TCSETS), settings)
        _ = ioctl(descriptor, UInt(TCFLSH), TCIFLUSH)
    }

    /// The same ioctls for a crash, valid as long as this object exists.
    var calls: [(request: UInt, argument: UInt)] {
        [
            (UInt(KDSKBMODE), UInt(mode)), (UInt(TCSETS), UInt(bitPattern: settings)),
            (UInt(TCFLSH), UInt(TCIFLUSH)),
        ]
    }
}
