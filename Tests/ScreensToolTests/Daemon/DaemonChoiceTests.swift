import Glibc
import ScreensVarlink
import Testing

@testable import ProgramSamples
@testable import ScreensLinux
@testable import ScreensTool

struct DaemonChoiceTests {
    @Test func withoutTheDaemonNoSocketIsLookedFor() throws {
        let daemon = try ScriptedDaemon(.answers { _ in [] })
        // A service manager listens there, and would start the daemon.
        #expect(try DaemonChoice.parse([]).connection(environment: daemon.path) == nil)
        let lockPath = daemon.path + ".lock"
        do {
            let lock = try FileLock(lockPath)
            #expect(FileLock.isHeld(lockPath) == true)
            #expect(try DaemonChoice.parse([]).connection(environment: daemon.path) != nil)
            _ = consume lock
        }
        unlink(lockPath)
        #expect(try DaemonChoice.parse(["--no-daemon"]).connection(environment: daemon.path) == nil)
        #expect(throws: (any Error).self) { try DaemonChoice.parse(["--no-daemon", "--socket", "/tmp/a"]) }
        let failure = #expect(throws: Failure.self) {
            try DaemonChoice.parse(["--socket", "/nonexistent"]).connection()
        }
        #expect(failure?.message.contains("--no-daemon") == true)
    }
}
