extension [UInt8] {
    /// An EDID with a CTA extension whose video capability block states the edges of the preferred timing, of IT
    /// formats and of CE formats, two bits each: 1 is always cut off, 2 never, 3 both.
    static func edid(edges: UInt8) -> [UInt8] {
        var base: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0] + [UInt8](repeating: 0, count: 120)
        base[8...9] = [0x49, 0x34]
        base[18...20] = [1, 4, 0xA5]
        for start in [54, 72, 90, 108] { base[start + 3] = 0x10 }
        base[126] = 1
        base[127] = 0 &- base.reduce(0, &+)
        var extensionBlock: [UInt8] = [2, 3, 7, 0, 0xE2, 0, edges] + [UInt8](repeating: 0, count: 121)
        extensionBlock[127] = 0 &- extensionBlock.reduce(0, &+)
        return base + extensionBlock
    }
}
