import ArgumentParser
import ScreensConfiguration
import ScreensReports

/// `screens config`.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", _superCommandName: "screens",
        abstract: "Check a configuration of the daemon screensd, show its settings, or print an example.",
        subcommands: [ConfigCheckCommand.self, ConfigShowCommand.self, ConfigExampleCommand.self])
}

/// `screens config example`.
struct ConfigExampleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "example",
        abstract: "Print an example configuration that explains every setting.")

    func run() throws {
        try StandardOutput.write(ConfigurationExample.text)
    }
}
