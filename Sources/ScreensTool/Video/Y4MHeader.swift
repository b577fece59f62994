import Screens
import ScreensReports

/// The first line of a YUV4MPEG2 stream, which describes its frames. No system calls.
struct Y4MHeader: Sendable, Hashable {
    /// The word that begins the line.
    static let word = "YUV4MPEG2"
    /// The longest line that is read. Programs write less than 100 bytes.
    static let longest = 1024

    let size: Size
    let pixels: VideoPixelFormat
    /// The rate; nil if it is unknown, or changes.
    let rate: RefreshRate?
    /// The colour range; nil if the header does not state it.
    let range: ColorRange?
    /// The position of chroma; nil if the colour space does not state it.
    let siting: ChromaSiting?
    let pixelAspect: Size
    /// Whether a frame consists of two fields of different times.
    let isInterlaced: Bool

    /// Reads a line without its end. Unknown parameters are ignored, as the format requires.
    init(_ line: some Sequence<UInt8>) throws(Y4MProblem) {
        let words = String(decoding: Array(line), as: UTF8.self).split(separator: " ")
        guard words.first.map(String.init) == Self.word else {
            throw Y4MProblem("it does not begin with \(Self.word)")
        }
        var (width, height): (Int?, Int?) = (nil, nil)
        var (pixels, rate, range): (VideoPixelFormat, RefreshRate?, ColorRange?) = (.yuv420p, nil, nil)
        // Without a colour space the format is 420jpeg.
        var siting: ChromaSiting? = .center
        var aspect = Size(width: 1, height: 1)
        var isInterlaced = false
        for word in words.dropFirst() {
            let value = word.dropFirst()
            switch word.first {
            case "W": width = try Self.number(value, in: word)
            case "H": height = try Self.number(value, in: word)
            case "F":
                let (numerator, denominator) = try Self.ratio(value, in: word)
                rate =
                    numerator > 0 && denominator > 0
                    ? RefreshRate(numerator: UInt64(numerator), denominator: UInt64(denominator)) : nil
            case "A":
                let (one, other) = try Self.ratio(value, in: word)
                aspect = Self.aspect(one, other)
            case "I": isInterlaced = ["t", "b", "m"].contains(value)
            case "C":
                pixels = try Self.pixels(value)
                siting = Self.siting(value)
            case "X":
                if value == "COLORRANGE=FULL" { range = .full }
                if value == "COLORRANGE=LIMITED" { range = .limited }
            default: break
            }
        }
        guard let width, let height else { throw Y4MProblem("its header has no size (W and H)") }
        size = Size(width: width, height: height)
        self.pixels = pixels
        self.rate = rate
        self.range = range
        self.siting = siting
        pixelAspect = aspect
        self.isInterlaced = isInterlaced
    }

    /// The largest number in a pixel aspect ratio that a format can have.
    private static let longestShape = 65535

    /// Returns the pixel aspect ratio in small numbers. Programs write the quotient of two sizes without reducing it.
    private static func aspect(_ width: Int, _ height: Int) -> Size {
        guard width > 0, height > 0 else { return Size(width: 1, height: 1) }
        var (divisor, rest) = (width, height)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        let (short, long) = (min(width, height) / divisor, max(width, height) / divisor)
        // Larger numbers are rounded if that changes no picture visibly.
        let scale = long / short < 256 ? (long + longestShape - 1) / longestShape : 1
        func rounded(_ number: Int) -> Int { (number / divisor + scale / 2) / scale }
        return Size(width: rounded(width), height: rounded(height))
    }

    private static func pixels(_ name: Substring) throws(Y4MProblem) -> VideoPixelFormat {
        switch name {
        // The four names differ only in the siting.
        case "420", "420jpeg", "420mpeg2", "420paldv": .yuv420p
        case "422": .yuv422p
        case "444": .yuv444p
        case "420p10": .yuv420p10
        case "mono": .gray8
        default:
            throw Y4MProblem(
                "its colour space C\(name.prefix(32)) is not 420, 422, 444, mono or 420p10; `ffmpeg -pix_fmt "
                    + "yuv420p` converts it"
            )
        }
    }

    private static func siting(_ name: Substring) -> ChromaSiting? {
        switch name {
        case "420", "420jpeg": .center
        case "420mpeg2": .left
        // PAL DV has V one row above U. FFmpeg writes this name if U and V both lie at the upper row.
        case "420paldv": .topLeft
        default: nil
        }
    }

    private static func number(_ text: Substring, in word: Substring) throws(Y4MProblem) -> Int {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ 48...57 ~= $0 }), let number = Int(text) else {
            throw Y4MProblem("its header has '\(word.prefix(32))'")
        }
        return number
    }

    private static func ratio(_ text: Substring, in word: Substring) throws(Y4MProblem) -> (Int, Int) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw Y4MProblem("its header has '\(word.prefix(32))'") }
        return (try number(parts[0], in: word), try number(parts[1], in: word))
    }
}

/// Why a stream is not YUV4MPEG2: a part of a sentence whose subject is the stream.
struct Y4MProblem: Error, Sendable, Hashable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
