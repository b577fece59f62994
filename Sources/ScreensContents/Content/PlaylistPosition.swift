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

/// A picture that a content shows, or is about to show.
package struct NamedPicture: Sendable, Hashable {
    package let picture: PictureNumber
    /// A word for people: a name, a path, a colour.
    package let title: String
    /// The number of its item in its list, from 1; nil without a list.
    package let number: Int?

    package init(picture: PictureNumber, title: String, number: Int?) {
        self.picture = picture
        self.title = title
        self.number = number
    }
}

/// A content that shows several pictures, of which it knows what they are.
@MainLoop
package protocol PicturedContent: Content {
    /// The pictures that are shown, or are about to be.
    var pictures: [NamedPicture] { get }
}

/// A content with a playlist in it.
@MainLoop
package protocol PlayedContent: PicturedContent {
    /// The positions of the playlist and of the playlists in it, the outermost first; empty if none is shown.
    var positions: [PlaylistPosition] { get }

    /// Moves the playlist.
    ///
    /// - Parameter circumstances: the circumstances now.
    func take(_ step: PlaylistStep, _ circumstances: Circumstances) throws(StepRefusal)
}
