import Screens
import ScreensLinux

/// A screen with everything that its card and its display report: the reply of the daemon's `Inspect`.
package struct InspectionDocument: Codable, Sendable, Equatable {
    package var screen: ScreenDocument { boxedScreen.wrappedValue }
    private let boxedScreen: OnHeap<ScreenDocument>
    /// The modes, the largest last.
    package let modes: [ModeDocument]
    /// The connector's properties that settings can change.
    package let properties: [PropertyDocument]
    /// The EDID in hexadecimal digits; nil if the display has sent none.
    @Nullable package private(set) var edid: String?
    /// Whether the EDID states that the display cuts off the edges of pictures.
    package let claimsOverscan: Bool

    private enum CodingKeys: String, CodingKey {
        case boxedScreen = "screen"
        case modes, properties, edid, claimsOverscan
    }

    /// - Parameter isProbed: whether the card was opened to read the screen.
    package init(_ screen: Screen, isProbed: Bool = true) {
        boxedScreen = OnHeap(wrappedValue: ScreenDocument(screen, from: isProbed ? nil : "sysfs"))
        modes = ModeDocument.all(of: screen, from: isProbed ? nil : "edid")
        properties = screen.properties.map(PropertyDocument.init)
        claimsOverscan = OverscanClaim.isMade(by: screen)
        edid = screen.edid.isEmpty ? nil : Self.hexadecimal(screen.edid)
    }

    /// The bytes of ``edid``; empty if the display has sent none, or a digit is wrong.
    package var edidBytes: [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in edid ?? "" {
            guard let value = digit.hexDigitValue.map(UInt8.init) else { return [] }
            if let first = high { bytes.append(first << 4 | value) }
            high = high == nil ? value : nil
        }
        return high == nil ? bytes : []
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        var text = ""
        for byte in bytes {
            text += byte < 16 ? "0" : ""
            text += String(byte, radix: 16)
        }
        return text
    }
}
