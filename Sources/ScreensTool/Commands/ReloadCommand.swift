import ArgumentParser
import ProgramKit

/// `screens reload`.
struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Have the daemon read its configuration again.",
        discussion: """
            As SIGHUP does. What was set at run time and not saved is given up. Where the configuration has mistakes, \
            they are told and the former one stays.

            Exit codes: 69 no daemon, 77 no permission, 78 the configuration has mistakes.
            """)

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        try daemon.connection().reload()
    }
}
