import CScreensTurboJPEG
import Glibc
import Screens

/// Reads JPEG by TurboJPEG, which reports errors by return value.
enum JPEGDecoder {
    /// The divisors with which TurboJPEG is fast, because it leaves out details that a smaller picture does not show.
    private static let divisors = [8, 4, 2]

    /// - Parameters:
    ///   - space: the place that the picture is for; nil for all of its pixels.
    ///   - orientation: how the picture is rotated for that.
    ///   - memory: grants the memory.
    ///   - warn: receives a warning about a file that breaks the rules without losing a part of the picture.
    /// - Throws: ``PictureError``, also for a truncated file: libjpeg would fill the rest with grey.
    static func decode(
        _ bytes: [UInt8], name: String, for space: PictureSpace? = nil, _ orientation: PictureOrientation = .up,
        limits: PictureLimits, _ memory: DecodingMemory = DecodingMemory(), warn: (String) -> Void
    ) throws(PictureError) -> DecodedPicture {
        guard let decoder = tjInitDecompress() else {
            throw .unreadable(name, .system, String(cString: tjGetErrorStr2(nil)))
        }
        defer { tjDestroy(decoder) }
        var (width, height, subsampling, colorspace) = (Int32(0), Int32(0), Int32(0), Int32(0))
        let header = tjDecompressHeader3(
            decoder, bytes, UInt(bytes.count), &width, &height, &subsampling, &colorspace)
        // A warning counts as an error here; it is repeated when the picture is read.
        guard header == 0 || isWarning(decoder) && width > 0 else { throw damaged(name, decoder) }
        let fullSize = Size(width: Int(width), height: Int(height))
        try limits.check(width: fullSize.width, height: fullSize.height, name: name)
        let size = scaled(fullSize, for: space, orientation)
        let segments = JPEGSegments(bytes)
        guard segments.isComplete else { throw cutOff(name, "it has no end") }
        try memory.take(
            DecodingMemory.jpeg(
                fullSize, scaled: size, coefficients: segments.frame.storedCoefficients(of: fullSize), orientation,
                for: space))

        let isFourColors = colorspace == Int32(TJCS_CMYK.rawValue) || colorspace == Int32(TJCS_YCCK.rawValue)
        let format = isFourColors ? TJPF_CMYK : TJPF_BGRA
        // Limits the scans, because a file of a few kilobytes can cost minutes of work by their number.
        let flags = TJFLAG_LIMITSCANS | TJFLAG_ACCURATEDCT | (isFourColors ? TJFLAG_STOPONWARNING : 0)
        var result: Int32 = -1
        var pixels = [UInt32](unsafeUninitializedCapacity: size.width * size.height) { target, count in
            target.initialize(repeating: 0)
            result = target.withMemoryRebound(to: UInt8.self) {
                tjDecompress2(
                    decoder, bytes, UInt(bytes.count), $0.baseAddress, Int32(size.width), 0, Int32(size.height),
                    format.rawValue, flags)
            }
            count = size.width * size.height
        }
        if result != 0 {
            let message = String(cString: tjGetErrorStr2(decoder))
            // TurboJPEG reports an error after a warning as a warning; the last row is then not written, and so not
            // opaque.
            guard !isFourColors, isWarning(decoder), pixels.last.map({ $0 >> 24 == 255 }) ?? false else {
                throw damaged(name, decoder)
            }
            guard strstr(message, "remature end") == nil else { throw cutOff(name, message) }
            warn("\(name) has a flaw: \(message)")
        }
        if isFourColors {
            for index in pixels.indices { pixels[index] = light(ofInk: pixels[index], isInverted: segments.isAdobe) }
        }
        return DecodedPicture(size: size, pixels: pixels, isOpaque: true, fullSize: fullSize)
    }

    /// The smallest size that TurboJPEG decodes to and that has all visible pixels.
    private static func scaled(_ size: Size, for space: PictureSpace?, _ orientation: PictureOrientation) -> Size {
        guard let space else { return size }
        // The size of the upright picture, and back: a rotation by a quarter exchanges the sides in both directions.
        let shown = orientation.size(of: space.visible(orientation.size(of: size)).whole)
        for divisor in divisors {
            let small = Size(
                width: (size.width + divisor - 1) / divisor, height: (size.height + divisor - 1) / divisor)
            if small.width >= shown.width, small.height >= shown.height { return small }
        }
        return size
    }

    /// Returns a pixel of four colours as ARGB8888, as well as possible without a colour profile.
    ///
    /// - Parameters:
    ///   - cmyk: the pixel in memory order, with cyan in the first byte.
    ///   - isInverted: whether 255 means no ink, as in files of Adobe's programs.
    static func light(ofInk cmyk: UInt32, isInverted: Bool) -> UInt32 {
        let ink = UInt32(littleEndian: isInverted ? cmyk : ~cmyk)
        let black = ink >> 24
        func light(_ shift: UInt32) -> UInt32 { ((ink >> shift & 0xFF) * black + 127) / 255 }
        return 0xFF00_0000 | light(0) << 16 | light(8) << 8 | light(16)
    }

    private static func isWarning(_ decoder: tjhandle) -> Bool {
        tjGetErrorCode(decoder) == Int32(TJERR_WARNING.rawValue)
    }

    private static func damaged(_ name: String, _ decoder: tjhandle) -> PictureError {
        .damaged(name, "\(name) is damaged or not a JPEG picture: \(String(cString: tjGetErrorStr2(decoder)))")
    }

    private static func cutOff(_ name: String, _ message: String) -> PictureError {
        .damaged(name, "\(name) is incomplete: \(message)")
    }
}
