import Glibc
import ProgramKit
import Synchronization

/// What is said on standard error: one line at a time, `screens: …`.
///
/// It shares the terminal with the live preview, which has to make room for each line.
final class Notices: Sendable {
    static let shared = Notices()

    private let makeRoom = Mutex<(@Sendable () -> Void)?>(nil)

    /// Prints one line, whatever the text holds.
    func say(_ text: String) {
        makeRoom.withLock { makeRoom in
            makeRoom?()
            let bytes = Array("screens: \(text.printableLine)\n".utf8)
            // Nowhere is left to complain to when this fails.
            _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }

    /// Has `body` called before each line, or nothing any more.
    func setMakeRoom(_ body: (@Sendable () -> Void)?) {
        makeRoom.withLock { $0 = body }
    }

    /// Runs `body` while no line is printed.
    func holdingBack<Result>(_ body: () -> Result) -> Result {
        makeRoom.withLock { _ in body() }
    }
}
