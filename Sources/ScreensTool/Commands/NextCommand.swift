import ArgumentParser
import ScreensManager
import ScreensReports

/// `screens next`.
struct NextCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", _superCommandName: "screens", abstract: "Show the next item of a playlist.",
        discussion: PlaylistArguments.discussion(
            examples: "screens next HDMI-A-1", "screens next HDMI-A-1 --json | jq '.[0].shown'",
            exitCodes: "66 no such screen, 69 no daemon, or no such item, 77 no permission"))

    @OptionGroup var arguments: PlaylistArguments

    func run() async throws {
        try arguments.move("Next")
    }
}
