import Screens

/// The place that a picture is decoded for: invisible pixels are not kept.
public struct PictureSpace: Sendable, Hashable {
    /// How the picture is fitted into the place.
    public let mode: ContentMode
    /// The size of the place.
    public let size: Size

    /// - Parameters:
    ///   - mode: how the picture is fitted into the place.
    ///   - size: the size of the place, such as the size of a view's bounds.
    public init(_ mode: ContentMode, in size: Size) {
        self.mode = mode
        self.size = size
    }

    /// The size in which a picture is shown in this place, if it is smaller than the picture.
    func reduced(_ picture: Size) -> Size {
        let shown = mode.rectangle(for: picture, in: Rectangle(x: 0, y: 0, width: size.width, height: size.height)).size
        return Size(
            width: min(max(shown.width, 1), picture.width), height: min(max(shown.height, 1), picture.height))
    }

    /// Whether a picture that was decoded for another place must be decoded again for this one: it has too few pixels,
    /// or more than three times the visible ones.
    package func needsAnother(than other: PictureSpace?) -> Bool {
        guard let other, isCovered(by: other) else { return true }
        return [.fit, .fill, .stretch].contains(mode)
            && other.size.width * other.size.height > 3 * max(size.width * size.height, 1)
    }

    /// Whether a picture that was decoded for another place has enough pixels for this one.
    public func isCovered(by other: PictureSpace?) -> Bool {
        guard let other else { return false }
        return mode == other.mode && size.width <= other.size.width && size.height <= other.size.height
    }
}
