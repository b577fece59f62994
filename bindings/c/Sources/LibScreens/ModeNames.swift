import Screens

/// The texts by which a program chooses a mode of a screen, such as `1920x1080@60.000`. If several modes have that size
/// and rate and differ in other timings, the id is appended: `1920x1080@60.000#3`.
struct ModeNames {
    let modes: [ScreenMode]

    init(_ modes: [ScreenMode]) {
        self.modes = modes
    }

    func name(of mode: ScreenMode) -> String {
        let name = mode.description
        return modes.count { $0.description == name } > 1 ? numbered(mode) : name
    }

    /// - Parameter text: a mode's name, or a text that ``ModePolicy`` parses; empty for nil.
    /// - Throws: ``ScreenError`` for other texts, and if the screen has no mode with that id.
    func policy(_ text: String) throws(ScreenError) -> ModePolicy? {
        guard text.contains("#") else { return try ModePolicy(optional: text) }
        if let mode = modes.first(where: { numbered($0) == text }) { return .exact(mode) }
        throw ScreenError(
            .invalidArgument, operation: "use", object: "the mode '\(text)'",
            remedy: "take a name from its modes as they are now: the ids change with the list of the display")
    }

    /// Returns the text from which ``policy(_:)`` makes the policy again; empty for nil.
    func text(of policy: ModePolicy?) -> String {
        guard let policy else { return "" }
        // A policy is parsed again from its description, unless it is a mode of the list.
        if ModePolicy(policy.description) == policy { return policy.description }
        let mode = modes.first { policy == .exact($0) } ?? modes.first(where: policy.isSatisfied)
        return mode.map(numbered) ?? policy.description
    }

    private func numbered(_ mode: ScreenMode) -> String { "\(mode)#\(mode.id)" }
}
