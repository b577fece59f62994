import ArgumentParser
import ProgramKit

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
