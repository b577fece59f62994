import Screens

/// The orientation of a stored picture, in the numbers of EXIF.
package enum PictureOrientation: Int, Sendable, Hashable, CaseIterable {
    case up = 1
    case mirrored, rotated180, flipped, transposed, rotated90, transversed, rotated270

    /// The size of the picture the right way up.
    package func size(of stored: Size) -> Size {
        rawValue < 5 ? stored : Size(width: stored.height, height: stored.width)
    }

    /// The stored place of a pixel of the picture the right way up.
    package func source(ofX x: Int, y: Int, in stored: Size) -> (x: Int, y: Int) {
        let right = stored.width - 1
        let bottom = stored.height - 1
        return switch self {
        case .up: (x, y)
        case .mirrored: (right - x, y)
        case .rotated180: (right - x, bottom - y)
        case .flipped: (x, bottom - y)
        case .transposed: (y, x)
        case .rotated90: (y, bottom - x)
        case .transversed: (right - y, bottom - x)
        case .rotated270: (right - y, x)
        }
    }
}

/// Reads the orientation of a picture from EXIF, and nothing else. Reads any bytes without harm.
package enum EXIF {
    private static let orientationTag: UInt16 = 0x0112

    /// - Parameter tiff: as in a JPEG's APP1 after `Exif`, or in a PNG's eXIf: a TIFF file without a picture.
    /// - Returns: nil where the orientation is missing, or the bytes are something else.
    package static func orientation(in tiff: ArraySlice<UInt8>) -> PictureOrientation? {
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
            // SHORT, by the standard, or LONG; both fit into the entry itself.
            guard type == 3 || type == 4, number(at: entry + 4, length: 4) == 1 else { return nil }
            return number(at: entry + 8, length: type == 3 ? 2 : 4).flatMap(PictureOrientation.init)
        }
        return nil
    }
}
