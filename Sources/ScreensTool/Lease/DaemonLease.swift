import Glibc
import ScreensLinux
import ScreensProgramKit

/// One run of `screens lease` on a screen of the daemon.
struct DaemonLease {
    let connection: DaemonConnection
    let program: LeasedProgram

    /// Runs the program on a screen, whose lease ends with the connection.
    ///
    /// - Returns: its exit status.
    func run(on screen: String) async throws(Failure) -> ExitStatus {
        let descriptor = try connection.lease(screen, for: program.name)
        defer { close(descriptor) }
        let socket = connection.socket
        let end = Completion()
        do {
            // Where the program ends before, this process does as well.
            try NativeThread.start(name: "daemon") {
                socket.waitForEnd()
                end.signal()
            }
        } catch {
            throw Failure(.system, "cannot wait for the daemon: \(error)")
        }
        let signals = LeaseSignals()
        let status = try await program.run(with: descriptor, signals) { await end.wait() }
        return signals.interruption ?? status
    }
}
