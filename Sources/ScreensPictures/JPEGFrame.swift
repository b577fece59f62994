import Screens

/// The way in which a JPEG file stores its samples: it decides how much memory the decoding takes. Any bytes are safe
/// to read.
struct JPEGFrame: Sendable, Hashable {
    /// The columns and rows of blocks of one component in each unit of the picture.
    struct Component: Sendable, Hashable {
        let columns: Int
        let rows: Int
    }

    /// The bytes of the coefficients of a block: 64 of two bytes.
    private static let block = 128
    /// The components of a picture that states none: four without subsampling.
    private static let most = [Component](repeating: Component(columns: 1, rows: 1), count: 4)

    /// The marker of the frame; nil if it is missing.
    private var marker: UInt8?
    private var components: [Component] = []
    /// The number of components in the first scan.
    private var scanned = 0

    /// Whether a segment with this marker describes a frame (`SOF`).
    static func isFrame(_ marker: UInt8) -> Bool { 0xC0...0xCF ~= marker && ![0xC4, 0xC8, 0xCC].contains(marker) }

    /// Takes the segment of the frame.
    mutating func take(_ marker: UInt8, _ body: ArraySlice<UInt8>) {
        guard self.marker == nil else { return }
        self.marker = marker
        let bytes = Array(body)
        guard bytes.count >= 6 else { return }
        for place in stride(from: 6, to: min(6 + Int(bytes[5]) * 3, bytes.count - 2), by: 3) {
            let factors = bytes[place + 1]
            components.append(Component(columns: Int(factors >> 4), rows: Int(factors & 15)))
        }
    }

    /// Takes the segment of the first scan.
    mutating func takeScan(_ body: ArraySlice<UInt8>) {
        scanned = Int(body.first ?? 0)
    }

    /// Whether the decoder has to store the coefficients of the whole picture, because they come in several scans. It
    /// counts as true if the file leaves that open: TurboJPEG may find segments that are not found here.
    private var isStored: Bool {
        // The frame is baseline or extended, with Huffman or arithmetic coding.
        guard let marker, [0xC0, 0xC1, 0xC9].contains(marker) else { return true }
        return components.isEmpty || scanned < components.count
    }

    /// The bytes of the coefficients that the decoder stores.
    func storedCoefficients(of size: Size) -> Int {
        guard isStored else { return 0 }
        let known = components.allSatisfy { 1...4 ~= $0.columns && 1...4 ~= $0.rows } && !components.isEmpty
        let components = known ? components : Self.most
        let (columns, rows) = components.reduce((1, 1)) { (max($0.0, $1.columns), max($0.1, $1.rows)) }
        let units = ((size.width + columns * 8 - 1) / (columns * 8)) * ((size.height + rows * 8 - 1) / (rows * 8))
        return components.reduce(0) { $0 + $1.columns * $1.rows } * units * Self.block
    }
}
