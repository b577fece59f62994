import Screens

/// A picture from a file, the right way up.
package struct DecodedPicture: Sendable, Hashable {
    package let size: Size
    /// ARGB8888, row by row without gaps, the colours multiplied by their opacity.
    package let pixels: [UInt32]
    /// Whether nothing shines through anywhere.
    package let isOpaque: Bool
}

extension DecodedPicture {
    /// - Parameter pixels: ARGB8888 whose colours are not multiplied yet; as many as the size has.
    package init(size: Size, straight pixels: [UInt32]) {
        var pixels = pixels
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

    /// The picture as it was meant to be seen.
    package func oriented(_ orientation: PictureOrientation) -> DecodedPicture {
        guard orientation != .up else { return self }
        let turned = orientation.size(of: size)
        let pixels = [UInt32](unsafeUninitializedCapacity: pixels.count) { target, count in
            for y in 0..<turned.height {
                for x in 0..<turned.width {
                    let source = orientation.source(ofX: x, y: y, in: size)
                    target[y * turned.width + x] = self.pixels[source.y * size.width + source.x]
                }
            }
            count = turned.width * turned.height
        }
        return DecodedPicture(size: turned, pixels: pixels, isOpaque: isOpaque)
    }
}
