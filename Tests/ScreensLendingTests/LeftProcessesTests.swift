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
            LeftProcesses.end(within: .milliseconds(300)) { _ in usleep(1_400_000) }
            #expect(kill(process, 0) != 0)
        }
    }
}
