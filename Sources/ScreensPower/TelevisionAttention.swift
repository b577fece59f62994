/// The state that a television has taken by itself, as it says.
enum TelevisionAttention: Sendable, Hashable {
    /// The television shows the screen, as far as it says.
    case ours
    /// The television went off by its remote control or its own timer.
    case off
    /// The television was off, and may have come on unnoticed.
    case unknown
    case otherSource

    /// Returns the state in words, with what follows from it for the screen; nil if nothing does.
    func text(_ policy: DisplayPower.Policy?) -> String? {
        switch (self, policy) {
        case (.ours, _), (.unknown, _), (.otherSource, .ignore), (.otherSource, nil): return nil
        case (.otherSource, .follow): return "the television shows another source: the screen is off"
        case (.otherSource, .hold): return "the television shows another source: the content holds"
        case (.off, let policy):
            let consequence =
                switch policy {
                case .follow: ", and so is the screen"
                case .hold: ": the content holds"
                case .ignore, nil: ""
                }
            return "the television is off, by its remote control or its own timer\(consequence)"
        }
    }
}
