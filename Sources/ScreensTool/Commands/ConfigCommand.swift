import ArgumentParser
import Configuration
import ProgramKit

/// `screens config`.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Check a configuration of the daemon screensd, or print an example.",
        subcommands: [ConfigCheckCommand.self, ConfigExampleCommand.self])
}

/// `screens config check`.
struct ConfigCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a configuration and list its mistakes.",
        discussion: """
            It reads the file, and the files in the folder beside it with .d in place of .toml, as the daemon does. Each \
            mistake is one line, FILE:LINE:COLUMN: KEY: message. Sections are counted from 1. A configuration without \
            mistakes prints nothing.

            A syntax error (a missing quote, a duplicate key) hides the mistakes after it. At most 100 mistakes are \
            listed.

            Examples:
              screens config check
              screens config example | screens config check -
              screens config check screens.toml --json | jq -r '.[].key'

            Exit codes: 0 no mistakes, 66 no such file, 78 mistakes.
            """)

    @Argument(
        help: ArgumentHelp("The file, or - for standard input.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var file = ConfigurationFiles.standard.path

    @Flag(help: "Print a JSON array.")
    var json = false

    func run() throws {
        let reading = ConfigurationFiles(path: file).read()
        try StandardOutput.write(
            json
                ? try JSONLine.encode(reading.mistakes.map(MistakeDocument.init)) : MistakeReport(reading.mistakes).text
        )
        if reading.isMissing { Process.exit(.noInput) }
        if !reading.mistakes.isEmpty { Process.exit(.badConfiguration) }
    }
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

/// The mistakes of a configuration, a line each.
struct MistakeReport {
    /// With a line feed after each; empty where there are none.
    let text: String

    init(_ mistakes: [Mistake]) {
        text = mistakes.map { "\($0.description.printableLine)\n" }.joined()
    }
}

/// An element of what `screens config check --json` prints.
struct MistakeDocument: Encodable {
    private let file: String
    private let line: Int?
    private let column: Int?
    private let key: String?
    private let message: String
    private let nearest: String?

    init(_ mistake: Mistake) {
        file = mistake.file
        line = mistake.position?.line
        column = mistake.position?.column
        key = mistake.keyPath
        message = mistake.message
        nearest = mistake.nearest
    }
}
