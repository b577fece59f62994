/// Names what a delegate shows on a display, for as long as it is kept.
///
/// A pause does not end it: a cable that was loose for a moment, a session in the background, a screen that is off. After
/// one the view has its picture still, and its frames are numbered on. What a delegate keeps for a screen it keeps under
/// this, until ``VideoKitDelegate/contentDidEnd(_:)``.
public struct ContentID: Sendable, Hashable, CustomStringConvertible {
    let number: UInt64

    /// For logs; its form may change.
    public var description: String { "content#\(number)" }
}
