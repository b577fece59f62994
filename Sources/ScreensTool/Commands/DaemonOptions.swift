import ArgumentParser
import ProgramKit

/// The options of commands that are for the daemon alone.
struct DaemonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where screensd listens.",
            discussion:
                "Without it what the environment's \(DaemonLocation.variable) says, or \(ManagerInterface.socketPath).",
            valueName: "path"),
        completion: .file())
    var socket: String?

    /// A connection to the daemon.
    ///
    /// - Throws: ``Failure`` also where none runs.
    func connection() throws(Failure) -> DaemonConnection {
        let location = DaemonLocation(option: socket, environment: DaemonLocation.environment)
        guard let connection = try DaemonConnection.open(location) else { throw Failure(noDaemonAt: location.path) }
        return connection
    }
}

/// The options of commands that ask the daemon where one runs, and the kernel where none does.
struct DaemonChoice: ParsableArguments {
    @Flag(help: "Read the kernel itself, also where screensd runs.")
    var noDaemon = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if noDaemon, daemon.socket != nil { throw ValidationError("--no-daemon and --socket exclude each other") }
    }

    /// A connection to the daemon; nil where the kernel is to be asked: also where this user may not talk to the daemon.
    func connection(
        longestReply: Int = DaemonConnection.longestReply, environment: String? = DaemonLocation.environment
    ) throws(Failure) -> DaemonConnection? {
        guard !noDaemon else { return nil }
        let location = DaemonLocation(option: daemon.socket, environment: environment)
        do throws(Failure) {
            return try DaemonConnection.open(location, longestReply: longestReply)
        } catch {
            // Who may not talk to it may still look, as long as nobody said whom to ask.
            if error.status == .noPermission, !location.isExplicit { return nil }
            throw Failure(error.status, "\(error.message); --no-daemon asks the kernel itself")
        }
    }
}
