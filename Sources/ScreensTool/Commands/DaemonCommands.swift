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

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if let problem = seconds.flatMap(ManagerInterface.secondsProblem) {
            throw ValidationError("--seconds \(problem)")
        }
    }

    func run() throws {
        try daemon.connection().identify(seconds: seconds)
    }
}

/// `screens reload`.
struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", _superCommandName: "screens",
        abstract: "Reload the configuration of the daemon.",
        discussion: """
            SIGHUP does the same. Settings that were made at run time and not saved are lost. If the configuration has \
            problems, they are printed, and the former configuration stays in use.

            Exit codes: 69 no daemon, 77 no permission, 78 the configuration has problems.
            """)

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        try daemon.connection().reload()
    }
}

/// `screens save`.
struct SaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", _superCommandName: "screens",
        abstract: "Save the settings made at run time as configuration of the daemon.",
        discussion: """
            It prints the path of the file that the daemon wrote.

            Exit codes: 69 no daemon, 77 no permission.
            """)

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        try StandardOutput.write(daemon.connection().save().printable + "\n")
    }
}
