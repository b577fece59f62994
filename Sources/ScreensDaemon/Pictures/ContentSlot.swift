/// A place for a content on a screen: its own one has one, and another has the one that is shown while that cannot be.
///
/// The pictures of both are read and watched at the same time: one that is missing is waited for while the other one is shown.
struct ContentSlot: Sendable, Hashable {
    enum Role: Sendable, Hashable {
        case content
        case substitute
    }

    /// The qualified name of the screen.
    let screen: String
    let role: Role
}
