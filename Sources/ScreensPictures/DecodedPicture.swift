import Screens

/// A picture from a file, upright.
public struct DecodedPicture: Sendable, Hashable {
    /// The size in columns and rows.
    public let size: Size
    /// The size of the file's picture, upright: larger than ``size`` if the picture was decoded for a smaller place.
    public let fullSize: Size
    /// The pixels as `0xAARRGGBB`, row by row from the top without gaps, the colours multiplied by their opacity.
    public let pixels: [UInt32]
    /// Whether every pixel is opaque.
    public let isOpaque: Bool
    /// The part of the whole picture that the pixels are.
    package let visible: PictureSpace.Visible

    /// - Parameters:
    ///   - fullSize: the size of the file's picture; nil for the size of the pixels.
    ///   - visible: the part of the whole picture that the pixels are; nil for all of it.
    init(
        size: Size, pixels: [UInt32], isOpaque: Bool, fullSize: Size? = nil, visible: PictureSpace.Visible?
    ) {
        self.size = size
        self.fullSize = fullSize ?? size
        self.pixels = pixels
        self.isOpaque = isOpaque
        self.visible = visible ?? PictureSpace.Visible(whole: size, part: Rectangle(size))
    }

    package init(size: Size, pixels: [UInt32], isOpaque: Bool, fullSize: Size? = nil) {
        self.init(size: size, pixels: pixels, isOpaque: isOpaque, fullSize: fullSize, visible: nil)
    }
}

extension DecodedPicture {
    /// The picture reduced to the pixels that are visible in `space`; the whole picture if `space` is nil.
    func reduced(for space: PictureSpace?) -> DecodedPicture {
        guard let space else { return self }
        let visible = space.visible(fullSize)
        return shrunk(to: visible.whole, visible.part)
    }

    /// - Parameter pixels: ARGB8888, the colours not multiplied by their opacity, one for each pixel of the size.
    init(size: Size, straight pixels: consuming [UInt32]) {
        var isOpaque = true
        for index in pixels.indices {
            let opacity = pixels[index] >> 24
            guard opacity < 255 else { continue }
            isOpaque = false
            var result = opacity << 24
            for shift in [0, 8, 16] as [UInt32] {
                result |= (((pixels[index] >> shift & 0xFF) * opacity + 127) / 255) << shift
            }
            pixels[index] = result
        }
        self.init(size: size, pixels: pixels, isOpaque: isOpaque)
    }

    /// The upright picture.
    func oriented(_ orientation: PictureOrientation) -> DecodedPicture {
        guard orientation != .up else { return self }
        let rotated = orientation.size(of: size)
        let pixels = [UInt32](unsafeUninitializedCapacity: pixels.count) { target, count in
            for y in 0..<rotated.height {
                for x in 0..<rotated.width {
                    let source = orientation.source(ofX: x, y: y, in: size)
                    target[y * rotated.width + x] = self.pixels[source.y * size.width + source.x]
                }
            }
            count = rotated.width * rotated.height
        }
        return DecodedPicture(
            size: rotated, pixels: pixels, isOpaque: isOpaque, fullSize: orientation.size(of: fullSize))
    }
}

extension DecodedPicture {
    /// The picture with no more columns and rows than a size; each pixel is the mean of the pixels that it replaces.
    public func shrunk(to target: Size) -> DecodedPicture {
        let small = Size(width: min(max(target.width, 1), size.width), height: min(max(target.height, 1), size.height))
        return shrunk(to: small, Rectangle(small))
    }

    /// A part of the picture, scaled down. The picture must be complete: no part of it has been cut off before.
    ///
    /// - Parameters:
    ///   - whole: the size of the whole picture, with no more columns and rows than this one.
    ///   - part: the part of that size.
    private func shrunk(to whole: Size, _ part: Rectangle) -> DecodedPicture {
        guard whole != size || part.size != size else { return self }
        let columns = Self.spans(of: size.width, in: whole.width)[part.minX..<part.maxX]
        let rows = Self.spans(of: size.height, in: whole.height)[part.minY..<part.maxY]
        let pixels = [UInt32](unsafeUninitializedCapacity: part.width * part.height) { target, count in
            self.pixels.withUnsafeBufferPointer { source in
                for row in rows {
                    for column in columns {
                        target[count] = mean(of: source, column, row)
                        count += 1
                    }
                }
            }
        }
        return DecodedPicture(
            size: part.size, pixels: pixels, isOpaque: isOpaque, fullSize: fullSize,
            visible: PictureSpace.Visible(whole: whole, part: part))
    }

    /// The columns or rows of a source that each column or row of a target replaces.
    static func spans(of source: Int, in target: Int) -> [Range<Int>] {
        (0..<target).map { $0 * source / target..<($0 + 1) * source / target }
    }

    private func mean(of pixels: UnsafeBufferPointer<UInt32>, _ columns: Range<Int>, _ rows: Range<Int>) -> UInt32 {
        var (opacity, red, green, blue) = (0, 0, 0, 0)
        for y in rows {
            for x in columns {
                let pixel = pixels[y * size.width + x]
                opacity += Int(pixel >> 24)
                red += Int(pixel >> 16 & 0xFF)
                green += Int(pixel >> 8 & 0xFF)
                blue += Int(pixel & 0xFF)
            }
        }
        let count = columns.count * rows.count
        func mean(_ sum: Int) -> UInt32 { UInt32((sum + count / 2) / count) }
        return mean(opacity) << 24 | mean(red) << 16 | mean(green) << 8 | mean(blue)
    }
}
