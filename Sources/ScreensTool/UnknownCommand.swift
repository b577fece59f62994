import ArgumentParser
import Screens

/// A command that there is not.
enum UnknownCommand {
    /// The message about the first argument, where it is meant as a command and is none; nil for other arguments.
    ///
    /// - Parameter commands: as in ``CommandConfiguration``.
    static func message(
        for arguments: [String], among commands: [any ParsableCommand.Type] = ScreensCommand.configuration.subcommands,
        of program: String = "screens"
    ) -> String? {
        guard let word = arguments.first else { return nil }
        guard !word.hasPrefix("-") else { return misplacedOption(arguments, among: commands, of: program) }
        if word == "help", program == "screens" { return message(for: Array(arguments.dropFirst())) }
        if let command = commands.first(where: { $0._commandName == word }) {
            let inner = command.configuration.subcommands
            guard !inner.isEmpty else { return nil }
            return message(for: Array(arguments.dropFirst()), among: inner, of: "\(program) \(word)")
        }
        let names = commands.map { $0._commandName } + (program == "screens" ? ["help"] : [])
        guard !names.contains(word) else { return nil }
        guard let nearest = NearestName.of(word, among: names) else {
            return "'\(word)' is not a command of \(program); `\(program) --help` lists them"
        }
        return "'\(word)' is not a command of \(program); did you mean '\(nearest)'?"
    }

    /// The message about options before the command that they belong to; nil where no command follows.
    private static func misplacedOption(
        _ arguments: [String], among commands: [any ParsableCommand.Type], of program: String
    ) -> String? {
        let options = arguments.prefix { $0.hasPrefix("-") }
        guard options.allSatisfy({ !["-h", "--help", "--version"].contains($0) && !$0.hasPrefix("---") }),
            let command = arguments.dropFirst(options.count).first,
            commands.contains(where: { $0._commandName == command })
        else { return nil }
        return "options follow the command: \(program) \(command) \(options.joined(separator: " "))"
    }
}
