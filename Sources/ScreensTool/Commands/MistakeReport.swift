import Configuration
import ProgramKit

/// The mistakes of a configuration, a line each.
struct MistakeReport {
    /// With a line feed after each; empty where there are none.
    let text: String

    init(_ mistakes: [Mistake]) {
        text = mistakes.map { "\($0.description.printableLine)\n" }.joined()
    }
}
