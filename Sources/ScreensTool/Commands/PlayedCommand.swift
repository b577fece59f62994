import ArgumentParser
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens played`.
struct PlayedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "played", _superCommandName: "screens",
        abstract: "Print for how long each item was on the screens.",
        usage: "screens played [<screen>] [<options>]",
        discussion: """
            A picture counts if the kernel has reported its flip. Without the key `played` in the section [daemon], \
            the last 1000 pictures since the start of the daemon count; with it, the files of the days.

            Examples:
              screens played
              screens played HDMI-A-1 --since 2026-11-01
              screens played --since 2026-11-01 --csv > november.csv
              screens played --json | jq '.played[-1]'

            Exit codes: 66 no such screen, 69 no daemon, 77 no permission.
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1; all without it.", completion: ScreenName.completion)
    var screen: String?

    @Option(help: ArgumentHelp("The first day, from 00:00 on, as in 2026-11-01.", valueName: "day"))
    var since: String?

    @Flag(help: "Print a JSON object with the sums and the last 1000 pictures.")
    var json = false

    @Flag(help: "Print the sums as comma-separated values.")
    var csv = false

    @OptionGroup var daemon: DaemonArguments

    func validate() throws {
        if json, csv { throw ValidationError("--json and --csv exclude each other") }
        _ = try sinceSeconds
    }

    private var sinceSeconds: Int64? {
        get throws {
            guard let since else { return nil }
            guard let seconds = PlayedText.seconds(ofDay: since) else {
                throw ValidationError("--since must be a day as in 2026-11-01, not '\(since)'")
            }
            return seconds
        }
    }

    func run() async throws {
        let reply = try daemon.connection(for: .mostRights).played(on: screen, since: try sinceSeconds)
        if json { return try StandardOutput.write(try JSONLine.encode(reply)) }
        try StandardOutput.write(csv ? PlayedText.csv(of: reply.sums) : PlayedText.table(of: reply.sums))
    }
}
