import ArgumentParser

/// An option that a command does not have.
enum UnknownOption {
    /// The message of ArgumentParser, which suggests the option of the fewest other letters: `--json` for `--prom`. One that begins
    /// with what was typed goes before it.
    static func message(_ message: String, for arguments: [String]) -> String {
        let beginning = "Unknown option '"
        guard message.hasPrefix(beginning), let typed = message.dropFirst(beginning.count).split(separator: "'").first,
            typed.hasPrefix("--"), typed.count > 3, let command = command(of: arguments),
            let whole = names(of: command).first(where: { $0.hasPrefix(typed) })
        else { return message }
        return "\(beginning)\(typed)'. Did you mean '\(whole)'?"
    }

    private static func command(of arguments: [String]) -> (any ParsableCommand.Type)? {
        var command: (any ParsableCommand.Type)?
        for word in arguments {
            let known = (command ?? ScreensCommand.self).configuration.subcommands
            guard let next = known.first(where: { $0._commandName == word }) else { break }
            command = next
        }
        return command
    }

    /// The long options in the list of a command's help.
    private static func names(of command: any ParsableCommand.Type) -> [String] {
        command.helpMessage().split(separator: "\n").filter { $0.hasPrefix("  -") }.compactMap { line in
            line.split { " ,/".contains($0) }.first { $0.hasPrefix("--") }.map(String.init)
        }
    }
}
