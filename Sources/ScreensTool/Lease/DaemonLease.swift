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
        return try await program.run(with: descriptor) {
            await withCheckedContinuation { continuation in
                do {
                    try NativeThread.start(name: "daemon") {
                        // Where the program ends before, this process does as well.
                        socket.waitForEnd()
                        continuation.resume()
                    }
                } catch {
                    // The program runs all the same, and ends by itself.
                    Notices.shared.say("cannot wait for the daemon: \(error)")
                }
            }
        }
    }
}
