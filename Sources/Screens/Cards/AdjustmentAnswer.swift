/// A driver's answer to a change of an enabled screen's colours.
enum AdjustmentAnswer: Sendable, Hashable {
    /// The colours are changed.
    case done
    /// Only a modeset may do it.
    case needsModeset
    /// The driver cannot change colours.
    case unavailable
}
