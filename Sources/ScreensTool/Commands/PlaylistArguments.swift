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

    /// The help of a command that moves a playlist.
    ///
    /// - Parameter more: a further sentence.
    static func discussion(_ more: String? = nil, examples: String..., exitCodes: String) -> String {
        let text = """
            The playlist goes on from there. A playlist that follows the clock does so again when its cycle ends. In a \
            playlist with playlists in it, the outermost playlist moves. The former picture stays until the item is \
            ready.
            """
        let lines = ["Examples:"] + examples.map { "  \($0)" }
        return text + (more.map { " \($0)" } ?? "") + "\n\n" + lines.joined(separator: "\n")
            + "\n\nExit codes: \(exitCodes)."
    }

    /// Moves the playlist, and prints its place.
    func move(_ method: String, item: Int? = nil, named name: String? = nil) throws {
        let playing = try daemon.connection().move(method, on: screen, item: item, named: name)
        let lines = playing.map { PlayingText.line(for: $0) + "\n" }.joined()
        try StandardOutput.write(json ? JSONLine.encode(playing) : lines)
    }
}
