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

    /// Loads two planes of bytes, and puts their codes in turn.
    static func fromBytes(
        _ target: UnsafeMutablePointer<Int16>, _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int
    ) {
        let (one, other) = (first.assumingMemoryBound(to: UInt8.self), second.assumingMemoryBound(to: UInt8.self))
        for x in 0..<count {
            target[2 &* x] = Int16(one[x])
            target[2 &* x &+ 1] = Int16(other[x])
        }
    }

    /// Loads two planes of words without unused low bits, and puts their codes in turn.
    static func fromWords(
        _ target: UnsafeMutablePointer<Int16>, _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int
    ) {
        for x in 0..<count {
            target[2 &* x] = code(word(first, x), 0)
            target[2 &* x &+ 1] = code(word(second, x), 0)
        }
    }

    /// Loads the luma of `count` pixels.
    static func lumaFromYUYV(_ target: UnsafeMutablePointer<Int16>, _ source: UnsafeRawPointer, count: Int) {
        for x in 0..<count { target[x] = Int16(truncatingIfNeeded: word(source, x) & 255) }
    }

    /// Loads the chroma of `count` pixels, U and V in turn.
    static func chromaFromYUYV(_ target: UnsafeMutablePointer<Int16>, _ source: UnsafeRawPointer, count: Int) {
        for x in 0..<count { target[x] = Int16(truncatingIfNeeded: word(source, x) &>> 8) }
    }

    /// Makes quarters of a code from two lines of codes.
    static func mix(
        _ own: UnsafeMutablePointer<Int16>, _ other: UnsafePointer<Int16>, count: Int, _ weights: ChromaFilter.Weights
    ) {
        for x in 0..<count { own[x] = own[x] &* weights.own &+ other[x] &* weights.other }
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

/// Memory for the codes of a part of a line.
struct VideoLines {
    /// The codes of luma, ``YUVKernel/length``.
    let y: UnsafeMutablePointer<Int16>
    /// The codes of U and V in turn, twice as many, and 16 more for the samples beside the part.
    let uv: UnsafeMutablePointer<Int16>
    /// The same for another row of samples that pixels share: half as many, and 16 more.
    let otherUV: UnsafeMutablePointer<Int16>

    /// - Parameter memory: memory for 4128 codes.
    init(_ memory: UnsafeMutablePointer<Int16>) {
        y = memory
        uv = y + YUVKernel.length
        otherUV = uv + (2 &* YUVKernel.length &+ 16)
    }
}
