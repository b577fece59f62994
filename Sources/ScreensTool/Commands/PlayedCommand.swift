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
            the last 1000 pictures since the start of the daemon count; with it, the files of the days. A picture \
            over midnight counts in each of both days, with its part of the time.

            Examples:
              screens played
              screens played HDMI-A-1 --day 2026-11-05
              screens played --since 2026-11-01 --until 2026-11-30 --csv > november.csv
              screens played --json | jq '.played[-1]'

            Exit codes: 66 no such screen, 69 no daemon, 77 no permission.
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1; all without it.", completion: ScreenName.completion)
    var screen: String?

    @Option(help: ArgumentHelp("The first day, from 00:00 on, as in 2026-11-01.", valueName: "day"))
    var since: String?

    @Option(help: ArgumentHelp("The last day, until 24:00.", valueName: "day"))
    var until: String?

    @Option(help: ArgumentHelp("The only day.", valueName: "day"))
    var day: String?

    @Flag(help: "Print a JSON object with the sums and the last 1000 pictures.")
    var json = false

    @Flag(help: "Print the sums as comma-separated values.")
    var csv = false

    @OptionGroup var daemon: DaemonArguments

    func validate() throws {
        if json, csv { throw ValidationError("--json and --csv exclude each other") }
        if day != nil, since != nil || until != nil { throw ValidationError("--day excludes --since and --until") }
        let (since, until) = try times
        if let since, let until, until <= since { throw ValidationError("--until is before --since") }
    }

    /// The beginning of the first day and the end of the last one, in seconds since 1970.
    private var times: (since: Int64?, until: Int64?) {
        get throws {
            (
                try time(day ?? since, day == nil ? "--since" : "--day", PlayedText.seconds(ofDay:)),
                try time(day ?? until, day == nil ? "--until" : "--day", PlayedText.seconds(afterDay:))
            )
        }
    }

    private func time(_ day: String?, _ option: String, _ seconds: (String) -> Int64?) throws -> Int64? {
        guard let day else { return nil }
        guard let time = seconds(day) else {
            throw ValidationError("\(option) must be a day as in 2026-11-01, not '\(day)'")
        }
        return time
    }

    func run() async throws {
        let (since, until) = try times
        let reply = try daemon.connection(for: .mostRights).played(on: screen, since: since, until: until)
        if json { return try StandardOutput.write(try JSONLine.encode(reply)) }
        try StandardOutput.write(csv ? PlayedText.csv(of: reply.sums) : PlayedText.table(of: reply.sums))
    }
}
