/// The chunks of a PNG file that libpng's simplified interface does not tell of. Any bytes are read without harm.
struct PNGChunks: Sendable, Hashable {
    private(set) var orientation: PictureOrientation?

    init(_ bytes: [UInt8]) {
        var place = 8
        while place + 12 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - place - 12 else { return }
            if bytes[place + 4..<place + 8].elementsEqual("eXIf".utf8), orientation == nil {
                orientation = EXIF.orientation(in: bytes[place + 8..<place + 8 + length])
            }
            place += 12 + length
        }
    }
}
