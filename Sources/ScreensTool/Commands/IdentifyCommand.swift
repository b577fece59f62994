import ArgumentParser
import Screens
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens identify`.
struct IdentifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identify", _superCommandName: "screens",
        abstract: "Show the name of each screen on it.",
        discussion: """
            The name of the connector is as large as fits: it is the SCREEN of every other command. Below it are the \
            display, the mode, and in a video wall the place of the screen.

            If screensd drives the screens, it writes the names over its pictures, and the command returns at once. On \
            other connected screens, of cards that no program uses, the command shows the names itself, and ends after \
            the time. Screens that the daemon has turned off stay off, and are reported.

            Examples:
              screens identify
              screens identify HDMI-A-1 --seconds 30

            Exit codes: 66 no such screen, 69 no display, or the screen is off, 75 another program uses the card, 77 \
            no permission.
            """)

    @Argument(
        help: "The screens: HDMI-A-1 or card1/HDMI-A-1. All if none is given.", completion: ScreenName.completion)
    var screens: [String] = []

    @Option(help: ArgumentHelp("The time in seconds; the default is 10.", valueName: "n"))
    var seconds: Int?

    @OptionGroup var daemon: DaemonArguments

    private static let standardTime = 10

    func validate() throws {
        if let problem = seconds.flatMap(ManagerInterface.secondsProblem) {
            throw ValidationError("--seconds \(problem)")
        }
    }

    func run() async throws {
        let location = DaemonLocation(option: daemon.socket)
        let connection = try CommandClient.open(location, timeouts: .ofCommand)
        let daemonScreens = try connection?.screens(all: true).filter { !$0.stale } ?? []
        let inspection = try await Self.inspect(isNeeded: connection == nil)
        let targets = try IdentifyTargets(names: screens, inspection, daemonScreens: daemonScreens)
        for reason in targets.dark { Notices.shared.say(reason) }
        if targets.isWholeDaemon { try connection?.identify(nil, seconds: seconds) }
        for screen in targets.ofDaemon { try connection?.identify(screen, seconds: seconds) }
        if !targets.own.isEmpty { try await ShowRun(plan(targets)).run() }
    }

    /// - Parameter isNeeded: whether it fails if the cards cannot be read; the daemon's screens need no cards.
    private static func inspect(isNeeded: Bool) async throws(Failure) -> Inspection {
        if isNeeded { return try await Inspection.take() }
        return (try? await Inspection.take()) ?? Inspection(connectors: [], cards: [])
    }

    /// Returns the plan for the labels on the screens that this process drives meanwhile.
    private func plan(_ targets: IdentifyTargets) -> ShowPlan {
        var plan = ShowPlan(picture: .label)
        plan.names = targets.own
        // Without names, a card in use or a screen that stays dark does not prevent labels on the others.
        plan.needsAll = !screens.isEmpty
        plan.duration = .seconds(seconds ?? Self.standardTime)
        plan.waits = false
        return plan
    }
}
