/// A video timing: the active area, the blanking and the pixel clock.
///
/// All numbers are as in the descriptor or the standard, so that the rates can be computed exactly.
package struct Timing: Sendable, Hashable {
    /// The picture's width in pixels.
    package let width: Int

    /// The height in lines of the whole frame, also for interlaced timings.
    package let height: Int

    /// The pixel clock in kHz.
    package let pixelClock: Int

    /// The horizontal blanking, in pixels.
    package let horizontal: Blanking

    /// The vertical blanking, in lines; for an interlaced timing, in lines of one field.
    package let vertical: Blanking

    /// Whether a frame is sent as two fields.
    package let isInterlaced: Bool

    /// Whether both fields of an interlaced timing have the same number of lines, as only in VIC 39.
    ///
    /// All others have half a line more per field: before the sync of one field, and after the sync of the other.
    package let hasEqualFields: Bool

    /// The aspect ratio of the picture if the standard or the descriptor states it.
    package let aspectRatio: AspectRatio?

    /// Makes a timing from its parts; `pixelClock` is in kHz, and `height` is the frame's.
    package init(
        width: Int,
        height: Int,
        pixelClock: Int,
        horizontal: Blanking,
        vertical: Blanking,
        isInterlaced: Bool = false,
        hasEqualFields: Bool = false,
        aspectRatio: AspectRatio? = nil
    ) {
        self.width = width
        self.height = height
        self.pixelClock = pixelClock
        self.horizontal = horizontal
        self.vertical = vertical
        self.isInterlaced = isInterlaced
        self.hasEqualFields = hasEqualFields
        self.aspectRatio = aspectRatio
    }

    /// The pixels of a line including its blanking.
    package var totalWidth: Int {
        width &+ horizontal.total
    }

    /// The lines of a frame including its blanking: for an interlaced timing, both fields and the odd line between
    /// them.
    package var totalHeight: Int {
        guard isInterlaced else { return height &+ vertical.total }
        return height &+ 2 &* vertical.total &+ (hasEqualFields ? 0 : 1)
    }

    /// The refresh rate in mHz, rounded once from the exact ratio; for an interlaced timing, the rate of the fields.
    ///
    /// Zero if a descriptor's totals give no rate.
    package var refreshMillihertz: Int {
        Self.rounded(pixelClock &* (isInterlaced ? 2_000_000 : 1_000_000), by: totalWidth, totalHeight)
    }

    /// The line rate (horizontal frequency) in Hz, rounded; zero if a descriptor's totals give no rate.
    package var lineRate: Int {
        Self.rounded(pixelClock &* 1000, by: totalWidth, 1)
    }

    private static func rounded(_ dividend: Int, by width: Int, _ height: Int) -> Int {
        guard width > 0, height > 0, dividend > 0 else { return 0 }
        let (divisor, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow else { return 0 }
        let quotient = dividend / divisor
        let remainder = dividend % divisor
        return remainder >= divisor - remainder ? quotient + 1 : quotient
    }
}

/// The blanking around the picture in one direction: porches, sync and border.
///
/// It is in pixels horizontally, and in lines vertically; for an interlaced timing, in lines of one field, as in
/// detailed timing descriptors and the tables of the standards (E-EDID A.2 section 3.10.2).
package struct Blanking: Sendable, Hashable {
    /// The distance from the end of the picture (and its border) to the start of sync. Incorrect descriptors may make
    /// it zero.
    package let frontPorch: Int

    /// The width of the sync pulse.
    package let sync: Int

    /// The distance from the end of sync to the start of the picture (and its border). Negative if a descriptor
    /// contradicts itself.
    package let backPorch: Int

    /// The border on each of the two sides.
    package let border: Int

    /// Whether the sync pulse is positive; also false for sync without a polarity.
    package let isSyncPositive: Bool

    /// Makes a blanking from its parts.
    package init(frontPorch: Int, sync: Int, backPorch: Int, border: Int = 0, isSyncPositive: Bool) {
        self.frontPorch = frontPorch
        self.sync = sync
        self.backPorch = backPorch
        self.border = border
        self.isSyncPositive = isSyncPositive
    }

    /// Everything between the end of one picture and the start of the next, including borders.
    package var total: Int {
        frontPorch &+ sync &+ backPorch &+ 2 &* border
    }
}

/// A picture aspect ratio, as width to height.
package struct AspectRatio: Sendable, Hashable, CustomStringConvertible {
    /// The width's part.
    package let width: Int

    /// The height's part.
    package let height: Int

    /// Makes a ratio as written, without reducing it: 16:10 stays 16:10.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Makes the ratio of a picture with square pixels, reduced; nil if a side is not positive.
    ///
    /// 8:5 becomes 16:10, its usual name.
    package init?(ofWidth width: Int, height: Int) {
        guard width > 0, height > 0 else { return nil }
        var (larger, smaller) = (width, height)
        while smaller > 0 {
            (larger, smaller) = (smaller, larger % smaller)
        }
        let (reducedWidth, reducedHeight) = (width / larger, height / larger)
        if reducedWidth == 8, reducedHeight == 5 {
            self.init(width: 16, height: 10)
        } else {
            self.init(width: reducedWidth, height: reducedHeight)
        }
    }

    /// The ratio as people write it: `16:9`.
    package var description: String {
        "\(width):\(height)"
    }
}
