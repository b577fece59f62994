import ArgumentParser
import ScreensManager
import ScreensReports

/// `screens status`.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", _superCommandName: "screens",
        abstract: "Print what the daemon shows on each screen, and why.",
        discussion: """
            For each screen: whether it is lit, the state of its content, and each setting with its origin: the line \
            of a file, saved settings, or a command. Problems of the configuration's files come last.

            Examples:
              screens status
              screens status HDMI-A-1
              screens status --json | jq '.screens[].screen | {name, content}'

            Exit codes: 66 no such screen, 69 no daemon, 77 no permission.
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1; all without it.", completion: ScreenName.completion)
    var screen: String?

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var daemon: DaemonArguments

    func run() async throws {
        let connection = try daemon.connection(for: .reading, isStarting: false)
        let status = await Inspection.freshened(try connection.status(of: screen))
        try StandardOutput.write(json ? JSONLine.encode(status) : StatusText.text(for: status))
    }
}
