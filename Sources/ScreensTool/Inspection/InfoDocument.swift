import ProgramKit
import Screens

/// All that is known of a screen, as JSON has it: what `screens info --json` prints.
///
/// It has the keys of ``ScreenDocument``, and more.
struct InfoDocument: Encodable {
    private let screen: Screen
    private let display: KnownDisplay?

    /// - Parameter display: what the screen's EDID says; nil where there is none, or its bytes are none.
    init(_ screen: Screen, display: KnownDisplay?) {
        self.screen = screen
        self.display = display
    }

    private enum Key: String, CodingKey {
        case modes, properties, edid, edidBytes
    }

    func encode(to encoder: any Encoder) throws {
        try ScreenDocument(screen).encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(ModeDocument.all(of: screen), forKey: .modes)
        try container.encode(screen.properties.map(PropertyDocument.init), forKey: .properties)
        try container.encode(display.map(EDIDDocument.init), forKey: .edid)
        try container.encode(screen.edid.isEmpty ? nil : Self.hex(screen.edid), forKey: .edidBytes)
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        var text = ""
        for byte in bytes {
            text += byte < 16 ? "0" : ""
            text += String(byte, radix: 16)
        }
        return text
    }
}
