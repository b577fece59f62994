import ScreensLinux
import ScreensManager
import ScreensReports

/// One run of `screens lease` on a screen of the daemon.
package struct DaemonLease {
    let connection: CommandClient
    let program: LeasedProgram
    let signals: EndSignals

    package init(connection: CommandClient, program: LeasedProgram, signals: EndSignals) {
        self.connection = connection
        self.program = program
        self.signals = signals
    }

    /// Runs the program on a screen. The lease ends with the connection.
    ///
    /// - Returns: the exit status of the program.
    package func run(on name: String) async throws(Failure) -> ExitStatus {
        // If nothing can be run, the screen keeps its picture.
        try program.check()
        let screen = try connection.lease(name, to: program.name)
        if screen.isSimulated {
            Notices.shared.say(
                "\(name) is a simulated screen of screensd: \(program.name) finds no card, and shows nothing")
        }
        let signals = LeaseSignals(signals)
        let status = try await program.run(with: screen.descriptor, signals) { await screen.waitForEnd() }
        return signals.interruption ?? status
    }
}
