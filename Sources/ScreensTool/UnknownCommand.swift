import ArgumentParser
import Screens
import ScreensConfiguration

/// The messages about unknown commands.
enum UnknownCommand {
    /// Returns the message if the first argument is meant as a command, but is unknown; nil for other arguments.
    ///
    /// - Parameter commands: the commands as in ``CommandConfiguration``.
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
        let problem = "'\(word)' is not a command of \(program)"
        return switch (NearestName.of(word, among: names), program == "screens" ? SettingHint(arguments) : nil) {
        case (let nearest?, let hint?): "\(problem); did you mean '\(nearest)', or `\(hint.command)`?"
        case (let nearest?, nil): "\(problem); did you mean '\(nearest)'?"
        case (nil, let hint?): "\(problem); `\(hint.command)` \(hint.effect)"
        case (nil, nil): "\(problem); `\(program) --help` lists them"
        }
    }

    /// The command that sets what was typed as a command, for `screens off HDMI-A-1` or `screens brightness HDMI-A-1
    /// 40`.
    private struct SettingHint {
        let command: String
        let effect: String

        /// Returns nil if the first argument is not a setting.
        init?(_ arguments: [String]) {
            guard let word = arguments.first else { return nil }
            let isName = { (name: String) in
                name.first?.isLetter ?? false
                    && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "/") }
            }
            let screen = arguments.dropFirst().first.flatMap { isName($0) ? $0 : nil } ?? "SCREEN"
            if word == "on" || word == "off" {
                command = "screens set \(screen) --power \(word)"
                effect = "turns the screen \(word)"
            } else if let option = SettingTable.option(word) {
                command = "screens set \(screen) --\(word) \(option.valueName.uppercased())"
                effect = "sets it"
            } else {
                return nil
            }
        }
    }

    /// Returns the message about options before the command to which they belong; nil if no command follows.
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
