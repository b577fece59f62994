/// Converts pixels of hosts to the forms that the other kernels accept. Target and source may be the same memory.
package enum NormalKernel {
    /// Limits the channels of ARGB8888 to alpha.
    package static func limitToAlpha(
        _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int
    ) {
        for x in 0..<count {
            let pixel = source[x]
            let alpha = pixel >> 24
            target[x] =
                alpha << 24 | min(pixel >> 16 & 255, alpha) << 16 | min(pixel >> 8 & 255, alpha) << 8
                | min(pixel & 255, alpha)
        }
    }

    /// Multiplies the channels of ARGB8888 by alpha, rounded to the nearest value.
    package static func multiplyByAlpha(
        _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int
    ) {
        var x = 0
        while x < count {
            let left = count &- x
            let pixels = PixelBlock(at: source + x, count: left)
            let alpha = pixels &>> 24
            let colors = PixelBlock(
                blueAndRed: pixels.blueAndRed.multiplied(byPart: alpha.asFactors),
                greenAndAlpha: pixels.greenAndAlpha.multiplied(byPart: alpha.asFactors))
            ((colors & 0x00FF_FFFF) | (alpha &<< 24)).store(at: target + x, count: left)
            x &+= PixelBlock.pixels
        }
    }

    /// Clears the highest bytes.
    package static func clearAlpha(
        _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int
    ) {
        for x in 0..<count { target[x] = source[x] & 0x00FF_FFFF }
    }

    /// Returns whether the highest bytes of all pixels are 255.
    package static func isOpaque(_ source: UnsafePointer<UInt32>, count: Int) -> Bool {
        var common = UInt32.max
        for x in 0..<count { common &= source[x] }
        return common >> 24 == 255
    }
}
