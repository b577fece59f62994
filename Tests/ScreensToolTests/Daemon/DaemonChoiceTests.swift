import Glibc
import ScreensVarlink
import Testing

@testable import ProgramSamples
@testable import ScreensLinux
@testable import ScreensTool

struct DaemonChoiceTests {
    /// A service manager listens on the socket of a daemon that has ended, and a call would start the daemon again.
    @Test func aSocketBesideAFreeLockIsNotConnectedTo() throws {
        let daemon = try ScriptedDaemon(.answers { _ in [] })
        let lockPath = daemon.path + ".lock"
        defer { unlink(lockPath) }
        do {
            let lock = try FileLock(lockPath)
            #expect(FileLock.isHeld(lockPath) == true)
            #expect(try DaemonChoice.parse([]).connection(environment: daemon.path) != nil)
            _ = consume lock
        }
        #expect(try DaemonChoice.parse([]).connection(environment: daemon.path) == nil)
    }

    /// Every daemon leaves a lock beside its socket. A socket without one is another program's, such as `ssh -L`.
    @Test func aSocketWithoutALockIsConnectedTo() throws {
        let daemon = try ScriptedDaemon(.answers { _ in [] })
        #expect(try DaemonChoice.parse([]).connection(environment: daemon.path) != nil)
    }

    @Test func aFileThatIsNotASocketIsNotTakenForADaemon() throws {
        let plain = "/tmp/screens-\(getpid())-no-socket"
        close(open(plain, O_CREAT | O_WRONLY, 0o600))
        defer { unlink(plain) }
        for path in [plain, plain + ".missing"] {
            #expect(try DaemonChoice.parse([]).connection(environment: path) == nil)
        }
    }

    @Test func theOptionNoDaemonExcludesASocket() throws {
        let daemon = try ScriptedDaemon(.answers { _ in [] })
        #expect(try DaemonChoice.parse(["--no-daemon"]).connection(environment: daemon.path) == nil)
        #expect(throws: (any Error).self) { try DaemonChoice.parse(["--no-daemon", "--socket", "/tmp/a"]) }
        let failure = #expect(throws: Failure.self) {
            try DaemonChoice.parse(["--socket", "/nonexistent"]).connection()
        }
        #expect(failure?.message.contains("--no-daemon") == true)
    }
}
