import ArgumentParser
import Screens
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens modes`.
struct ModesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modes", _superCommandName: "screens",
        abstract: "List the modes of a screen, the largest last.",
        usage: "screens modes <screen> [<options>]",
        discussion: """
            A mode that is set and not listed, such as a modeline of the configuration, has a line of its own; \
            `screens info --json` has it as currentMode.

            Examples:
              screens modes HDMI-A-1
              screens modes card1/HDMI-A-1 --json
              screens modes HDMI-A-1 --no-probe
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Flag(help: "Print a JSON array.")
    var json = false

    @OptionGroup var choice: DaemonChoice

    @OptionGroup var reading: ReadingOptions

    func validate() throws { try reading.check(choice) }

    func run() async throws {
        let listing = try await listing()
        if json { return try StandardOutput.write(JSONLine.encode(listing.modes)) }
        if listing.modes.isEmpty {
            Notices.shared.say("\(screen) has no modes: \(listing.reason ?? "none is known")")
        }
        try StandardOutput.write(ModeListText.text(for: listing.modes, current: listing.current))
    }

    private struct Listing {
        var modes: [ModeDocument]
        /// The current mode, which may be missing from the list.
        var current: ModeDocument?
        /// The reason why there are no modes.
        var reason: String?
    }

    private func listing() async throws(Failure) -> Listing {
        if reading.mayAskDaemon, let daemon = try choice.connection() {
            let modes = try daemon.modes(of: screen)
            // The daemon does not probe cards that it does not hold.
            let connectors = (try? daemon.screens(all: true)) ?? []
            let connector = connectors.first { $0.isNamed(screen) }
            guard connector?.stale ?? false, let own = try? await ownListing() else {
                return Listing(modes: modes, current: connector?.currentMode)
            }
            return own
        }
        return try await ownListing()
    }

    private func ownListing() async throws(Failure) -> Listing {
        let inspection = try await Inspection.take(reading.settings())
        let screen = try ScreenName.resolve(screen, among: inspection.connectors, cards: inspection.cards)
        if !json { reading.reportSource(of: inspection) }
        let isFromSysfs = inspection.source(of: screen) != nil
        let isWithoutEDID = isFromSysfs && screen.edid.isEmpty && screen.isConnected
        return Listing(
            modes: ModeDocument.all(of: screen, from: isFromSysfs ? "edid" : nil),
            current: screen.currentMode.map { ModeDocument($0, current: $0) },
            reason: isWithoutEDID
                ? Self.reasonWithoutEDID(modes: ConnectorFiles(of: screen).modes) : screen.dark?.message)
    }

    /// Returns why a display without an EDID, such as a DSI panel, has no modes if its card is not opened.
    ///
    /// - Parameter modes: the names of the modes in sysfs, which has neither rates nor timings.
    static func reasonWithoutEDID(modes: [String]) -> String {
        var sizes: [String] = []
        for mode in modes where !sizes.contains(mode) { sizes.append(mode) }
        let known = sizes.isEmpty ? "" : "; sysfs has the sizes alone: \(sizes.joined(separator: ", "))"
        return "its display has sent no EDID, and its card was not opened\(known)"
    }
}
