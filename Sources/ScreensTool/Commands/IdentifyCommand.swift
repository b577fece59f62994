import ArgumentParser
import ProgramKit

/// `screens identify`.
struct IdentifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identify", _superCommandName: "screens",
        abstract: "Show the name and the number of each screen on it.",
        discussion: """
            The command returns at once. Screens that are off stay off.

            Example:
              screens identify --seconds 30

            Exit codes: 69 no daemon, 77 no permission.
            """)

    @Option(help: ArgumentHelp("The time in seconds; the default is 10.", valueName: "n"))
    var seconds: Int?

    @OptionGroup var daemon: DaemonArguments

    func validate() throws {
        if let problem = seconds.flatMap(ManagerInterface.secondsProblem) {
            throw ValidationError("--seconds \(problem)")
        }
    }

    func run() throws {
        try daemon.connection().identify(seconds: seconds)
    }
}
