import ArgumentParser
import EDID
import ProgramKit
import Screens

/// `screens info`.
struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: "Tell everything that is known of a screen.",
        discussion: """
            That is its state, its modes, the properties that `screens show --set` sets, and what its display says of \
            itself (its EDID). It needs neither root nor a free card, and changes nothing.

            Examples:
              screens info HDMI-A-1
              screens info card1/HDMI-A-1 --json | jq -r .edid.stableIdentity
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Flag(help: "Print a JSON object.")
    var json = false

    func run() async throws {
        let look = try await Look.take()
        let screen = try ScreenName.resolve(screen, among: look.connectors, cards: look.cards)
        let display = try? KnownDisplay(decoding: screen.edid)
        let text = try json ? JSONLine.encode(InfoDocument(screen, display: display)) : InfoReport.text(screen, display)
        try StandardOutput.write(text)
    }
}
