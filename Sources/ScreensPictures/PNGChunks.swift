/// The chunks of a PNG file that libpng's simplified interface does not report. Any bytes are safe to read.
struct PNGChunks: Sendable, Hashable {
    private(set) var orientation: PictureOrientation?
    /// The exponent by which the samples encode light, in 100,000ths (`gAMA`), if it is present and plausible.
    private(set) var gamma: Int?
    /// Whether the file has texts or tables that no pixel depends on.
    private(set) var hasTexts = false
    /// Whether the file has chunks about colours.
    private(set) var hasColors = false

    init(_ bytes: [UInt8]) {
        Self.forEach(of: bytes) { name, chunk in take(name, bytes[chunk].dropFirst(8).dropLast(4)) }
    }

    /// The names of chunks about colours.
    static let colors: Set<String> = ["gAMA", "sRGB", "iCCP", "cHRM"]
    /// The names of chunks with texts and tables that no pixel depends on. libpng keeps up to a thousand of them,
    /// decompressed: 800 MB for a file of 800 kB.
    static let texts: Set<String> = ["tEXt", "zTXt", "iTXt", "sPLT", "hIST", "pCAL"]

    /// Returns the file without some chunks: one copy, unless it has none of them.
    static func bytes(_ bytes: [UInt8], without names: Set<String>) -> [UInt8] {
        var kept: [UInt8] = []
        var start = 0
        forEach(of: bytes) { name, chunk in
            guard names.contains(name) else { return }
            // An array that grows takes up to three times its bytes, and the bytes are granted once.
            if start == 0 { kept.reserveCapacity(bytes.count) }
            kept += bytes[start..<chunk.lowerBound]
            start = chunk.upperBound
        }
        guard start > 0 else { return bytes }
        kept += bytes[start...]
        return kept
    }

    /// Calls `body` with the name and the place of each whole chunk: its length, name, body and checksum.
    private static func forEach(of bytes: [UInt8], _ body: (String, Range<Int>) -> Void) {
        var place = 8
        while place + 12 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - place - 12 else { break }
            let end = place + 12 + length
            body(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self), place..<end)
            place = end
        }
    }

    private mutating func take(_ name: String, _ body: ArraySlice<UInt8>) {
        if Self.texts.contains(name) { hasTexts = true }
        if Self.colors.contains(name) { hasColors = true }
        switch name {
        case "eXIf":
            if orientation == nil { orientation = EXIF.orientation(in: body) }
        case "gAMA":
            let value = body.reduce(0) { $0 << 8 | Int($1) & 0xFF }
            if body.count == 4, (1000...1_000_000).contains(value) { gamma = value }
        default: break
        }
    }
}
