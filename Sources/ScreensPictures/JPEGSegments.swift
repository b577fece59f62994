/// The segments before the picture in a JPEG file. Any bytes are safe to read.
struct JPEGSegments: Sendable, Hashable {
    private(set) var orientation: PictureOrientation?
    /// Whether Adobe's segment is present: it means that files with four colours are stored inverted.
    private(set) var isAdobe = false
    /// Whether an end marker follows the beginning of the picture.
    private(set) var isComplete = false
    /// The way in which the samples are stored.
    private(set) var frame = JPEGFrame()

    init(_ bytes: [UInt8]) {
        var place = 2
        // Until the picture begins, each segment has a marker and a length.
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            if Self.isAlone(marker) {
                place += 2
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            // The decoder skips bytes after 0, and would find other segments than this loop.
            guard marker != 0, marker != 0xD9, length >= 2, place + 2 + length <= bytes.count else { return }
            if marker == 0xDA {
                frame.takeScan(bytes[place + 4..<place + 2 + length])
                // The data of the picture does not contain this pair of bytes.
                isComplete = (place + 2 + length..<max(bytes.count - 1, place + 2 + length)).contains {
                    bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD9
                }
                return
            }
            take(marker, bytes[place + 4..<place + 2 + length])
            place += 2 + length
        }
    }

    /// Whether a marker has no length and no segment (TEM, RST).
    static func isAlone(_ marker: UInt8) -> Bool { marker == 0x01 || 0xD0...0xD7 ~= marker }

    private mutating func take(_ marker: UInt8, _ body: ArraySlice<UInt8>) {
        if marker == 0xE1, orientation == nil, body.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) {
            orientation = EXIF.orientation(in: body.dropFirst(6))
        } else if JPEGFrame.isFrame(marker) {
            frame.take(marker, body)
        } else if marker == 0xEE, body.starts(with: "Adobe".utf8) {
            isAdobe = true
        }
    }
}
