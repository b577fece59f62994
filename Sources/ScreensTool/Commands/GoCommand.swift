import ArgumentParser
import ScreensManager
import ScreensReports

/// `screens go`.
struct GoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "go", _superCommandName: "screens", abstract: "Show an item of a playlist.",
        discussion: """
            The playlist goes on from there. One that follows the clock does so again when its cycle ends. In a \
            playlist with playlists in it, the outermost one moves. The picture before stays until the item is ready. \
            `screens status` prints the numbers of the shown item and of the next one.

            Examples:
              screens go HDMI-A-1 3
              screens go HDMI-A-1 3 --json

            Exit codes: 64 no item with this number, 66 no such screen, 69 no daemon, or no playlist, 77 no permission.
            """)

    @OptionGroup var arguments: PlaylistArguments

    @Argument(help: ArgumentHelp("The number of the item, from 1 in the order of the list.", valueName: "number"))
    var item: Int

    func run() async throws {
        try arguments.move("Go", item: item)
    }
}
