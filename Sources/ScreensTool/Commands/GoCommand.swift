import ArgumentParser
import ScreensManager
import ScreensReports

/// `screens go`.
struct GoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "go", _superCommandName: "screens", abstract: "Show an item of a playlist.",
        discussion: PlaylistArguments.discussion(
            "`screens status` prints the numbers of the shown item and of the next one.",
            examples: "screens go HDMI-A-1 3", "screens go HDMI-A-1 3 --json",
            exitCodes: "64 no item with this number, 66 no such screen, 69 no daemon or no playlist, 77 no permission"))

    @OptionGroup var arguments: PlaylistArguments

    @Argument(help: ArgumentHelp("The number of the item, from 1 in the order of the list.", valueName: "number"))
    var item: Int

    func run() async throws {
        try arguments.move("Go", item: item)
    }
}
