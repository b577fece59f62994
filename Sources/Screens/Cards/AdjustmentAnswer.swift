/// What a driver answers when a lit screen's colours are to be changed.
enum AdjustmentAnswer: Sendable, Hashable {
    /// They are.
    case done
    /// Only a modeset could tell.
    case needsModeset
    /// It cannot.
    case unavailable
}
