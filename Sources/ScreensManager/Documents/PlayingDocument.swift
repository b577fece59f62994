import ScreensConfiguration

/// The item of a playlist that a screen shows, and the item that follows it.
public struct PlayingDocument: Codable, Sendable, Equatable {
    /// An item with the beginning of its turn.
    public struct Item: Codable, Sendable, Equatable {
        /// The name of its content, or what the content is: a path, a colour.
        public let item: String
        /// Its number, from 1 in the order of the list.
        public let number: Int
        /// The beginning of its turn, in seconds since 1970; nil while the machine does not know the time.
        @Nullable public private(set) var time: Int64?

        package init(_ item: String, number: Int, time: Int64?) {
            self.item = item
            self.number = number
            self.time = time
        }
    }

    /// The item that is shown; nil before the first one.
    @Nullable public private(set) var shown: Item?
    /// The number of items in the list.
    public let count: Int
    /// The item that follows; nil if the shown one stays.
    @Nullable public private(set) var next: Item?
    /// The time until which steps have moved the list against the clock, in seconds since 1970; nil if it follows its
    /// own times.
    @Nullable public private(set) var movedUntil: Int64?

    package init(shown: Item?, count: Int, next: Item?, movedUntil: Int64?) {
        self.count = count
        self.shown = shown
        self.next = next
        self.movedUntil = movedUntil
    }
}
