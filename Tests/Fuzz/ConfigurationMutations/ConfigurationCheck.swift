import Configuration
import Screens

/// The rules for any bytes that are read as a configuration.
package enum ConfigurationCheck {
    /// The outcome of an input.
    package enum Outcome: Sendable, Hashable {
        /// It was read, with so many problems.
        case read(problems: Int)
        /// It broke a rule, which is said.
        case broken(String)
    }

    /// Reads the bytes, twice where they are good.
    package static func check(_ bytes: [UInt8]) -> Outcome {
        let lineCount = bytes.count { $0 == 10 } + 1
        let reading = MachineConfiguration.reading(bytes, as: "f")
        for problem in reading.problems {
            if let position = problem.position, !(1...lineCount).contains(position.line) || position.column < 1 {
                return .broken("there is no \(position)")
            }
            if problem.keyPath != nil, problem.position == nil { return .broken("\(problem) has no place") }
        }
        guard reading.problems.isEmpty else { return .read(problems: reading.problems.count) }
        var sections = reading.configuration.sections
        for index in sections.indices { sections[index].arrangement = nil }
        do {
            _ = try ConfigurationWriter.text(for: sections)
        } catch {
            return .broken("what was read cannot be written: \(error)")
        }
        for overrides in [reading.configuration.defaults] + sections.map(\.overrides) {
            guard (try? ScreenOverrides(call: overrides.json)) == overrides else {
                return .broken("what was read is not the same after a call")
            }
        }
        return .read(problems: 0)
    }
}
