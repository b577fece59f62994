import ArgumentParser
import ProgramKit
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

    @OptionGroup var choice: DaemonChoice

    func run() async throws {
        let (modes, reason) = try await documents()
        if json {
            try StandardOutput.write(JSONLine.encode(modes))
        } else if modes.isEmpty {
            Notices.shared.say("\(screen) has no modes: \(reason ?? "none is known")")
        } else {
            try StandardOutput.write(ModeTable.text(for: modes))
        }
    }

    /// The modes, and why there are none.
    private func documents() async throws(Failure) -> ([ModeDocument], String?) {
        if let daemon = try choice.connection() { return (try daemon.modes(of: screen), nil) }
        let look = try await Look.take()
        let screen = try ScreenName.resolve(screen, among: look.connectors, cards: look.cards)
        return (ModeDocument.all(of: screen), screen.dark?.message)
    }
}
