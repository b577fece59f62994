import ArgumentParser
import Screens
import ScreensProgramKit

/// A command line that is typed, for completions.
struct TypedLine: Sendable {
    /// As the shell splits it, the program's name included; a word may have quotes that are still open.
    private let words: [String]

    init(_ words: [String]) {
        self.words = words.map(Self.unquoted)
    }

    /// A completion that depends on the line.
    ///
    /// - Parameter candidates: the words for a line and the part of a word before the cursor. Those that do not begin with that part
    ///   are left out.
    static func completion(
        _ candidates: @escaping @Sendable (TypedLine, _ prefix: String) async -> [String]
    ) -> CompletionKind {
        .custom { (words: [String], _: Int, prefix: String) async -> [String] in
            let prefix = unquoted(prefix)
            let found = await candidates(TypedLine(words), prefix).filter { $0.hasPrefix(prefix) }
            // There a colon begins a description.
            return CompletionShell.requesting == .zsh ? found.map { $0.replacing(":", with: "\\:") } : found
        }
    }

    /// The connectors of `--simulate`, or of this machine.
    ///
    /// - Parameter reading: how those of this machine are read.
    func connectors(_ reading: CardReading = .sysfs) async -> [Screen] {
        var settings = VideoKit.Settings()
        settings.reading = reading
        if let spec = simulation {
            guard let cards = try? spec.makeCards() else { return [] }
            settings.cards = .simulated(cards)
            settings.reading = .known
        }
        return (try? await Inspection.take(settings))?.connectors.filter { $0.kind == .display } ?? []
    }

    /// The connected screens that the line names, or all where it names none.
    func screens(_ reading: CardReading = .sysfs) async -> [Screen] {
        let connected = await connectors(reading).filter(\.isConnected)
        let named = connected.filter { screen in words.contains { screen.isNamed($0) } }
        return named.isEmpty ? connected : named
    }

    private var simulation: SimulationSpec? {
        let option = "--simulate"
        guard let index = words.lastIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else { return nil }
        if words[index] != option { return SimulationSpec(String(words[index].dropFirst(option.count + 1))) }
        let next = words.dropFirst(index + 1).first.flatMap(SimulationSpec.init)
        // `screens show` simulates a screen without a value, too.
        return next ?? SimulationSpec(SimulationSpec.standard)
    }

    /// A word without quotes and backslashes, as a program gets it.
    private static func unquoted(_ word: String) -> String {
        var result = ""
        var isEscaped = false
        for character in word {
            if !isEscaped, "'\"\\".contains(character) {
                isEscaped = character == "\\"
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return result
    }
}
