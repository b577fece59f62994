import Screens
import ScreensConfiguration
import ScreensReports

/// The words that an option accepts, each with its value.
struct ArgumentWords<Value: Sendable>: Sendable {
    private let choices: [(name: String, value: Value)]

    init(_ choices: [(name: String, value: Value)]) {
        self.choices = choices
    }

    /// The words as a list for helps, such as `earliest or latest`.
    var list: String { SettingTable.words(names) }

    /// The words, for completions.
    var names: [String] { choices.map(\.name) }

    /// - Throws: ``WordProblem`` with the choices.
    @Sendable func value(of word: String) throws -> Value {
        guard let choice = choices.first(where: { $0.name == word }) else {
            throw WordProblem(description: ValueProblem(not: word, oneOf: names).sentence)
        }
        return choice.value
    }
}

/// Why a word is not a value of its option. ArgumentParser prints it after the option's name.
struct WordProblem: Error, Hashable, CustomStringConvertible {
    let description: String
}

extension FrameSchedule {
    static let words = ArgumentWords([FrameSchedule.earliest, .latest].map { ($0.rawValue, $0) })
}

extension DrawingMemory {
    static let words = ArgumentWords([DrawingMemory.automatic, .shadow, .scanout].map { ($0.rawValue, $0) })
}

extension VideoPixelFormat {
    static let words = ArgumentWords(allCases.map { ($0.rawValue, $0) })
}

extension ColorMatrix {
    static let words = ArgumentWords(allCases.map { (String($0.rawValue.dropFirst(2)), $0) })
}

extension ColorRange {
    static let words = ArgumentWords(allCases.map { ($0.rawValue, $0) })
}

extension PatternName {
    static let words = ArgumentWords(allCases.map { ($0.name, $0) })
}

extension ConnectorFiles.Force {
    static let words = ArgumentWords(allCases.map { ($0.rawValue, $0) })
}

extension ContentMode {
    static let argumentWords = ArgumentWords(words)
}

extension SettingTable {
    /// Returns a parser for the value of a setting that a command takes by its own option. It accepts what files and
    /// `screens set` accept.
    ///
    /// - Parameter path: the key path of the value in the settings.
    static func reading<Value>(
        _ name: String, _ path: any KeyPath<ScreenOverrides, Value?> & Sendable
    ) -> @Sendable (String) throws -> Value {
        { word in
            do throws(SettingProblem) {
                let option = option(name)
                let overrides = try ScreenOverrides(words: option.map { [($0, [word])] } ?? [])
                if let value = overrides[keyPath: path] { return value }
            } catch {
                throw WordProblem(description: error.message)
            }
            throw WordProblem(description: "is not a value of \(name)")
        }
    }
}

extension ModePolicy {
    /// The completion with the policies, the names of sizes, and the modes of the screens that the line names.
    static let completion = TypedLine.completion { line, _ in
        var words = (SettingTable.option("mode")?.choices ?? []) + ModeRequest.sizeNames
        for mode in await line.screens().flatMap(\.modes).reversed() where !words.contains(mode.description) {
            words.append(mode.description)
        }
        return words
    }
}

/// A colour as an option's value, in the forms that a file accepts.
enum ColorArgument {
    @Sendable static func value(of word: String) throws -> Color {
        do throws(ValueProblem) {
            return try Color(written: word)
        } catch {
            throw WordProblem(description: error.sentence)
        }
    }
}
