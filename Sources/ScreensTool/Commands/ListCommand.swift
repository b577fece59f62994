import ArgumentParser
import Screens
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens list`.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", _superCommandName: "screens",
        abstract: "List the connected screens.",
        usage: "screens list [<options>]",
        discussion: """
            Built-in screens come first, then the others by card and connector. The command needs neither root nor a \
            free card, and changes no picture. A card that no program drives is probed, which finds all modes of its \
            displays: the command is the card's DRM master for these milliseconds. If screensd runs, it provides \
            the list of the cards that it drives; the same holds for `modes`, `watch` and `snapshot`.

            A card of nvidia-drm is not opened, because its displays may go dark: sysfs describes it. With --probe it \
            is probed like the others.

            The card of the firmware's framebuffer (simpledrm) is listed only with --all if the graphics hardware has \
            another card.

            Examples:
              screens list
              screens list --all --json | jq -r '.[].name'
              screens list --no-probe
              screens list --simulate FILE.json

            Exit codes: 69 no graphics card (with --json the array is empty), 77 no permission.
            """)

    @Flag(
        help: ArgumentHelp(
            "Also list connectors without a display, headsets, writeback connectors, and a firmware card beside a "
                + "real one.")
    )
    var all = false

    @Flag(help: "Print a JSON array.")
    var json = false

    @OptionGroup var choice: DaemonChoice

    @OptionGroup var reading: ReadingOptions

    func validate() throws { try reading.check(choice) }

    func run() async throws {
        let screens = try await documents()
        if json { return try StandardOutput.write(JSONLine.encode(screens)) }
        if screens.isEmpty {
            Notices.shared.say(all ? "the cards have no connectors" : "no display is connected")
        } else {
            try StandardOutput.write(ScreenListText.text(for: screens))
        }
    }

    private func documents() async throws(Failure) -> [ScreenDocument] {
        if reading.mayAskDaemon, let daemon = try choice.connection() {
            let screens = try daemon.screens(all: all)
            // A card may have got a screen since the daemon reported it without one. A failure of this list alone does
            // not fail the command.
            let connectors = all ? screens : (try? daemon.screens(all: true)) ?? screens
            return await Inspection.freshened(
                screens, all: all, staleCards: Set(connectors.filter(\.stale).map(\.card)))
        }
        let inspection = try await Inspection.take(reading.settings())
        // Without a card the list is known to be empty, and programs read an empty list. If a card is unreadable, it is
        // not known.
        if json, inspection.hasNoCard { try StandardOutput.write(JSONLine.encode([ScreenDocument]())) }
        try inspection.checkCards()
        // The document has a key for that.
        if !json { reading.reportSource(of: inspection) }
        return (all ? inspection.connectors : inspection.screens).map {
            ScreenDocument($0, from: inspection.source(of: $0))
        }
    }
}
