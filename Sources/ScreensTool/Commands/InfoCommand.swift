import ArgumentParser
import EDID
import ProgramKit
import Screens

/// `screens info`.
struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", _superCommandName: "screens",
        abstract: "Print the state, modes, properties and EDID of a screen.",
        discussion: """
            The properties are those that `screens show --properties` can set. The command needs neither root nor a free card, and \
            changes no picture. A card that no program drives is probed, as by `screens list`.

            Examples:
              screens info HDMI-A-1
              screens info card1/HDMI-A-1 --json | jq -r .edid.stableIdentity
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var reading: ReadingOptions

    func run() async throws {
        let inspection = try await Inspection.take(reading.settings())
        let screen = try ScreenName.resolve(screen, among: inspection.connectors, cards: inspection.cards)
        let display = try? KnownDisplay(decoding: screen.edid)
        let isProbed = !reading.noProbe
        let text =
            try json
            ? JSONLine.encode(InfoDocument(screen, display: display, isProbed: isProbed))
            : InfoReport.text(screen, display, isProbed: isProbed)
        try StandardOutput.write(text)
    }
}
