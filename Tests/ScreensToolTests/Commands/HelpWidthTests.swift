import ArgumentParser
import Testing

@testable import ScreensTool

@Suite struct HelpWidthTests {
    /// Returns the command and all of its subcommands.
    private static func all(_ command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        [command] + command.configuration.subcommands.flatMap(all)
    }

    @Test func everyHelpStaysWithinEightyColumns() {
        for command in Self.all(ScreensCommand.self) {
            let help = ScreensCommand.helpMessage(for: command, includeHidden: true, columns: 80)
            for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(command._commandName): \(line)") }
        }
    }

    /// The parser wraps longer lines, and a wrapped line of an example cannot be copied.
    @Test func everyExampleIsOneLineOfTheHelp() {
        for command in Self.all(ScreensCommand.self) {
            let examples = command.configuration.discussion.split(separator: "\n").filter { $0.hasPrefix("  ") }
            for line in examples { #expect(line.count <= 80, "\(command._commandName): \(line)") }
            let help = ScreensCommand.helpMessage(for: command, columns: 80).split(separator: "\n")
            #expect(examples.allSatisfy(help.contains), "\(command._commandName)")
        }
    }
}
