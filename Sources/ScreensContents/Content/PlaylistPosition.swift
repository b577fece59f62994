import ScreensLinux

/// The item of a playlist that is shown, and the item that follows it.
package struct PlaylistPosition: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        /// A word for people: the name of its content, or a path or a colour.
        package let title: String
        /// Its number, from 1 in the order of the list.
        package let number: Int
        /// The beginning of its turn.
        package let start: MonotonicTime
    }

    /// The item that is shown; nil before the first one.
    package let shown: Item?
    /// The number of items in the list.
    package let count: Int
    /// The item that follows; nil if the shown one stays.
    package let next: Item?
    /// The time until which steps have moved the list against the clock; nil if it follows its own times.
    package let movedUntil: MonotonicTime?
}
