import Screens

/// The place that a picture is decoded for: it gets no more columns and rows than are shown there.
public struct PictureSpace: Sendable, Hashable {
    /// How the picture is fitted into the place.
    public let mode: ContentMode
    /// The size of the place.
    public let size: Size
    /// Whether parts of the picture outside of the place are left out.
    private let isCropping: Bool

    /// - Parameters:
    ///   - mode: how the picture is fitted into the place.
    ///   - size: the size of the place, such as the size of a view's bounds.
    public init(_ mode: ContentMode, in size: Size) {
        self.init(mode, in: size, isCropping: false)
    }

    private init(_ mode: ContentMode, in size: Size, isCropping: Bool) {
        self.mode = mode
        self.size = size
        self.isCropping = isCropping
    }

    /// The same place for a picture whose parts outside of it are left out.
    package var cropping: PictureSpace { PictureSpace(mode, in: size, isCropping: true) }

    /// The pixels of a picture that are kept for a place.
    package struct Visible: Sendable, Hashable {
        /// The size in which the whole picture is shown, with no more columns and rows than the picture has.
        let whole: Size
        /// The part of that size that is kept: at least one pixel.
        let part: Rectangle

        /// Returns the place of the part, if the whole picture is drawn in a place.
        package func rectangle(in place: Rectangle) -> Rectangle {
            func span(_ first: Int, _ end: Int, _ whole: Int, _ length: Int) -> Range<Int> {
                first * length / whole..<(end * length + whole - 1) / whole
            }
            let columns = span(part.minX, part.maxX, whole.width, max(place.width, 0))
            let rows = span(part.minY, part.maxY, whole.height, max(place.height, 0))
            return Rectangle(
                x: place.x + columns.lowerBound, y: place.y + rows.lowerBound, width: columns.count,
                height: rows.count)
        }
    }

    /// The pixels of a picture that are kept for this place.
    func visible(_ picture: Size) -> Visible {
        let shown = mode.rectangle(for: picture, in: Rectangle(size))
        let (columns, width) = Self.visible(picture.width, shown.x, shown.width, size.width)
        let (rows, height) = Self.visible(picture.height, shown.y, shown.height, size.height)
        let whole = Size(width: width, height: height)
        guard isCropping else { return Visible(whole: whole, part: Rectangle(whole)) }
        return Visible(
            whole: whole,
            part: Rectangle(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count))
    }

    /// The visible columns or rows of a picture.
    ///
    /// - Parameters:
    ///   - length: the number of columns or rows of the picture.
    ///   - start: the place of the first one.
    ///   - shown: the length in which they are shown.
    ///   - place: the length of the place.
    /// - Returns: the visible columns or rows, and the number of all columns or rows, both at the shown scale.
    private static func visible(
        _ length: Int, _ start: Int, _ shown: Int, _ place: Int
    ) -> (visible: Range<Int>, whole: Int) {
        let whole = min(max(shown, 1), length)
        let (first, last) = (max(0, -start), min(shown, place - start))
        guard first < last else { return (0..<1, whole) }
        // Columns that are partly visible are visible.
        let end = (last * whole + shown - 1) / shown
        return (first * whole / shown..<min(max(end, 1), whole), whole)
    }

    /// Whether a picture that was decoded for another place must be decoded again for this one: it has too few pixels,
    /// or more than three times the visible ones.
    package func needsAnother(than other: PictureSpace?) -> Bool {
        guard let other, isCovered(by: other) else { return true }
        return other.size.width * other.size.height > 3 * max(size.width * size.height, 1)
    }

    /// Whether a picture that was decoded for another place has all pixels for this one.
    public func isCovered(by other: PictureSpace?) -> Bool {
        guard let other else { return false }
        guard mode == other.mode, size.width <= other.size.width, size.height <= other.size.height else { return false }
        // A filled place of another aspect shows what was left out.
        return !isCropping || mode != .fill || size.width * other.size.height == size.height * other.size.width
    }
}
