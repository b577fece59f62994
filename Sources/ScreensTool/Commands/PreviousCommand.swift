import ArgumentParser
import ScreensManager
import ScreensReports

/// `screens previous`.
struct PreviousCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "previous", _superCommandName: "screens", abstract: "Show the previous item of a playlist.",
        discussion: PlaylistArguments.discussion(
            examples: "screens previous HDMI-A-1", "screens previous HDMI-A-1 --json | jq '.[0].shown'",
            exitCodes: "66 no such screen, 69 no daemon, or no such item, 77 no permission"))

    @OptionGroup var arguments: PlaylistArguments

    func run() async throws {
        try arguments.move("Previous")
    }
}
