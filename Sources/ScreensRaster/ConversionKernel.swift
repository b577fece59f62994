/// Converts rows of XRGB8888 to other formats. The target is only written.
package enum ConversionKernel {
    /// Sets alpha to opaque.
    package static func toARGB(_ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int) {
        var x = 0
        while x &+ PixelBlock.pixels <= count {
            (PixelBlock(at: source + x) | 0xFF00_0000).store(at: target + x)
            x &+= PixelBlock.pixels
        }
        while x < count {
            target[x] = source[x] | 0xFF00_0000
            x &+= 1
        }
    }

    /// Converts to ten bits per channel; the two lowest bits repeat the highest two, so 0 and 255 become 0 and 1023.
    package static func toXRGB2101010(
        _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int
    ) {
        var x = 0
        while x &+ PixelBlock.pixels <= count {
            widened(PixelBlock(at: source + x)).store(at: target + x)
            x &+= PixelBlock.pixels
        }
        while x < count {
            target[x] = widened(PixelBlock(repeating: source[x]))[0]
            x &+= 1
        }
    }

    /// Drops the unused byte.
    package static func toRGB888(_ target: UnsafeMutableRawPointer, _ source: UnsafePointer<UInt32>, count: Int) {
        toThreeBytes(target, source, count: count) { $0 }
    }

    /// Drops the unused byte, and exchanges red and blue.
    package static func toBGR888(_ target: UnsafeMutableRawPointer, _ source: UnsafePointer<UInt32>, count: Int) {
        toThreeBytes(target, source, count: count) { ($0 & 0xFF) &<< 16 | $0 & 0xFF00 | ($0 &>> 16) & 0xFF }
    }

    /// Packs four pixels into three words, because scanout memory takes whole words best.
    @inline(__always)
    private static func toThreeBytes(
        _ target: UnsafeMutableRawPointer, _ source: UnsafePointer<UInt32>, count: Int, _ ordered: (UInt32) -> UInt32
    ) {
        var (x, target) = (0, target)
        while x &+ 4 <= count {
            let (first, second) = (ordered(source[x]), ordered(source[x &+ 1]))
            let (third, fourth) = (ordered(source[x &+ 2]), ordered(source[x &+ 3]))
            target.storeBytes(of: (first & 0xFF_FFFF | second &<< 24).littleEndian, as: UInt32.self)
            let middle = (second &>> 8) & 0xFFFF | third &<< 16
            target.storeBytes(of: middle.littleEndian, toByteOffset: 4, as: UInt32.self)
            target.storeBytes(of: ((third &>> 16) & 0xFF | fourth &<< 8).littleEndian, toByteOffset: 8, as: UInt32.self)
            target += 12
            x &+= 4
        }
        while x < count {
            let pixel = ordered(source[x])
            for byte in 0..<3 {
                target.storeBytes(of: UInt8(truncatingIfNeeded: pixel &>> UInt32(8 &* byte)), as: UInt8.self)
                target += 1
            }
            x &+= 1
        }
    }

    /// Drops the lowest bits of each channel.
    package static func toRGB565(_ target: UnsafeMutablePointer<UInt16>, _ source: UnsafePointer<UInt32>, count: Int) {
        var x = 0
        while x &+ PixelBlock.pixels <= count {
            store(packed(PixelBlock(at: source + x)), at: target + x)
            x &+= PixelBlock.pixels
        }
        while x < count {
            target[x] = packed(PixelBlock(repeating: source[x]))[0]
            x &+= 1
        }
    }

    /// Dithers each channel with a fixed pattern of 4x4 pixels.
    ///
    /// Colours that the format has are unchanged; for any other colour the mean over the pattern is exact.
    ///
    /// - Parameter place: the place of the row on the screen, because the pattern does not move with the picture.
    package static func toRGB565Dithered(
        _ target: UnsafeMutablePointer<UInt16>, _ source: UnsafePointer<UInt32>, count: Int, at place: (x: Int, y: Int)
    ) {
        let pattern = DitherPattern.row(at: place)
        var x = 0
        while x &+ PixelBlock.pixels <= count {
            store(packed(dithered(PixelBlock(at: source + x), by: pattern)), at: target + x)
            x &+= PixelBlock.pixels
        }
        let first = x
        while x < count {
            // A block is a multiple of the pattern.
            let pixel = dithered(PixelBlock(repeating: source[x]), by: pattern)
            target[x] = packed(pixel)[x &- first]
            x &+= 1
        }
    }

    @inline(__always)
    private static func widened(_ pixels: PixelBlock) -> PixelBlock {
        let red = ((pixels & 0xFF0000) &<< 6) | ((pixels & 0xC00000) &>> 2)
        let green = ((pixels & 0x00FF00) &<< 4) | ((pixels & 0x00C000) &>> 4)
        let blue = ((pixels & 0x0000FF) &<< 2) | ((pixels & 0x0000C0) &>> 6)
        return red | green | blue
    }

    @inline(__always)
    private static func packed(_ pixels: PixelBlock) -> SIMD8<UInt16> {
        // The sixteen bits are joined, shifted by five, and then put into one word with a neighbour's, which avoids
        // narrowing.
        let red: PixelBlock = (pixels &>> 3) & 0x1F_0000
        let green: PixelBlock = pixels & 0xFC00
        let blue: PixelBlock = (pixels &<< 2) & 0x03E0
        let bits = red | green | blue
        return unsafeBitCast((bits.evenHalf &>> 5) | (bits.oddHalf &<< 11), to: SIMD8<UInt16>.self)
    }

    /// Reduces each channel from 0...255 to 0...248 or 0...252 before the pattern is added, so that no channel
    /// overflows.
    @inline(__always)
    private static func dithered(_ pixels: PixelBlock, by pattern: PixelBlock) -> PixelBlock {
        let room = ((pixels &>> 5) & 0x070007) | ((pixels &>> 6) & 0x000300)
        return (pixels & 0xFFFFFF) &- room &+ pattern
    }

    @inline(__always)
    private static func store(_ pixels: SIMD8<UInt16>, at pointer: UnsafeMutablePointer<UInt16>) {
        UnsafeMutableRawPointer(pointer).storeBytes(of: pixels, as: SIMD8<UInt16>.self)
    }
}

/// Bayer's 4x4 ordered dither pattern.
enum DitherPattern {
    /// The ranks of the pixels, row by row from the top, four bits each, the leftmost in the lowest bits.
    private static let ranks: UInt64 = 0x5D7F_91B3_6E4C_A280

    /// Returns the values to add to the channels of eight pixels from a place on: 0...7 for red and blue, 0...3 for
    /// green.
    static func row(at place: (x: Int, y: Int)) -> PixelBlock {
        var block = PixelBlock()
        for index in 0..<PixelBlock.pixels {
            let shift = (place.y & 3) * 16 + ((place.x &+ index) & 3) * 4
            let rank = UInt32(truncatingIfNeeded: ranks >> UInt64(shift)) & 15
            block[index] = (rank >> 1) << 16 | (rank >> 2) << 8 | rank >> 1
        }
        return block
    }
}
