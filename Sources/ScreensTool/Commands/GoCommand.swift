import ArgumentParser
import ScreensManager
import ScreensReports

/// `screens go`.
struct GoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "go", _superCommandName: "screens", abstract: "Show an item of a playlist.",
        discussion: PlaylistArguments.discussion(
            """
            `screens status` prints the numbers of the shown item and of the next one, and their names: the names of \
            contents, the paths of files, which may be given without their folders, or colours. Of several items with \
            one name the next one is shown. A number is always the number of an item; with --name it is a name.
            """,
            examples: "screens go HDMI-A-1 3", "screens go HDMI-A-1 menu --json", "screens go HDMI-A-1 --name 2027",
            exitCodes: "64 no such item, 66 no such screen, 69 no daemon or no playlist, 77 no permission"))

    @OptionGroup var arguments: PlaylistArguments

    @Argument(
        help: ArgumentHelp(
            "The number of the item, from 1 in the order of the list, or its name.", valueName: "item"),
        completion: TypedLine.completion { _, _ in ContentName.names(in: .standard) })
    var item: String

    @Flag(help: "Take the item as a name, also if it is a number.")
    var name = false

    func run() async throws {
        let number = name ? nil : Int(item)
        try arguments.move("Go", item: number, named: number == nil ? item : nil)
    }
}
