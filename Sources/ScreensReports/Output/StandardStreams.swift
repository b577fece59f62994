import Glibc
import ScreensConfiguration
import ScreensLinux
import ScreensManager
import Synchronization

/// Standard output, written to at once and without a buffer of this program.
package enum StandardOutput {
    package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes a whole text.
    package static func write(_ text: String) throws(Failure) {
        try write(Array(text.utf8))
    }

    /// Writes all bytes.
    ///
    /// - Throws: ``Failure/readerGone`` if the reader has gone, which is not reported as an error.
    package static func write(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Another program has made the terminal or pipe non-blocking, and may rely on that.
                var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                _ = poll(&descriptor, 1, -1)
            case EPIPE: throw .readerGone
            case let code:
                throw Failure(.cannotWrite, "cannot write to standard output: \(SystemError.text(of: code))")
            }
        }
    }

    /// Calls `body` on another thread once the reader has gone. Never calls it if standard output has no such event.
    package static func onReaderGone(_ body: @escaping @Sendable () -> Void) {
        // If the thread cannot start, the next write notices it.
        try? NativeThread.start(name: "output") {
            waitUntilReaderGone()
            body()
        }
    }

    private static func waitUntilReaderGone() {
        var descriptor = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        while true {
            let count = poll(&descriptor, 1, -1)
            if count > 0, descriptor.revents & Int16(POLLERR | POLLHUP) != 0 { return }
            // A descriptor that cannot be polled, for example a closed one, would make this loop spin.
            if count > 0 || count < 0 && errno != EINTR { sleep(.max) }
        }
    }
}

/// Messages on standard error: one line at a time, `screens: …`.
///
/// Standard error shares the terminal with the live preview, which has to make room for each line.
package final class Notices: Sendable {
    package static let shared = Notices()

    private let makeRoom = Mutex<(@Sendable () -> Void)?>(nil)

    /// Prints one line, whatever the text contains.
    package func say(_ text: String) {
        makeRoom.withLock { makeRoom in
            makeRoom?()
            let bytes = Array("screens: \(text.printableLine)\n".utf8)
            // A failure here cannot be reported anywhere.
            _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }

    /// Calls `body` before each line from now on; nil to call nothing.
    package func setMakeRoom(_ body: (@Sendable () -> Void)?) {
        makeRoom.withLock { $0 = body }
    }

    /// Runs `body` while no line is printed.
    package func holdingBack<Result>(_ body: () -> Result) -> Result {
        makeRoom.withLock { _ in body() }
    }
}

extension CommandClient.Timeouts {
    /// The timeouts of a command, which reports on standard error that an answer takes long.
    package static var ofCommand: Self {
        var timeouts = Self()
        timeouts.onDelay = { Notices.shared.say($0) }
        return timeouts
    }
}
