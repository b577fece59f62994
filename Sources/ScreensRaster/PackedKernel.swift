/// Converts rows of other formats to XRGB8888. The source may have any alignment.
enum PackedKernel {
    static func fromXRGB8888(_ target: UnsafeMutablePointer<UInt32>, _ source: UnsafeRawPointer, count: Int) {
        for x in 0..<count {
            target[x] =
                UInt32(littleEndian: source.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)) & 0xFF_FFFF
        }
    }

    static func fromBGR24(_ target: UnsafeMutablePointer<UInt32>, _ source: UnsafeRawPointer, count: Int) {
        fromThreeBytes(target, source, count: count) { $0 }
    }

    static func fromRGB24(_ target: UnsafeMutablePointer<UInt32>, _ source: UnsafeRawPointer, count: Int) {
        fromThreeBytes(target, source, count: count) { ($0 & 0xFF) &<< 16 | $0 & 0xFF00 | $0 &>> 16 }
    }

    /// Expands channels by repeating their highest bits below: all 5 or 6 bits set become 255.
    static func fromRGB565(_ target: UnsafeMutablePointer<UInt32>, _ source: UnsafeRawPointer, count: Int) {
        for x in 0..<count {
            let pixel = UInt32(
                UInt16(littleEndian: source.loadUnaligned(fromByteOffset: x &* 2, as: UInt16.self)))
            let red = (pixel & 0xF800) &<< 8 | (pixel & 0xE000) &<< 3
            let green = (pixel & 0x07E0) &<< 5 | (pixel & 0x0600) &>> 1
            let blue = (pixel & 0x001F) &<< 3 | (pixel & 0x001C) &>> 2
            target[x] = red | green | blue
        }
    }

    /// Unpacks three words into four pixels.
    @inline(__always)
    private static func fromThreeBytes(
        _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafeRawPointer, count: Int, _ ordered: (UInt32) -> UInt32
    ) {
        func word(_ offset: Int) -> UInt32 {
            UInt32(littleEndian: source.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        var x = 0
        while x &+ 4 <= count {
            let (first, second, third) = (word(3 &* x), word(3 &* x &+ 4), word(3 &* x &+ 8))
            target[x] = ordered(first & 0xFF_FFFF)
            target[x &+ 1] = ordered((first &>> 24 | second &<< 8) & 0xFF_FFFF)
            target[x &+ 2] = ordered((second &>> 16 | third &<< 16) & 0xFF_FFFF)
            target[x &+ 3] = ordered(third &>> 8)
            x &+= 4
        }
        while x < count {
            let bytes = source.assumingMemoryBound(to: UInt8.self) + 3 &* x
            target[x] = ordered(UInt32(bytes[0]) | UInt32(bytes[1]) &<< 8 | UInt32(bytes[2]) &<< 16)
            x &+= 1
        }
    }
}
