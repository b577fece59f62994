import Screens
import ScreensConfiguration

/// The rules that hold for any bytes that are read as a configuration.
package enum ConfigurationCheck {
    /// The outcome of an input.
    package enum Outcome: Sendable, Hashable {
        /// The input was read, with this number of problems.
        case read(problems: Int)
        /// The input broke this rule.
        case broken(String)
    }

    /// Reads the bytes, and reads them twice if they are good.
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
        for overrides in [reading.configuration.defaults] + reading.configuration.sections.map(\.overrides) {
            let lines = overrides.orderedTexts.map { "\($0.key) = \($0.value)\n" }.joined()
            let names = reading.configuration.contents.names.map { "contents.'\($0)' = { color = '#000000' }\n" }
            let back = MachineConfiguration.reading(
                Array((names.joined() + "[default]\n\(lines)").utf8), as: "f")
            guard back.problems.isEmpty, back.configuration.defaults == overrides else {
                return .broken("what was read is not the same after it was written")
            }
            guard (try? ScreenOverrides(call: overrides.json)) == overrides else {
                return .broken("what was read is not the same after a call")
            }
        }
        return .read(problems: 0)
    }
}
