/// Loads codes of luma and chroma from memory into lines of words.
enum CodeLines {
    static func fromBytes(_ target: UnsafeMutablePointer<Int16>, _ source: UnsafeRawPointer, count: Int) {
        let bytes = source.assumingMemoryBound(to: UInt8.self)
        for x in 0..<count { target[x] = Int16(bytes[x]) }
    }

    /// - Parameter shift: the number of unused low bits in a word below the code.
    static func fromWords(
        _ target: UnsafeMutablePointer<Int16>, _ source: UnsafeRawPointer, count: Int, shift: UInt16
    ) {
        for x in 0..<count { target[x] = code(word(source, x), shift) }
    }

    static func fromPairsOfBytes(
        _ first: UnsafeMutablePointer<Int16>, _ second: UnsafeMutablePointer<Int16>, _ source: UnsafeRawPointer,
        count: Int
    ) {
        for x in 0..<count {
            let pair = word(source, x)
            first[x] = Int16(truncatingIfNeeded: pair & 255)
            second[x] = Int16(truncatingIfNeeded: pair &>> 8)
        }
    }

    static func fromPairsOfWords(
        _ first: UnsafeMutablePointer<Int16>, _ second: UnsafeMutablePointer<Int16>, _ source: UnsafeRawPointer,
        count: Int, shift: UInt16
    ) {
        for x in 0..<count {
            first[x] = code(word(source, 2 &* x), shift)
            second[x] = code(word(source, 2 &* x &+ 1), shift)
        }
    }

    /// - Parameters:
    ///   - y: receives two codes for each code of the others.
    ///   - count: the number of pairs of pixels.
    static func fromYUYV(
        _ y: UnsafeMutablePointer<Int16>, _ u: UnsafeMutablePointer<Int16>, _ v: UnsafeMutablePointer<Int16>,
        _ source: UnsafeRawPointer, count: Int
    ) {
        for x in 0..<count {
            let codes = UInt32(
                littleEndian: source.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
            y[2 &* x] = Int16(truncatingIfNeeded: codes & 255)
            u[x] = Int16(truncatingIfNeeded: codes &>> 8 & 255)
            y[2 &* x &+ 1] = Int16(truncatingIfNeeded: codes &>> 16 & 255)
            v[x] = Int16(truncatingIfNeeded: codes &>> 24)
        }
    }

    @inline(__always)
    private static func word(_ source: UnsafeRawPointer, _ index: Int) -> UInt16 {
        UInt16(littleEndian: source.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self))
    }

    /// Returns a code of ten bits.
    @inline(__always)
    private static func code(_ word: UInt16, _ shift: UInt16) -> Int16 {
        Int16(truncatingIfNeeded: word &>> shift & 1023)
    }
}
