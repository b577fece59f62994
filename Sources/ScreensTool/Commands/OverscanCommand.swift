import ArgumentParser
import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens overscan`.
struct OverscanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "overscan", _superCommandName: "screens",
        abstract: "Adjust the edges that a display cuts off.",
        usage: "screens overscan <screen> [<insets>] [<options>]",
        discussion: """
            In a terminal, also over ssh, the screen shows the test card, and keys move its white outermost line to \
            the visible edge: Right and Up enlarge the margins by a pixel, Left and Down reduce them, + and - change \
            all four, PageUp and PageDown by ten pixels, Tab selects a single edge, and 0 removes them. Enter saves \
            the values, and nothing else, for the display, wherever it is plugged in; Escape or q undoes the changes. \
            The daemon undoes them too if no key is pressed for the time of --confirm, as after a lost connection.

            With values the command sets them and returns: 5%, 40 (pixels), or four values with commas, in the order \
            top, right, bottom, left.

            Without a daemon the command shows the overscan pattern itself, and prints the line for the configuration.

            Examples:
              screens overscan HDMI-A-1
              screens overscan HDMI-A-1 2.5% --save

            Exit codes: 64 a value is not valid, or no terminal, 66 no such screen, 69 no daemon, the screen shows \
            nothing, or no key in time, 75 another program uses the card, 77 no permission.
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Argument(
        help: ArgumentHelp("The part that the display cuts off at each edge.", valueName: "insets"),
        transform: insets)
    var values: Overscan?

    @Flag(help: "With values, save them as configuration.")
    var save = false

    @Option(help: ArgumentHelp("Undo the changes after this time without a key.", valueName: "seconds"))
    var confirm = 60

    @OptionGroup var daemon: DaemonArguments

    /// Parses the values. A name in their place means that the order is wrong.
    @Sendable private static func insets(_ word: String) throws -> Overscan {
        do {
            return try SettingTable.reading("overscan", \.overscan)(word)
        } catch let problem as WordProblem where word.first?.isLetter == true {
            throw WordProblem(
                description: "\(problem.description); the screen comes first, as in `screens overscan \(word) 5%`")
        }
    }

    func validate() throws {
        if save, values == nil { throw ValidationError("--save needs values; without them Enter saves") }
        if let problem = ManagerInterface.secondsProblem(confirm) {
            throw ValidationError("--confirm \(problem)")
        }
    }

    func run() async throws {
        let location = DaemonLocation(option: daemon.socket)
        let connection = try CommandClient.open(location, timeouts: .ofCommand)
        if let values {
            guard let connection else { throw Failure(DaemonError(noDaemonAt: location)) }
            return try set(values, by: connection)
        }
        guard TerminalQuestion.own != nil else {
            throw Failure(.usage, "without a terminal, overscan needs values: screens overscan \(screen) 2.5%")
        }
        guard let connection else { return try await ShowRun(plan).run() }
        try await OverscanRun(screen: screen, daemon: connection, seconds: confirm).run()
    }

    private func set(_ values: Overscan, by connection: CommandClient) throws(Failure) {
        var request = SetRequest()
        request.overrides.overscan = values
        request.saves = save
        try SetRun(screen: screen, daemon: connection, ask: nil) { Notices.shared.say($0) }.run(request)
    }

    /// The plan for the pattern that this process shows. Its values are printed at the end.
    private var plan: ShowPlan {
        var plan = ShowPlan(picture: .overscan)
        plan.names = [screen]
        plan.waits = false
        plan.givesSetting = true
        return plan
    }
}
