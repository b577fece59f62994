/// The order in which the pixels of a 4x4 square turn lighter: Bayer's, in which neighbours are far apart.
enum DitherPattern {
    /// Row by row from the top, four bits a pixel, the leftmost lowest.
    private static let ranks: UInt64 = 0x5D7F_91B3_6E4C_A280

    /// What is added to the channels of eight pixels from a place on: 0...7 to red and blue, 0...3 to green.
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
