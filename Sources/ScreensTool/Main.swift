import ArgumentParser
import ProgramKit

/// The program's way in and out.
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
            var command = try ScreensCommand.parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            exit(failure)
        } catch {
            let message = ScreensCommand.message(for: error)
            guard ScreensCommand.exitCode(for: error) != .success else { ScreensCommand.exit(withError: error) }
            exit(Failure(.usage, message))
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
        abstract: "Look at the displays of this machine, and put pictures on them.",
        discussion: """
            It works below any compositor, on the graphics cards themselves. Listing and watching need no rights beyond \
            reading the cards, and disturb nobody; showing needs a card that no other program uses. Where the daemon \
            screensd runs, it has the cards: `set` and what is told with it are for its screens.

            SCREEN is a connector's name such as HDMI-A-1, or card1/HDMI-A-1 where several cards have one of that name.

            Exit codes: 0 done, 64 wrong usage, 65 no EDID or picture, 66 no such screen or file, 69 no card or \
            display, or no daemon, 75 another program uses the card, 76 what answers is not the daemon, 77 no permission, \
            78 a configuration with mistakes.
            """,
        version: "screens \(ProgramVersion.current)",
        subcommands: [
            ListCommand.self, ModesCommand.self, InfoCommand.self, WatchCommand.self, ShowCommand.self,
            SnapshotCommand.self, SetCommand.self, IdentifyCommand.self, StatsCommand.self, ReloadCommand.self,
            SaveCommand.self, ConfigCommand.self, EDIDCommand.self, DoctorCommand.self,
        ])
}
