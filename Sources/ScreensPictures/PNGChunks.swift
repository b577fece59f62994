/// The chunks of a PNG file that libpng's simplified interface does not report. Reads any bytes without harm.
struct PNGChunks: Sendable, Hashable {
    private(set) var orientation: PictureOrientation?
    /// The exponent by which the samples encode light, in 100,000ths (`gAMA`), if it is present and plausible.
    private(set) var gamma: Int?
    /// The file without its chunks about colours.
    private(set) var withoutColors: [UInt8] = []

    /// - Parameter copies: whether to fill ``withoutColors``.
    init(_ bytes: [UInt8], copies: Bool = false) {
        var place = 8
        if copies { withoutColors += bytes.prefix(8) }
        while place + 12 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - place - 12 else { break }
            let body = bytes[place + 8..<place + 8 + length]
            let isOfColors = take(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self), body)
            if copies, !isOfColors { withoutColors += bytes[place..<place + 12 + length] }
            place += 12 + length
        }
        if copies, place < bytes.count { withoutColors += bytes[place...] }
    }

    /// Chunks with texts and tables that no pixel depends on. libpng keeps up to a thousand of them, decompressed: 800 MB of a file of
    /// 800 kB.
    private static let texts: Set<String> = ["tEXt", "zTXt", "iTXt", "sPLT", "hIST", "pCAL"]

    /// The file without such chunks.
    static func withoutTexts(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        var (place, start) = (8, 0)
        while place + 12 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - place - 12 else { break }
            if texts.contains(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)) {
                kept += bytes[start..<place]
                start = place + 12 + length
            }
            place += 12 + length
        }
        return start == 0 ? bytes : kept + bytes[start...]
    }

    /// - Returns: whether the chunk is about colours.
    private mutating func take(_ name: String, _ body: ArraySlice<UInt8>) -> Bool {
        switch name {
        case "eXIf":
            if orientation == nil { orientation = EXIF.orientation(in: body) }
            return false
        case "gAMA":
            let value = body.reduce(0) { $0 << 8 | Int($1) & 0xFF }
            if body.count == 4, (1000...1_000_000).contains(value) { gamma = value }
            return true
        case "sRGB", "iCCP", "cHRM": return true
        default: return false
        }
    }
}
