import CQRencode
import Glibc
import Screens

/// A QR code in its place in a picture, ready to be drawn: black on white, in whole pixels, with its quiet zone.
public struct CodePicture {
    /// The share of a code that may be unreadable.
    public enum Correction: String, Sendable {
        /// 7 %.
        case low
        /// 15 %.
        case medium
        /// 25 %.
        case quartile
        /// 30 %.
        case high
    }

    /// The modules of the quiet zone at each side, which readers need.
    private static let quietModules = 4
    private static let (black, white): (UInt32, UInt32) = (0xFF00_0000, 0xFFFF_FFFF)

    /// Whether each module is dark, row by row.
    private let modules: [Bool]
    private let side: Int
    /// The pixels of a module's side.
    private let scale: Int
    /// The pixels that are drawn on: the code with its quiet zone.
    public let ink: Rectangle

    /// Makes a code, as large as fits. The corresponding C function is `QRcode_encodeString`.
    ///
    /// - Parameter order: the words of the code, and its place.
    /// - Throws: ``WordsPicture/Failure`` if the words are too long for a code, or its place is too small.
    public init(_ order: WordsOrder) throws(WordsPicture.Failure) {
        guard let code = QRcode_encodeString(order.text, 0, order.correction.level, QR_MODE_8, 1) else {
            let cause = errno == ERANGE ? "it has too few modules" : String(cString: strerror(errno))
            throw WordsPicture.Failure(
                reason: "\(order.text.utf8.count) bytes do not fit into a QR code: \(cause)",
                remedy: "shorten the text, or choose a lower correction")
        }
        defer { QRcode_free(code) }
        let side = Int(code.pointee.width)
        let whole = side + 2 * Self.quietModules
        let scale = min(order.place.width, order.place.height) / whole
        guard scale > 0, let data = code.pointee.data else {
            throw WordsPicture.Failure(
                reason: "the QR code has \(whole) modules a side, and its place \(order.place.size) pixels",
                remedy: "enlarge its area, or shorten the text")
        }
        modules = UnsafeBufferPointer(start: data, count: side * side).map { $0 & 1 == 1 }
        self.side = side
        self.scale = scale
        let size = whole * scale
        ink = Rectangle(
            x: order.horizontal.start(of: size, in: order.place), y: order.vertical.start(of: size, in: order.place),
            width: size, height: size)
    }

    /// Draws the code.
    ///
    /// - Parameters:
    ///   - pixels: the rows of the whole picture, of premultiplied ARGB8888.
    ///   - width: the columns of the picture.
    public func draw(on pixels: UnsafeMutablePointer<UInt32>, width: Int) {
        for y in 0..<ink.height {
            let row = y / scale - Self.quietModules
            let start = pixels + (ink.y + y) * width + ink.x
            for x in 0..<ink.width {
                let column = x / scale - Self.quietModules
                let isInside = 0..<side ~= row && 0..<side ~= column
                start[x] = isInside && modules[row * side + column] ? Self.black : Self.white
            }
        }
    }
}

extension CodePicture.Correction {
    fileprivate var level: QRecLevel {
        switch self {
        case .low: QR_ECLEVEL_L
        case .medium: QR_ECLEVEL_M
        case .quartile: QR_ECLEVEL_Q
        case .high: QR_ECLEVEL_H
        }
    }
}
