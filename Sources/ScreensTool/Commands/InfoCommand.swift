import ArgumentParser
import Screens
import ScreensEDID
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens info`.
struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", _superCommandName: "screens",
        abstract: "Print the state, modes, properties and EDID of a screen.",
        usage: "screens info <screen> [<options>]",
        discussion: """
            `screens show --properties` can set the printed properties. The command needs neither root nor a free \
            card, and changes no picture. If screensd runs, it provides the facts. A card that no program drives \
            is probed, as by `screens list`, unless it is a card of nvidia-drm: these are probed with --probe.

            Examples:
              screens info HDMI-A-1
              screens info card1/HDMI-A-1 --json | jq -r .edid.stableIdentity
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var choice: DaemonChoice

    @OptionGroup var reading: ReadingOptions

    func validate() throws { try reading.check(choice) }

    func run() async throws {
        let inspection = try await inspection()
        let display = try? KnownDisplay(decoding: inspection.edidBytes)
        let text =
            try json
            ? JSONLine.encode(InfoDocument(inspection, display: display)) : InfoReport.text(inspection, display)
        try StandardOutput.write(text)
    }

    private func inspection() async throws(Failure) -> InspectionDocument {
        guard reading.mayAskDaemon, let daemon = try choice.connection() else { return try await ownInspection() }
        let known = try daemon.inspection(of: screen)
        // The daemon does not probe cards that it does not hold.
        guard known.screen.stale, let own = try? await ownInspection() else { return known }
        return own
    }

    private func ownInspection() async throws(Failure) -> InspectionDocument {
        let inspection = try await Inspection.take(reading.settings())
        let screen = try ScreenName.resolve(screen, among: inspection.connectors, cards: inspection.cards)
        if !json, !reading.noProbe { inspection.reportClosedCards() }
        return InspectionDocument(screen, isProbed: inspection.source(of: screen) == nil)
    }
}
