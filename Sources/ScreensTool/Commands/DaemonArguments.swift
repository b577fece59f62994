import ArgumentParser
import ScreensLinux
import ScreensManager
import ScreensReports

/// The options of commands that need the daemon.
struct DaemonArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The socket on which screensd listens.",
            discussion:
                "Without it, the path in the environment variable \(DaemonLocation.variable), or else \(ManagerInterface.socketPath).",
            valueName: "path"),
        completion: .file())
    var socket: String?

    /// A connection to the daemon.
    ///
    /// - Parameter isStarting: whether a service manager may start it for this connection.
    /// - Throws: ``Failure`` also where none runs.
    func connection(isStarting: Bool = true) throws(Failure) -> DaemonConnection {
        let location = DaemonLocation(option: socket, environment: DaemonLocation.environment)
        if let connection = try DaemonConnection.open(location, isStarting: isStarting, timeouts: .ofCommand) {
            return connection
        }
        let service = location.isOfService ? ServiceState.taken() : nil
        // A command may follow a restart at once.
        if service?.isOnItsWay == true, location.waitUntilListening(for: Self.longestStart),
            let connection = try DaemonConnection.open(location, isStarting: isStarting, timeouts: .ofCommand)
        {
            return connection
        }
        throw Failure(DaemonError(noDaemonAt: location.path, service))
    }

    /// The time that a daemon gets that has begun to start: it listens before it opens its first card.
    private static let longestStart = Duration.seconds(10)

    /// A connection to the daemon that may change something; nil where none runs.
    func connectionToRunning() throws(Failure) -> DaemonConnection? {
        let location = DaemonLocation(option: socket, environment: DaemonLocation.environment)
        return location.isExplicit || location.mayBeListening
            ? try DaemonConnection.open(location, timeouts: .ofCommand) : nil
    }
}

/// The options of commands that read from the daemon where one runs, and else from the kernel.
struct DaemonChoice: ParsableArguments {
    @Flag(help: "Read from the kernel, even where screensd runs.")
    var noDaemon = false

    @OptionGroup var daemon: DaemonArguments

    func validate() throws {
        if noDaemon, daemon.socket != nil { throw ValidationError("--no-daemon and --socket exclude each other") }
    }

    /// A connection to the daemon; nil to read from the kernel: also where this user may not talk to the daemon.
    func connection(
        longestAnswer: Int = DaemonClient.longestAnswer, environment: String? = DaemonLocation.environment
    ) throws(Failure) -> DaemonConnection? {
        guard !noDaemon else { return nil }
        let location = DaemonLocation(option: daemon.socket, environment: environment)
        do throws(Failure) {
            // A stopped daemon is not started to be read from.
            return try DaemonConnection.open(
                location, isStarting: false, timeouts: .ofCommand, longestAnswer: longestAnswer)
        } catch {
            // A user who may not talk to it may still read the kernel, unless the socket was named.
            if error.status == .noPermission, !location.isExplicit { return nil }
            throw Failure(error.status, "\(error.message); --no-daemon reads from the kernel itself")
        }
    }
}
