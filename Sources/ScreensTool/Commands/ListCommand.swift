import ArgumentParser
import Screens

/// `screens list`.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the connected screens.",
        discussion: """
            Built-in screens first, then by card and connector. It needs neither root nor a free card, and changes \
            nothing.

            Examples:
              screens list
              screens list --all --json | jq -r '.[].name'
            """)

    @Flag(help: "Also list connectors without a display, headsets, and writeback connectors.")
    var all = false

    @Flag(help: "Print a JSON array.")
    var json = false

    func run() async throws {
        let look = try await Look.take()
        try look.checkCards()
        let screens = all ? look.connectors : look.screens
        if json {
            try StandardOutput.write(JSONLine.encode(screens.map(ScreenDocument.init)))
        } else if screens.isEmpty {
            Notices.shared.say(all ? "the cards have no connectors" : "no display is connected")
        } else {
            try StandardOutput.write(ScreenTable.text(for: screens))
        }
    }
}
