import ArgumentParser
import Configuration
import ProgramKit

/// `screens config example`.
struct ConfigExampleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "example",
        abstract: "Print an example configuration that explains every setting.")

    func run() throws {
        try StandardOutput.write(ConfigurationExample.text)
    }
}
