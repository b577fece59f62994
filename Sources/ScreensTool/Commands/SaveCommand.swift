import ArgumentParser
import ScreensConfiguration
import ScreensLinux
import ScreensReports

/// `screens save`.
struct SaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", _superCommandName: "screens",
        abstract: "Save the settings made at run time.",
        discussion: """
            They override the files of the configuration, key by key, also after the next start; `screens set --reset` \
            removes them. They follow the display by its identity; with --on-connectors they hold only on the \
            connector that the display has now. The path of the daemon's file is printed. Settings that were not saved \
            end with the daemon: if no setting is left to save, a notice says so.

            Exit codes: 69 no daemon, 77 no permission.
            """)

    @Flag(help: "Save them for the connectors, too: a display gets them only on its present connector.")
    var onConnectors = false

    @OptionGroup var daemon: DaemonArguments

    func run() throws {
        let saving = try daemon.connection().save(onConnectors: onConnectors)
        if let notice = saving.notice() { Notices.shared.say(notice) }
        try StandardOutput.write(saving.file.printable + "\n")
    }
}
