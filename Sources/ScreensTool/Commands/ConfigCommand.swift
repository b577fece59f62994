import ArgumentParser

/// `screens config`.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", _superCommandName: "screens",
        abstract: "Check a configuration of the daemon screensd, or print an example.",
        subcommands: [ConfigCheckCommand.self, ConfigExampleCommand.self])
}
