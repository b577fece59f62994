/// Eight neighbouring pixels, processed at once.
typealias PixelBlock = SIMD8<UInt32>

extension PixelBlock {
    /// The number of pixels of a block.
    @inline(__always)
    static var pixels: Int { 8 }

    /// Loads eight pixels from memory of any alignment.
    @inline(__always)
    init(at pointer: UnsafePointer<UInt32>) {
        self = UnsafeRawPointer(pointer).loadUnaligned(as: PixelBlock.self)
    }

    @inline(__always)
    func store(at pointer: UnsafeMutablePointer<UInt32>) {
        UnsafeMutableRawPointer(pointer).storeBytes(of: self, as: PixelBlock.self)
    }

    /// Stores only the first pixels, at the end of a row.
    @inline(__always)
    func store(at pointer: UnsafeMutablePointer<UInt32>, count: Int) {
        if count >= Self.pixels { return store(at: pointer) }
        for index in 0..<count { pointer[index] = self[index] }
    }

    /// The same bits as sixteen words of two channels each.
    @inline(__always)
    var words: SIMD16<UInt16> { unsafeBitCast(self, to: SIMD16<UInt16>.self) }

    @inline(__always)
    init(words: SIMD16<UInt16>) {
        self = unsafeBitCast(words, to: PixelBlock.self)
    }

    /// The blue and red channels, 0 to 255.
    @inline(__always)
    var blueAndRed: SIMD16<UInt16> { (self & 0x00FF_00FF).words }

    /// The green and alpha channels, 0 to 255.
    @inline(__always)
    var greenAndAlpha: SIMD16<UInt16> { words &>> 8 }

    /// Combines channels of at most 255.
    @inline(__always)
    init(blueAndRed: SIMD16<UInt16>, greenAndAlpha: SIMD16<UInt16>) {
        self = PixelBlock(words: blueAndRed | (greenAndAlpha &<< 8))
    }

    /// Combines the high bytes of the words.
    @inline(__always)
    init(highOfBlueAndRed blueAndRed: SIMD16<UInt16>, highOfGreenAndAlpha greenAndAlpha: SIMD16<UInt16>) {
        self = PixelBlock(words: (blueAndRed &>> 8) | (greenAndAlpha & 0xFF00))
    }

    /// Loads only the first pixels, at the end of a row; the others are 0.
    @inline(__always)
    init(at pointer: UnsafePointer<UInt32>, count: Int) {
        if count >= Self.pixels {
            self.init(at: pointer)
        } else {
            self.init()
            for index in 0..<count { self[index] = pointer[index] }
        }
    }

    /// Returns the sum of each channel, at most 255.
    @inline(__always)
    func addingSaturated(_ other: PixelBlock) -> PixelBlock {
        PixelBlock(
            lowHalf: Self.saturatedSum(lowHalf, other.lowHalf), highHalf: Self.saturatedSum(highHalf, other.highHalf))
    }

    /// Adds bytes with saturation. The compiler makes it `paddusb`, but only for sixteen bytes.
    @inline(__always)
    private static func saturatedSum(_ one: SIMD4<UInt32>, _ other: SIMD4<UInt32>) -> SIMD4<UInt32> {
        let bytes = unsafeBitCast(one, to: SIMD16<UInt8>.self)
        let sum = bytes &+ unsafeBitCast(other, to: SIMD16<UInt8>.self)
        // All bits of a byte that has overflowed are set.
        return unsafeBitCast(sum | unsafeBitCast(sum .< bytes, to: SIMD16<UInt8>.self), to: SIMD4<UInt32>.self)
    }

    /// Returns the mean of two pixels, each channel rounded to the nearest value.
    ///
    /// - Parameter weight: the weight of `second`, 0 to 256.
    @inline(__always)
    static func mixture(_ first: PixelBlock, _ second: PixelBlock, _ weight: SIMD16<UInt16>) -> PixelBlock {
        let rest = 256 &- weight
        return PixelBlock(
            highOfBlueAndRed: first.blueAndRed &* rest &+ second.blueAndRed &* weight &+ 128,
            highOfGreenAndAlpha: first.greenAndAlpha &* rest &+ second.greenAndAlpha &* weight &+ 128)
    }

    /// The lowest 16 bits of each pixel, as a factor for both words of the pixel.
    @inline(__always)
    var asFactors: SIMD16<UInt16> { (self | (self &<< 16)).words }

    /// The pixels in reverse order.
    @inline(__always)
    var reversed: PixelBlock {
        PixelBlock(self[7], self[6], self[5], self[4], self[3], self[2], self[1], self[0])
    }
}

extension SIMD16<UInt16> {
    /// Returns the products of two numbers from 0 to 255, divided by 255 and rounded to the nearest value. Exact for
    /// all inputs.
    @inline(__always)
    func multiplied(byPart factor: SIMD16<UInt16>) -> SIMD16<UInt16> {
        (self &* factor).over255
    }

    /// The numbers, at most 255 * 255, divided by 255 and rounded to the nearest value. Exact for all inputs.
    @inline(__always)
    var over255: SIMD16<UInt16> {
        let sum = self &+ 0x80
        return SIMD16(lowHalf: sum.lowHalf.over255, highHalf: sum.highHalf.over255)
    }
}

extension SIMD8<UInt16> {
    /// Divides by 255 after half of 255 was added for rounding. The compiler makes it `pmulhuw`.
    @inline(__always)
    fileprivate var over255: SIMD8<UInt16> {
        let wide = SIMD8<UInt32>(
            UInt32(self[0]), UInt32(self[1]), UInt32(self[2]), UInt32(self[3]), UInt32(self[4]), UInt32(self[5]),
            UInt32(self[6]), UInt32(self[7]))
        return unsafeBitCast((wide &* 0x101) &>> 16, to: SIMD16<UInt16>.self).evenHalf
    }
}
