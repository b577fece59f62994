import ProgramKit

/// A key of a terminal, of those that mean something here.
enum Key: Sendable, Hashable {
    case up, down, left, right, pageUp, pageDown, tab, backTab, enter
    /// A printable one of ASCII.
    case character(Character)
}
