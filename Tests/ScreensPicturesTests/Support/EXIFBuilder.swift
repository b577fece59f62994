/// Makes TIFF directories of one entry.
struct EXIFBuilder {
    var isBigEndian = false
    var tag = 0x0112
    var type = 3
    var count = 1
    var value: Int
    var directory = 8
    var entries = 1

    var bytes: [UInt8] {
        let fields: [[UInt8]] = [
            isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49], number(42, 2), number(directory, 4), number(entries, 2),
            number(tag, 2), number(type, 2), number(count, 4),
            type == 3 ? number(value, 2) + [0, 0] : number(value, 4), number(0, 4),
        ]
        return fields.flatMap(\.self)
    }

    /// The segment of a JPEG file with the bytes and their prefix.
    var segment: (marker: UInt8, body: [UInt8]) { (0xE1, Array("Exif\0\0".utf8) + bytes) }

    private func number(_ value: Int, _ length: Int) -> [UInt8] {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        return isBigEndian ? bytes.reversed() : bytes
    }
}
