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
        guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
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
}
