/// Takes codes of luma and chroma out of memory into lines of 32 bits.
enum CodeLines {
    static func fromBytes(_ target: UnsafeMutablePointer<Int32>, _ source: UnsafeRawPointer, count: Int) {
        let bytes = source.assumingMemoryBound(to: UInt8.self)
        for x in 0..<count { target[x] = Int32(bytes[x]) }
    }

    /// - Parameter shift: the places of a word below the code.
    static func fromWords(
        _ target: UnsafeMutablePointer<Int32>, _ source: UnsafeRawPointer, count: Int, shift: UInt16
    ) {
        for x in 0..<count { target[x] = word(source, x) &>> Int32(shift) & 1023 }
    }

    static func fromPairsOfBytes(
        _ first: UnsafeMutablePointer<Int32>, _ second: UnsafeMutablePointer<Int32>, _ source: UnsafeRawPointer,
        count: Int
    ) {
        for x in 0..<count {
            let pair = word(source, x)
            first[x] = pair & 255
            second[x] = pair &>> 8
        }
    }

    static func fromPairsOfWords(
        _ first: UnsafeMutablePointer<Int32>, _ second: UnsafeMutablePointer<Int32>, _ source: UnsafeRawPointer,
        count: Int, shift: UInt16
    ) {
        for x in 0..<count {
            first[x] = word(source, 2 &* x) &>> Int32(shift) & 1023
            second[x] = word(source, 2 &* x &+ 1) &>> Int32(shift) & 1023
        }
    }

    /// - Parameters:
    ///   - y: gets two codes for each of the others.
    ///   - count: the number of pairs of pixels.
    static func fromYUYV(
        _ y: UnsafeMutablePointer<Int32>, _ u: UnsafeMutablePointer<Int32>, _ v: UnsafeMutablePointer<Int32>,
        _ source: UnsafeRawPointer, count: Int
    ) {
        for x in 0..<count {
            let codes = UInt32(
                littleEndian: source.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
            y[2 &* x] = Int32(codes & 255)
            u[x] = Int32(codes &>> 8 & 255)
            y[2 &* x &+ 1] = Int32(codes &>> 16 & 255)
            v[x] = Int32(codes &>> 24)
        }
    }

    @inline(__always)
    private static func word(_ source: UnsafeRawPointer, _ index: Int) -> Int32 {
        Int32(UInt16(littleEndian: source.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self)))
    }
}
