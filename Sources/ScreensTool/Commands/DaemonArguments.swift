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
                "Without it, the path in the environment variable \(DaemonLocation.variable), or else "
                + "\(ManagerInterface.socketPath).",
            valueName: "path"),
        completion: .file())
    var socket: String?

    /// Connects to the daemon.
    ///
    /// - Parameter isStarting: whether a service manager may start it for this connection.
    /// - Throws: ``Failure``, also if no daemon runs.
    func connection(
        for need: CommandClient.Need = .changing, isStarting: Bool = true
    ) throws(Failure) -> CommandClient {
        let location = DaemonLocation(option: socket)
        func open() throws(Failure) -> CommandClient? {
            try CommandClient.open(location, for: need, isStarting: isStarting, timeouts: .ofCommand)
        }
        if let connection = try open() { return connection }
        let service = location.isOfService ? ServiceState.taken() : nil
        // A command may follow directly after a restart.
        if service?.isOnItsWay == true, location.waitUntilListening(for: Self.longestStart),
            let connection = try open()
        {
            return connection
        }
        throw Failure(DaemonError(noDaemonAt: location.path, service))
    }

    /// The longest wait for a daemon that has begun to start. It listens before it opens its first card.
    private static let longestStart = Duration.seconds(10)

    /// Connects to the daemon to change something; returns nil if no daemon runs.
    func connectionToRunning() throws(Failure) -> CommandClient? {
        let location = DaemonLocation(option: socket)
        return location.isExplicit || location.mayBeListening
            ? try CommandClient.open(location, timeouts: .ofCommand) : nil
    }
}

/// The options of commands that read from a running daemon, or else from the kernel.
struct DaemonChoice: ParsableArguments {
    @Flag(help: "Read from the kernel, even if screensd runs.")
    var noDaemon = false

    @OptionGroup var daemon: DaemonArguments

    func validate() throws {
        if noDaemon, daemon.socket != nil { throw ValidationError("--no-daemon and --socket exclude each other") }
    }

    /// Connects to the daemon. Returns nil to read from the kernel, also if this user has no permission to connect.
    func connection(
        for need: CommandClient.Need = .reading, longestAnswer: Int = DaemonClient.longestAnswer,
        environment: String? = DaemonLocation.environment
    ) throws(Failure) -> CommandClient? {
        guard !noDaemon else { return nil }
        let location = DaemonLocation(option: daemon.socket, environment: environment)
        do throws(Failure) {
            // A stopped daemon is not started only to read from it.
            return try CommandClient.open(
                location, for: need, isStarting: false, timeouts: .ofCommand, longestAnswer: longestAnswer)
        } catch {
            // A user without permission to connect may still read from the kernel, unless the socket was named.
            if error.status == .noPermission, !location.isExplicit { return nil }
            throw Failure(error.status, "\(error.message); --no-daemon reads from the kernel itself")
        }
    }
}
