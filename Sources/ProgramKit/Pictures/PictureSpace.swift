import Screens
import Synchronization

/// The place that a picture is decoded for: pixels that would not be seen are not kept.
package struct PictureSpace: Sendable, Hashable {
    /// How the picture is brought there.
    package let mode: ContentMode
    /// The size of the place.
    package let size: Size

    package init(_ mode: ContentMode, in size: Size) {
        self.mode = mode
        self.size = size
    }

    /// The size in which a picture is shown there, where that is a smaller one.
    func reduced(_ picture: Size) -> Size {
        let shown = mode.rectangle(for: picture, in: Rectangle(x: 0, y: 0, width: size.width, height: size.height)).size
        return Size(
            width: min(max(shown.width, 1), picture.width), height: min(max(shown.height, 1), picture.height))
    }

    /// Whether a picture that was decoded for another place has enough pixels for this one.
    package func isCovered(by other: PictureSpace?) -> Bool {
        guard let other else { return false }
        return mode == other.mode && size.width <= other.size.width && size.height <= other.size.height
    }
}

/// Lets one picture be decoded at a time: each may take hundreds of megabytes for a moment.
enum DecodingTurn {
    private static let turn = Mutex(())

    /// Waits for the others, and blocks its thread meanwhile.
    static func take<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        var result: Swift.Result<Result, Failure>?
        turn.withLock { _ in result = Swift.Result { () throws(Failure) in try body() } }
        guard let result else { throw Failure(.system, "a picture was not decoded") }
        return try result.get()
    }
}
