/// Reads the orientation of a picture from EXIF, and nothing else. Any bytes are safe to read.
enum EXIF {
    private static let orientationTag: UInt16 = 0x0112

    /// - Parameter tiff: the bytes in a JPEG's APP1 after `Exif`, or in a PNG's eXIf: a TIFF file without a picture.
    /// - Returns: nil if the orientation is missing, or the bytes are something else.
    static func orientation(in tiff: ArraySlice<UInt8>) -> PictureOrientation? {
        let bytes = Array(tiff.prefix(1 << 16))
        let isBigEndian: Bool
        switch bytes.prefix(4) {
        case [0x49, 0x49, 42, 0]: isBigEndian = false
        case [0x4D, 0x4D, 0, 42]: isBigEndian = true
        default: return nil
        }
        func number(at offset: Int, length: Int) -> Int? {
            guard offset >= 0, offset <= bytes.count - length else { return nil }
            let part = bytes[offset..<offset + length]
            return isBigEndian
                ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(at: 4, length: 4), let count = number(at: directory, length: 2) else { return nil }
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard let tag = number(at: entry, length: 2), let type = number(at: entry + 2, length: 2) else {
                return nil
            }
            guard tag == orientationTag else { continue }
            // SHORT, by the standard, or LONG; either fits into the entry itself.
            guard type == 3 || type == 4, number(at: entry + 4, length: 4) == 1 else { return nil }
            return number(at: entry + 8, length: type == 3 ? 2 : 4).flatMap(PictureOrientation.init)
        }
        return nil
    }
}
