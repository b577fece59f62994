import ScreensLinux
import Synchronization

/// A picture that a content shows, or is about to show.
package struct NamedPicture: Sendable, Hashable {
    package let picture: PictureNumber
    /// A word for people: a name, a path, a colour.
    package let title: String
    /// The number of its item in its list, from 1; nil without a list.
    package let number: Int?
    /// The time at which its turn begins by the clock, since 1970-01-01 00:00:00 UTC; nil if it does not follow the
    /// clock, or has missed the beginning of its turn.
    package let due: Duration?

    package init(picture: PictureNumber, title: String, number: Int?, due: Duration? = nil) {
        self.due = due
        self.picture = picture
        self.title = title
        self.number = number
    }
}

/// A content that shows several pictures and names them.
@MainLoop
package protocol PictureNaming: Content {
    /// The pictures that are shown, or are about to be.
    var pictures: [NamedPicture] { get }
}

/// The number of a picture that a screen was given: another one for each item of a playlist, and for each content.
package struct PictureNumber: Sendable, Hashable {
    private static let last = Atomic<UInt64>(0)

    private let rawValue: UInt64

    /// Makes a number that no other picture of this process has.
    package static func next() -> PictureNumber {
        PictureNumber(rawValue: last.add(1, ordering: .relaxed).newValue)
    }
}
