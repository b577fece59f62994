import ArgumentParser
import Configuration
import ProgramKit
import Screens

/// The command line of `screensd`.
struct DaemonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screensd",
        abstract: "Keep the right picture on every display.",
        discussion: """
            What is right is in the configuration, which `screens config check` checks and `screens config example` \
            explains. The command `screens` asks it and tells it what to do: `screens set`, `screens identify`.

            SIGHUP, and a change of its files, has the configuration read again; SIGTERM ends it, and shows what was \
            shown before.

            Exit codes: 0 ended, 64 wrong usage, 73 no socket, 75 another screensd runs, 78 a broken configuration.
            """,
        version: "screensd \(ProgramVersion.current)")

    @Option(
        help: ArgumentHelp(
            "The configuration; the folder beside it with .d for .toml is read after it.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config = ConfigurationFiles.standard.path

    @Option(
        help: ArgumentHelp(
            "Where to listen for `screens`, unless the service manager has opened a socket.", valueName: "path"))
    var socket = ManagerInterface.socketPath

    @Flag(help: "Leave the terminal alone that this is started on.")
    var noTerminal = false

    @Option(
        help: ArgumentHelp(
            "Simulate screens instead of using a card: WIDTHxHEIGHT[@HZ], several with commas.", valueName: "spec"))
    var simulate: String?

    func validate() throws {
        // It could be read only once.
        if config == "-" { throw ValidationError("--config takes the name of a file") }
        if let simulate, SimulationSpec(simulate) == nil {
            throw ValidationError("--simulate takes WIDTHxHEIGHT[@HZ], several with commas, and not '\(simulate)'")
        }
    }

    /// What was asked for.
    func plan() throws(Failure) -> DaemonPlan {
        var plan = DaemonPlan()
        plan.files = ConfigurationFiles(path: config)
        plan.socket = socket
        plan.takesTerminal = !noTerminal
        if let card = try simulate.flatMap(SimulationSpec.init)?.makeCard() { plan.cards = .simulated(card) }
        return plan
    }
}
