import ArgumentParser
import ProgramKit
import Screens

/// `screens list`.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the connected screens.",
        discussion: """
            Built-in screens first, then by card and connector. It needs neither root nor a free card, and changes \
            nothing. Where screensd runs it is what that knows, as with `modes`, `watch` and `snapshot`.

            Examples:
              screens list
              screens list --all --json | jq -r '.[].name'
            """)

    @Flag(help: "Also list connectors without a display, headsets, and writeback connectors.")
    var all = false

    @Flag(help: "Print a JSON array.")
    var json = false

    @OptionGroup var choice: DaemonChoice

    func run() async throws {
        let screens = try await documents()
        if json {
            try StandardOutput.write(JSONLine.encode(screens))
        } else if screens.isEmpty {
            Notices.shared.say(all ? "the cards have no connectors" : "no display is connected")
        } else {
            try StandardOutput.write(ScreenTable.text(for: screens))
        }
    }

    private func documents() async throws(Failure) -> [ScreenDocument] {
        if let daemon = try choice.connection() { return try daemon.screens(all: all) }
        let look = try await Look.take()
        try look.checkCards()
        return (all ? look.connectors : look.screens).map(ScreenDocument.init)
    }
}
