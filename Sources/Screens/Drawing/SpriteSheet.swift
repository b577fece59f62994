/// An image of several pictures: the cells of a grid, or named parts.
///
/// Each picture is an ``Image`` that shares the pixels of the sheet.
public struct SpriteSheet: Sendable {
    private let pictures: [Image]
    private let names: [String: Int]
    /// The number of columns; for a sheet of named parts the number of parts.
    public let columns: Int

    /// Makes a sheet of equal cells, counted from left to right, then from top to bottom.
    ///
    /// - Parameters:
    ///   - image: the image with all cells.
    ///   - columns: the number of cells in a row.
    ///   - rows: the number of rows.
    ///   - spacing: the number of pixels between two cells.
    ///   - margin: the number of pixels around all cells.
    /// - Throws: ``ScreenError/Code/invalidArgument`` if the cells would be empty, or not of whole pixels.
    public init(_ image: Image, columns: Int, rows: Int, spacing: Int = 0, margin: Int = 0) throws(ScreenError) {
        guard let width = Self.cell(image.size.width, columns, spacing, margin),
            let height = Self.cell(image.size.height, rows, spacing, margin)
        else {
            throw ScreenError(
                .invalidArgument, operation: "divide", object: "an image of \(image.size)",
                remedy: "\(columns) columns and \(rows) rows of whole pixels have to fit")
        }
        pictures = (0..<columns * rows).compactMap { index in
            image.cropped(
                to: Rectangle(
                    x: margin + index % columns * (width + spacing), y: margin + index / columns * (height + spacing),
                    width: width, height: height))
        }
        names = [:]
        self.columns = columns
    }

    /// Makes a sheet of named parts, in the order of their names.
    ///
    /// - Parameters:
    ///   - image: the image with all parts.
    ///   - parts: the name of each part, and its place in pixels of the image.
    /// - Throws: ``ScreenError/Code/invalidArgument`` for a part that is empty or not inside the image.
    public init(_ image: Image, parts: [String: Rectangle]) throws(ScreenError) {
        var (pictures, names): ([Image], [String: Int]) = ([], [:])
        for (name, part) in parts.sorted(by: { $0.key < $1.key }) {
            guard Rectangle(image.size).contains(part), let picture = image.cropped(to: part) else {
                throw ScreenError(
                    .invalidArgument, operation: "take", object: "the part \(name), \(part)",
                    remedy: "it has to be inside the image of \(image.size)")
            }
            names[name] = pictures.count
            pictures.append(picture)
        }
        self.pictures = pictures
        self.names = names
        columns = pictures.count
    }

    /// All pictures, in order.
    public var images: [Image] { pictures }
    /// The number of pictures.
    public var count: Int { pictures.count }

    /// A picture by its number, 0 for the first one. The number must be less than ``count``.
    public subscript(index: Int) -> Image { pictures[index] }

    /// A picture by its column and row in the grid, which must exist.
    public subscript(column column: Int, row row: Int) -> Image {
        precondition((0..<columns).contains(column), "the sheet has \(columns) columns")
        return pictures[row * columns + column]
    }

    /// A picture by its name, or nil if no part has that name.
    public subscript(name: String) -> Image? { names[name].map { pictures[$0] } }

    /// The length of a cell, or nil if it is not a whole number above 0.
    private static func cell(_ length: Int, _ count: Int, _ spacing: Int, _ margin: Int) -> Int? {
        // No image is longer, and larger numbers would only overflow.
        let possible = 0...Image.longestSide
        guard count > 0, possible ~= count, possible ~= spacing, possible ~= margin else { return nil }
        let left = length - 2 * margin - (count - 1) * spacing
        return left > 0 && left % count == 0 ? left / count : nil
    }
}
