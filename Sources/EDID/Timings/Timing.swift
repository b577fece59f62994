/// A video timing: a picture size, what surrounds it, and the clock that it is sent with.
///
/// All numbers are those of the descriptor or of the standard, so that the rates can be computed exactly.
public struct Timing: Sendable, Hashable {
    /// The picture's width in pixels.
    public let width: Int

    /// The height in lines of the whole frame, of interlaced timings too.
    public let height: Int

    /// The pixel clock in kHz.
    public let pixelClock: Int

    /// Left and right of the picture, in pixels.
    public let horizontal: Blanking

    /// Above and below the picture, in lines; of an interlaced timing, in lines of one field.
    public let vertical: Blanking

    /// Whether a frame is sent as two fields.
    public let isInterlaced: Bool

    /// Whether both fields of an interlaced timing have the same number of lines, as in VIC 39 and in no other.
    ///
    /// All others have half a line more per field, in front of the sync of the one and behind that of the other.
    public let hasEqualFields: Bool

    /// The aspect ratio of the picture where the standard names it or the descriptor gives it.
    public let aspectRatio: AspectRatio?

    /// Creates a timing from its parts; `pixelClock` is in kHz and `height` that of the frame.
    public init(
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

    /// Pixels of a line with its blanking.
    public var totalWidth: Int {
        width &+ horizontal.total
    }

    /// Lines of a frame with its blanking: of an interlaced timing both fields and the odd line between them.
    public var totalHeight: Int {
        guard isInterlaced else { return height &+ vertical.total }
        return height &+ 2 &* vertical.total &+ (hasEqualFields ? 0 : 1)
    }

    /// The refresh rate in mHz, rounded once from the exact ratio; of an interlaced timing the rate of the fields.
    ///
    /// Zero where a descriptor's totals make no rate.
    public var refreshMillihertz: Int {
        Self.rounded(pixelClock &* (isInterlaced ? 2_000_000 : 1_000_000), by: totalWidth, totalHeight)
    }

    /// The rate of the lines in Hz, rounded; zero where a descriptor's totals make no rate.
    public var lineRate: Int {
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
