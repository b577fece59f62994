import ArgumentParser
import ProgramKit

/// `screens save`.
struct SaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", _superCommandName: "screens",
        abstract: "Save the settings made at run time as configuration of the daemon.",
        discussion: """
            It prints the path of the file that the daemon wrote.

            Exit codes: 69 no daemon, 77 no permission.
            """)

    @OptionGroup var daemon: DaemonArguments

    func run() throws {
        try StandardOutput.write(daemon.connection().save().printable + "\n")
    }
}
