import Screens

extension DecodedPicture {
    /// The picture with no more columns and rows than a size has, each pixel the mean of all that fall together there.
    package func shrunk(to target: Size) -> DecodedPicture {
        let small = Size(width: min(max(target.width, 1), size.width), height: min(max(target.height, 1), size.height))
        guard small != size else { return self }
        let columns = Self.spans(of: size.width, in: small.width)
        let rows = Self.spans(of: size.height, in: small.height)
        let pixels = [UInt32](unsafeUninitializedCapacity: small.width * small.height) { target, count in
            self.pixels.withUnsafeBufferPointer { source in
                for row in rows {
                    for column in columns {
                        target[count] = mean(of: source, column, row)
                        count += 1
                    }
                }
            }
        }
        return DecodedPicture(size: small, pixels: pixels, isOpaque: isOpaque)
    }

    private static func spans(of source: Int, in target: Int) -> [Range<Int>] {
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
