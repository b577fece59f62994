import ArgumentParser
import ScreensManager
import ScreensReports

/// The arguments of the commands that move a playlist.
struct PlaylistArguments: ParsableArguments {
    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Flag(help: "Print the playlist as JSON.")
    var json = false

    @OptionGroup var daemon: DaemonArguments

    /// Moves the playlist, and prints its place.
    func move(_ method: String, item: Int? = nil) throws {
        let playing = try daemon.connection().move(method, on: screen, item: item)
        let lines = playing.map { PlayingText.line(for: $0) + "\n" }.joined()
        try StandardOutput.write(json ? JSONLine.encode(playing) : lines)
    }
}
