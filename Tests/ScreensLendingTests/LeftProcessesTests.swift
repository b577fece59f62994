import Glibc
import TestSupport
import Testing

@testable import ScreensLinux

/// Processes that a program leaves behind.
@Suite struct LeftProcessesTests {
    /// The thread that ends them may get no CPU for longer than the time in which they have to end.
    @Test func aProcessThatIgnoresTheRequestIsKilledHoweverLateTheNextLookIs() async {
        await #expect(processExitsWith: .success) {
            LeftProcesses.adopt()
            let child = try ChildProgram(["sh", "-c", "trap '' TERM; exec sleep 1000"])
            let process = child.process.processID
            try await eventually("it ignores the request") { SystemFile.line("/proc/\(process)/comm") == "sleep" }
            let start = MonotonicTime.now
            var looks = 0
            func now() -> MonotonicTime { start.advanced(by: .seconds(2 * looks)) }
            LeftProcesses.end(within: .milliseconds(300), now: now) { _ in
                looks += 1
                // The second look has killed it.
                var polled = pollfd(fd: child.process.descriptor, events: Int16(POLLIN), revents: 0)
                if looks == 2 { #expect(poll(&polled, 1, 60_000) == 1) }
            }
            #expect(kill(process, 0) != 0)
        }
    }
}
