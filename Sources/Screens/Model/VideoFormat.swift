/// The format of the frames for a ``Presenter``: size, layout of the samples, rate and colours.
public struct VideoFormat: Sendable, Hashable {
    /// The maximum number of columns or rows.
    public static var longestSide: Int { 16384 }
    /// The maximum number of pixels.
    public static var mostPixels: Int { 1 << 26 }
    /// The accepted frame rates.
    public static var rates: ClosedRange<RefreshRate> {
        RefreshRate(numerator: 1, denominator: 3600)...RefreshRate(numerator: 1000, denominator: 1)
    }

    /// The number of columns and rows.
    public let size: Size
    /// The layout of the samples in memory.
    public let pixels: VideoPixelFormat
    /// The number of frames a second; nil shows one frame at each refresh, at any rate of the screen.
    public let rate: RefreshRate?
    /// The equations between luma, chroma and colours. It has no effect if the samples are red, green and blue.
    public let matrix: ColorMatrix
    /// The range of the codes of luma and chroma. It has no effect if the samples are red, green and blue.
    public let range: ColorRange
    /// The position of chroma among its pixels. It has no effect if each pixel has chroma of its own.
    public let siting: ChromaSiting
    /// The shape of a pixel, its width to its height, such as 16 to 11 for wide PAL.
    public let pixelAspect: Size

    /// Checks and completes a format.
    ///
    /// - Parameters:
    ///   - size: columns and rows.
    ///   - pixels: the layout of the samples.
    ///   - rate: the number of frames a second, one of ``rates``; nil for one frame at each refresh.
    ///   - matrix: nil for ``ColorMatrix/bt601`` up to 576 rows, and ``ColorMatrix/bt709`` above.
    ///   - range: nil for ``ColorRange/full`` with ``VideoPixelFormat/gray8``, and ``ColorRange/limited`` with the
    ///     others.
    ///   - siting: the position of chroma. ``ChromaSiting/left`` is what MPEG-2, H.264 and H.265 mean unless a film
    ///     states something else, as most do not.
    ///   - pixelAspect: the shape of a pixel, both numbers from 1 to 65535.
    /// - Throws: ``ScreenError/Code/invalidArgument`` for a side beyond 1 to ``longestSide``, more than ``mostPixels``,
    ///   another rate, or another shape.
    public init(
        size: Size, pixels: VideoPixelFormat, rate: RefreshRate? = nil, matrix: ColorMatrix? = nil,
        range: ColorRange? = nil, siting: ChromaSiting = .left, pixelAspect: Size = Size(width: 1, height: 1)
    ) throws(ScreenError) {
        let sides = 1...Self.longestSide
        guard sides ~= size.width, sides ~= size.height, size.width * size.height <= Self.mostPixels else {
            throw Self.refused(
                "frames of \(size)", "a side has 1 to \(Self.longestSide) pixels, a frame at most \(Self.mostPixels)")
        }
        if let rate, !Self.rates.contains(rate) {
            throw Self.refused("\(rate.hertz) frames in a second", "1 in an hour to 1000 in a second are possible")
        }
        guard 1...65535 ~= pixelAspect.width, 1...65535 ~= pixelAspect.height else {
            throw Self.refused("pixels of the shape \(pixelAspect)", "both numbers are 1 to 65535")
        }
        self.size = size
        self.pixels = pixels
        self.rate = rate
        self.matrix = matrix ?? (size.height <= 576 ? .bt601 : .bt709)
        self.range = range ?? (pixels == .gray8 ? .full : .limited)
        self.siting = siting
        self.pixelAspect = pixelAspect
    }

    private static func refused(_ object: String, _ remedy: String) -> ScreenError {
        ScreenError(.invalidArgument, operation: "present", object: object, remedy: remedy)
    }

    /// The size in square pixels: the width is changed according to ``pixelAspect``.
    public var displaySize: Size { displaySize(of: size) }

    /// The size of a part of a frame in square pixels.
    func displaySize(of size: Size) -> Size {
        let width = (size.width * pixelAspect.width + pixelAspect.height / 2) / pixelAspect.height
        return Size(width: min(max(width, 1), 65536 * Self.longestSide), height: size.height)
    }
}

/// The layout of the samples of a frame: rows from the top, without gaps between them.
///
/// The names are the same as in FFmpeg's `-pix_fmt`. If a sample of chroma is for two columns or rows, an odd last
/// column or row has a sample of its own.
public enum VideoPixelFormat: String, Sendable, Hashable, CaseIterable {
    /// 32 bits a pixel, in memory blue, green, red and a byte that is ignored: FFmpeg's `bgr0`, GStreamer's `BGRx`.
    case xrgb8888
    /// 32 bits a pixel, in memory blue, green, red and alpha, by which the colours are already multiplied: Cairo's
    /// `ARGB32`. Alpha has an effect on a layer that is not opaque, and is ignored elsewhere.
    case argb8888
    /// Three bytes a pixel, in memory red, green, blue.
    case rgb24
    /// Three bytes a pixel, in memory blue, green, red.
    case bgr24
    /// 16 bits a pixel, the lower byte first: five bits of red in the highest places, six of green, five of blue.
    case rgb565
    /// A byte of luma a pixel.
    case gray8
    /// Planes of Y, U and V, with one sample of chroma for two by two pixels: GStreamer's `I420`.
    case yuv420p
    /// Planes of Y, U and V, with one sample of chroma for two pixels in a row.
    case yuv422p
    /// Planes of Y, U and V of the same size.
    case yuv444p
    /// The layout of ``yuv420p`` with ten bits in two bytes, the lower one first: FFmpeg's `yuv420p10le`.
    case yuv420p10
    /// A plane of Y, and a plane of U and V in turn for two by two pixels.
    case nv12
    /// Y, U, Y, V for two pixels in a row: the `YUYV` of cameras.
    case yuyv422
    /// The layout of ``nv12`` with two bytes a code, the lower one first, and ten bits in the highest places: FFmpeg's
    /// `p010le`.
    case p010
}

extension VideoPixelFormat {
    /// Whether the samples are luma and chroma, which have to be converted to colours.
    var isYUV: Bool {
        switch self {
        case .xrgb8888, .argb8888, .rgb24, .bgr24, .rgb565, .gray8: false
        case .yuv420p, .yuv422p, .yuv444p, .yuv420p10, .nv12, .yuyv422, .p010: true
        }
    }

    /// Whether pixels have an alpha.
    package var hasAlpha: Bool { self == .argb8888 }
}

/// The equations between luma, chroma and red, green and blue.
public enum ColorMatrix: String, Sendable, Hashable, CaseIterable {
    /// Recommendation BT.601: standard definition, JPEG, most cameras.
    case bt601
    /// Recommendation BT.709: high definition.
    case bt709
    /// Recommendation BT.2020 with non-constant luminance: ultra-high definition. The primaries are not converted.
    case bt2020
}

/// The range of the codes of luma and chroma.
public enum ColorRange: String, Sendable, Hashable, CaseIterable {
    /// All codes: 0 is black and 255 white, as in JPEG.
    case full
    /// 16 is black and 235 white, and chroma has 16 to 240, as in films and broadcasts.
    case limited
}

/// The position of a sample of chroma among the pixels that share it, as in Recommendation H.273.
///
/// The names are the same as in FFmpeg's `-chroma_sample_location`. If only pixels of one row share a sample, as in
/// ``VideoPixelFormat/yuv422p``, just its column counts.
public enum ChromaSiting: String, Sendable, Hashable, CaseIterable {
    /// A position at the left column, halfway between two rows (type 0): MPEG-2, and by default H.264 and H.265.
    case left
    /// A position halfway between two columns and two rows (type 1): MPEG-1 and JPEG.
    case center
    /// A position at the left column and the upper row (type 2): BT.2020 and BT.2100.
    case topLeft = "topleft"
}
