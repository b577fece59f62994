/// Judges the bytes of a file while it is read: whether they can become a picture. Any bytes are safe to read.
///
/// A file with holes has any size and takes no room on its disk, and may begin like a picture.
struct PictureProgress {
    private enum Kind { case unknown, png, jpeg, wrong }

    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    static let jpegStart: [UInt8] = [0xFF, 0xD8, 0xFF]

    private var kind = Kind.unknown
    /// The place of the next chunk or segment.
    private var place = 0
    /// The bytes of compressed pixels so far, and the most that the size of the picture needs.
    private var data = (count: 0, most: 0)

    /// Returns whether the bytes from the beginning of a file can belong to a picture.
    ///
    /// - Parameter bytes: more bytes than at the call before.
    mutating func accepts(_ bytes: [UInt8]) -> Bool {
        if kind == .unknown {
            kind = bytes.starts(with: Self.pngSignature) ? .png : bytes.starts(with: Self.jpegStart) ? .jpeg : .wrong
            place = kind == .png ? Self.pngSignature.count : 2
        }
        let isRight =
            switch kind {
            case .png: takeChunks(bytes)
            case .jpeg: takeSegments(bytes)
            case .unknown, .wrong: false
            }
        if !isRight { kind = .wrong }
        return isRight
    }

    private mutating func takeChunks(_ bytes: [UInt8]) -> Bool {
        while place + 8 <= bytes.count {
            let length = Self.number(bytes, place)
            let name = bytes[place + 4..<place + 8]
            guard name.allSatisfy({ 0x41...0x5A ~= $0 & 0xDF }) else { return false }
            if place == Self.pngSignature.count {
                guard length == 13, name.elementsEqual("IHDR".utf8) else { return false }
                guard place + 21 <= bytes.count else { return true }
                data.most = Self.mostData(bytes, place + 8)
            }
            if name.elementsEqual("IDAT".utf8) { data.count += length }
            guard data.count <= data.most else { return false }
            place += 12 + length
        }
        return true
    }

    /// The most compressed bytes of a picture: twice as many as it has uncompressed, and a MiB.
    private static func mostData(_ bytes: [UInt8], _ header: Int) -> Int {
        // Hostile headers have up to 2 to the power of 32 columns and rows, whose product overflows.
        let (width, height) = (number(bytes, header), number(bytes, header + 4))
        let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
        guard !overflows, pixels < 1 << 40 else { return .max / 2 }
        return pixels * 16 + height * 16 + (1 << 20)
    }

    private mutating func takeSegments(_ bytes: [UInt8]) -> Bool {
        while place + 4 <= bytes.count {
            guard bytes[place] == 0xFF else { return false }
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            // The samples follow, in which any bytes may come.
            if marker == 0xDA {
                place = .max / 2
                return true
            }
            if JPEGSegments.isAlone(marker) {
                place += 2
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard marker != 0, length >= 2 else { return false }
            place += 2 + length
        }
        return true
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
