import Screens

/// A reduction of a picture to its visible pixels while its rows are read; each pixel is the mean of the pixels that it
/// replaces.
struct RowReduction {
    private let size: Size
    private let visible: PictureSpace.Visible
    /// The columns of the source that each visible column of the target replaces.
    private let columns: ArraySlice<Range<Int>>
    /// The sums of blue, green, red and opacity for each column of the target.
    private var sums: [SIMD4<UInt64>]
    /// The next row of the source.
    private var row = 0
    /// The rows of the source that the present row of the target replaces.
    private var rows: Range<Int>
    /// The number of that row of the target.
    private var number = 0
    private var isOpaque = true
    private var pixels: [UInt32] = []

    /// - Parameters:
    ///   - size: the size of the source.
    ///   - visible: the pixels of the result.
    init(_ size: Size, to visible: PictureSpace.Visible) {
        self.size = size
        self.visible = visible
        columns =
            DecodedPicture.spans(of: size.width, in: visible.whole.width)[
                visible.part.minX..<visible.part.maxX]
        sums = [SIMD4<UInt64>](repeating: .zero, count: visible.part.width)
        rows = 0..<size.height / visible.whole.height
        pixels.reserveCapacity(visible.part.width * visible.part.height)
    }

    /// Reduces a whole picture.
    ///
    /// - Parameter target: the size of the result, with no more columns and rows.
    init(_ size: Size, to target: Size) {
        self.init(size, to: PictureSpace.Visible(whole: target, part: Rectangle(target)))
    }

    /// Takes the next row of the source as ARGB8888, the colours not multiplied by their opacity.
    mutating func take(_ pixels: [UInt32]) {
        defer {
            row += 1
            if row == rows.upperBound { finishRow() }
        }
        guard visible.part.minY..<visible.part.maxY ~= number else { return }
        for (index, span) in columns.enumerated() {
            // 32 bits hold the sum over a row, which has fewer than 2 to the power of 24 columns.
            var sum = SIMD4<UInt32>.zero
            for x in span {
                let pixel = pixels[x]
                let opacity = pixel >> 24
                var parts = SIMD4<UInt32>(pixel & 0xFF, pixel >> 8 & 0xFF, pixel >> 16 & 0xFF, 255)
                if opacity < 255 {
                    isOpaque = false
                    parts = (parts &* opacity &+ 127) / 255
                }
                sum &+= parts
            }
            sums[index] &+= SIMD4<UInt64>(truncatingIfNeeded: sum)
        }
    }

    private mutating func finishRow() {
        if visible.part.minY..<visible.part.maxY ~= number { appendRow() }
        number += 1
        rows = rows.upperBound..<(number + 1) * size.height / visible.whole.height
    }

    private mutating func appendRow() {
        for (index, span) in columns.enumerated() {
            let count = UInt64(span.count * rows.count)
            let mean = SIMD4<UInt32>(truncatingIfNeeded: (sums[index] &+ count / 2) / count)
            pixels.append(mean.w << 24 | mean.z << 16 | mean.y << 8 | mean.x)
            sums[index] = .zero
        }
    }

    /// The reduced picture, after all rows were taken.
    consuming func picture() -> DecodedPicture {
        DecodedPicture(
            size: visible.part.size, pixels: pixels, isOpaque: isOpaque, fullSize: size, visible: visible)
    }
}

extension RowReduction {
    /// Reduces a whole picture without opacity.
    ///
    /// - Parameter pixels: `0x??RRGGBB`, row by row, one for each pixel of the size.
    static func reduce(_ pixels: [UInt32], of size: Size, to target: Size) -> [UInt32] {
        var reduction = RowReduction(size, to: target)
        for row in 0..<size.height {
            reduction.take(pixels[row * size.width..<(row + 1) * size.width].map { $0 | 0xFF00_0000 })
        }
        return reduction.picture().pixels
    }
}
