/// Which optional properties a driver took at a modeset. None of them keeps a screen dark.
struct PipeOutcome: Sendable, Hashable {
    /// The connector's properties that are set, as settings write them.
    var properties: [String: String] = [:]
    /// The requested ones that are not set, each in a sentence for people.
    var unmet: [String] = []
    /// Whether the CRTC has a table that changes colours.
    var adjustsColors = false
}
