import ArgumentParser
import Screens

/// `screens modes`.
struct ModesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modes",
        abstract: "List the modes of a screen, the largest last.",
        discussion: """
            Examples:
              screens modes HDMI-A-1
              screens modes card1/HDMI-A-1 --json
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Flag(help: "Print a JSON array.")
    var json = false

    func run() async throws {
        let look = try await Look.take()
        let screen = try ScreenName.resolve(screen, among: look.connectors, cards: look.cards)
        if json {
            let modes = screen.availableModes.map { ModeDocument($0, current: screen.currentMode) }
            try StandardOutput.write(JSONLine.encode(modes))
        } else if screen.availableModes.isEmpty {
            Notices.shared.say("\(screen.name) has no modes: \(screen.dark?.message ?? "none is known")")
        } else {
            try StandardOutput.write(ModeTable.text(for: screen))
        }
    }
}
