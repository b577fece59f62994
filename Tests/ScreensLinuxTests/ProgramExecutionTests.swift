import Glibc
import Testing

@testable import ScreensLinux

/// A thread that has given up the permission to execute programs.
struct ProgramExecutionTests {
    /// Returns the errors of attempts to execute a file that does not exist, before and after.
    private func errors() async throws -> [Int32] {
        try await withCheckedThrowingContinuation { continuation in
            do {
                // The filter stays with its thread.
                try NativeThread.start(name: "execution") {
                    func attempt() -> Int32 {
                        var nothing: UnsafeMutablePointer<CChar>?
                        return execve("/no-such-program", &nothing, &nothing) == 0 ? 0 : errno
                    }
                    let before = attempt()
                    do {
                        try ProgramExecution.forbid()
                        continuation.resume(returning: [before, attempt(), open("/", O_RDONLY) < 0 ? errno : 0])
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    @Test func executionIsRefusedAndOtherCallsAreNot() async throws {
        #expect(try await errors() == [ENOENT, EPERM, 0])
    }
}
