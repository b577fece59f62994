import ArgumentParser
import ScreensConfiguration
import ScreensManager
import ScreensReports

/// `screens notify`.
struct NotifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify", _superCommandName: "screens",
        abstract: "Show words over the picture of a screen for some time.",
        discussion: """
            The words lie over whatever the screen shows: its content, films, and the frames and layers of programs. \
            They replace the words before; an empty text removes them. A screen that is leased to a program or dark \
            cannot show them, and the command fails. They have at most \(ManagerInterface.longestNotification) bytes. \
            screens-words draws them in the fonts of the machine; without it they are in the built-in font, which has \
            the letters of western Europe. `screens status` says so if they are not shown, or lack letters.

            The group screens-operator may use this command.

            Examples:
              screens notify HDMI-A-1 'Closing in ten minutes' --for 60s
              screens notify HDMI-A-1 ''

            Exit codes: 64 the text or the time is not valid, 66 no such screen, 69 no daemon, or the screen is dark, \
            75 a program has leased the screen, 77 no permission.
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Argument(help: "The words; empty to remove them.")
    var text: String

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("The time, as in 60s or '5 min'; the default is 60 s.", valueName: "time"))
    var time: String?

    @Flag(help: "Print the screen as JSON, with the words and the rest of their time.")
    var json = false

    @OptionGroup var daemon: DaemonArguments

    func validate() throws {
        do throws(ValueProblem) {
            if !text.isEmpty { _ = try TextTemplate.checked(text) }
        } catch {
            throw ValidationError("the text \(error.message)")
        }
        if let problem = try ManagerInterface.notificationProblem(seconds ?? 1) {
            throw ValidationError("--for \(problem)")
        }
    }

    /// The time in seconds.
    private var seconds: Int? {
        get throws {
            guard let time else { return nil }
            do throws(ValueProblem) {
                return (try TimeLength(time).milliseconds + 999) / 1000
            } catch {
                throw ValidationError("--for \(error.message)")
            }
        }
    }

    func run() async throws {
        let document = try daemon.connection().notify(screen, text, seconds: try seconds)
        if json { try StandardOutput.write(JSONLine.encode(document)) }
    }
}
