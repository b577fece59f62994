import ArgumentParser

/// `screens reload`.
struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", _superCommandName: "screens",
        abstract: "Reload the configuration of the daemon.",
        discussion: """
            SIGHUP does the same. Settings that were made at run time and not saved are lost. If the configuration has \
            problems, they are printed, and the last texts without problems of these files count.

            Exit codes: 69 no daemon, 77 no permission, 78 the configuration has problems.
            """)

    @OptionGroup var daemon: DaemonArguments

    func run() throws {
        try daemon.connection().reload()
    }
}
