import Screens

/// A reduction of a picture while its rows are read; each pixel is the mean of the pixels that it replaces.
struct RowReduction {
    private let size: Size
    private let target: Size
    /// The columns of the source that each column of the target replaces.
    private let columns: [Range<Int>]
    /// The sums of blue, green, red and opacity for each column of the target.
    private var sums: [SIMD4<UInt64>]
    /// The next row of the source.
    private var row = 0
    /// The rows of the source that the present row of the target replaces.
    private var rows: Range<Int>
    private var isOpaque = true
    private var pixels: [UInt32] = []

    /// - Parameters:
    ///   - size: the size of the source.
    ///   - target: the size of the result, with no more columns and rows.
    init(_ size: Size, to target: Size) {
        self.size = size
        self.target = target
        columns = DecodedPicture.spans(of: size.width, in: target.width)
        sums = [SIMD4<UInt64>](repeating: .zero, count: target.width)
        rows = 0..<size.height / target.height
        pixels.reserveCapacity(target.width * target.height)
    }

    /// Takes the next row of the source as ARGB8888, the colours not multiplied by their opacity.
    mutating func take(_ pixels: [UInt32]) {
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
        row += 1
        if row == rows.upperBound { finishRow() }
    }

    private mutating func finishRow() {
        for (index, span) in columns.enumerated() {
            let count = UInt64(span.count * rows.count)
            let mean = SIMD4<UInt32>(truncatingIfNeeded: (sums[index] &+ count / 2) / count)
            pixels.append(mean.w << 24 | mean.z << 16 | mean.y << 8 | mean.x)
            sums[index] = .zero
        }
        let number = pixels.count / target.width
        rows = rows.upperBound..<(number + 1) * size.height / target.height
    }

    /// The reduced picture, after all rows were taken.
    consuming func picture() -> DecodedPicture {
        DecodedPicture(size: target, pixels: pixels, isOpaque: isOpaque, fullSize: size)
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
