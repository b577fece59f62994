/// What a driver made of the wishes for a screen that have no say in whether it is lit.
struct PipeOutcome: Sendable, Hashable {
    /// The connector's properties that were set, as texts.
    var properties: [String: String] = [:]
    /// What was wanted and is not so, each in a sentence for people.
    var unmet: [String] = []
    /// Whether the CRTC changes colours, or would.
    var adjustsColors = false
}
