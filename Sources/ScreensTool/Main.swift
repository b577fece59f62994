import ArgumentParser
import ScreensLinux
import ScreensManager
import ScreensReports

/// The entry point of the program, and its end.
@main
enum Main {
    static func main() {
        StandardDescriptors.fill()
        Interruption.block()
        Task.detached { await run() }
        Interruption.takeForEver()
    }

    private static func run() async -> Never {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            if arguments == ["--version"] {
                try StandardOutput.write("\(ScreensCommand.configuration.version)\n")
                Process.exit(.success)
            }
            if let message = UnknownCommand.message(for: arguments) { exit(Failure(.usage, message)) }
            var command = try await parse(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            exit(failure)
        } catch {
            let message = ScreensCommand.message(for: error)
            guard ScreensCommand.exitCode(for: error) != .success else {
                let arguments = Array(CommandLine.arguments.dropFirst())
                let commands = ScreensCommand.configuration.subcommands.map { $0._commandName }
                end(printing: CompletionScript.completed(message, for: arguments, commands: commands))
            }
            exit(Failure(.usage, message))
        }
        Process.exit(.success)
    }

    /// Parses the command that the arguments request.
    ///
    /// A subcommand that is named first is parsed alone, which saves two thirds of the parser's instructions: a tree
    /// with all subcommands is also searched for options of its root. The tree is parsed if that fails, and for help,
    /// versions and completions.
    private static func parse(_ arguments: [String]) async throws -> any ParsableCommand {
        if let name = arguments.first,
            let subcommand = ScreensCommand.configuration.subcommands.first(where: { $0._commandName == name }),
            subcommand.configuration.subcommands.isEmpty,
            let command = try? await parse(arguments.dropFirst(), by: subcommand), type(of: command) == subcommand
        {
            return command
        }
        return try await ScreensCommand.asyncParseAsRoot(arguments)
    }

    /// Parses a command. Completions that read the cards are asynchronous, so a command with one must be parsed
    /// asynchronously.
    private static func parse(
        _ arguments: ArraySlice<String>, by type: any ParsableCommand.Type
    ) async throws -> any ParsableCommand {
        guard let type = type as? any AsyncParsableCommand.Type else { return try type.parseAsRoot(Array(arguments)) }
        return try await type.asyncParseAsRoot(Array(arguments))
    }

    /// Prints a help, a version, or words for a shell.
    private static func end(printing text: String) -> Never {
        do throws(Failure) {
            try StandardOutput.write(text.isEmpty ? "" : text + "\n")
        } catch {
            exit(error)
        }
        Process.exit(.success)
    }

    private static func exit(_ failure: Failure) -> Never {
        if failure.status != .success { Notices.shared.say(failure.message) }
        Process.exit(failure.status)
    }
}

/// The command `screens`.
struct ScreensCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screens",
        abstract: "Inspect the displays of this machine, and show pictures on them.",
        discussion: """
            It drives the graphics cards directly, without a compositor. Listing and watching need only permission to \
            read the cards, and disturb no other program; showing needs a card that no other program uses. If the \
            daemon screensd runs, it drives the cards: `set`, `reset`, `status`, `stats`, `reload`, `save`, `next`, \
            `previous`, `go`, `played` and `notify` are for its screens.

            SCREEN is the name of a connector, such as HDMI-A-1, or card1/HDMI-A-1 if several cards have a connector \
            of that name.

            Exit codes: 0 done, 64 wrong usage, 65 not an EDID, a picture or a film, 66 no such screen or file, 69 no \
            card or display, or no daemon, 75 another program uses the card, 76 another program answers in place of \
            the daemon, 77 no permission, 78 a configuration with problems.
            """,
        version: "screens \(ProgramVersion.current)",
        subcommands: [
            ListCommand.self, ModesCommand.self, InfoCommand.self, WatchCommand.self, ShowCommand.self,
            PresentCommand.self, LeaseCommand.self, ContentCommand.self, SnapshotCommand.self, SetCommand.self,
            ResetCommand.self,
            StatusCommand.self,
            NextCommand.self, PreviousCommand.self, GoCommand.self, PlayedCommand.self,
            OverscanCommand.self,
            IdentifyCommand.self, NotifyCommand.self, StatsCommand.self, ReloadCommand.self, SaveCommand.self,
            ConfigCommand.self,
            EDIDCommand.self, ForceCommand.self, CECCommand.self, CheckCommand.self, DoctorCommand.self,
            BridgeCommand.self,
        ])
}
