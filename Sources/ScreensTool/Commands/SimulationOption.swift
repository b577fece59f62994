import ArgumentParser
import Screens
import ScreensLinux
import ScreensManager

/// The option `--simulate` of commands that read cards.
struct SimulationOption: ParsableArguments {
    static let help = ArgumentHelp(
        "Read simulated cards in place of this machine's: \(SimulationSpec.forms).", valueName: "spec")
    static let completion = CompletionKind.file(extensions: ["json"])

    @Option(help: SimulationOption.help, completion: SimulationOption.completion)
    var simulate: String?

    func validate() throws { try Self.check(simulate) }

    static func check(_ simulate: String?) throws {
        if let simulate, SimulationSpec(simulate) == nil {
            throw ValidationError("--simulate takes \(SimulationSpec.forms); '\(simulate)' is neither")
        }
    }

    func settings() throws(Failure) -> VideoKit.Settings { try Self.settings(simulate) }

    /// Returns the settings of an inspection of the cards at a person's request: free cards are probed.
    static func settings(_ simulate: String?) throws(Failure) -> VideoKit.Settings {
        settings(for: try simulate.flatMap(SimulationSpec.init)?.makeCards())
    }

    /// - Parameter cards: simulated cards in place of this machine's; nil for this machine's.
    static func settings(for cards: [SimulatedCard]?) -> VideoKit.Settings {
        var settings = VideoKit.Settings()
        settings.reading = .probed
        if let cards { settings.cards = .simulated(cards) }
        return settings
    }
}
