import ProgramKit
import Screens

/// Everything that is known about a screen, as `screens info` prints it for people.
enum InfoReport {
    static func text(_ screen: Screen, _ display: KnownDisplay?, isProbed: Bool = true) -> String {
        ReportSection.joined([
            state(of: screen, isProbed: isProbed),
            screen.availableModes.isEmpty ? "" : ModeListText.text(for: ModeDocument.all(of: screen)),
            screen.properties.isEmpty ? "" : PropertyListText.text(for: screen),
            display.map { EDIDReport(EDIDDocument($0)).text } ?? withoutEDID(screen),
        ])
    }

    private static func state(of screen: Screen, isProbed: Bool) -> String {
        var section = ReportSection("SCREEN")
        section.add("Name", screen.qualifiedName)
        section.add("State", ScreenListText.state(of: ScreenDocument(screen)))
        section.add("Card", "\(screen.card), \(screen.driver)")
        section.add("Connector", screen.connector.description)
        section.add("Mode", screen.currentMode?.description)
        section.add("Dark", screen.dark?.message)
        section.add("Size", screen.physicalSize.map { "\($0) mm" })
        section.add(
            "Overscan",
            OverscanClaim.isMade(by: screen)
                ? "stated by the EDID, not compensated; if edges are missing, screens show --pattern overscan measures it"
                : nil)
        section.add(
            "Probed",
            !isProbed
                ? "no: from sysfs and the EDID alone, with the modes of which the EDID gives timings"
                : screen.isStale ? "earlier, by the kernel: only the card's master can probe now" : nil)
        return section.text
    }

    private static func withoutEDID(_ screen: Screen) -> String {
        screen.edid.isEmpty
            ? "No EDID: the display has sent none.\n"
            : "No EDID: the display has sent \(screen.edid.count) bytes that are not one.\n"
    }
}

/// Everything that is known about a screen: what `screens info --json` prints.
///
/// It has the keys of ``ScreenDocument``, and more.
struct InfoDocument: Encodable {
    private let screen: Screen
    private let display: KnownDisplay?
    private let isProbed: Bool

    /// - Parameter display: from the screen's EDID; nil where there is none, or its bytes are not one.
    init(_ screen: Screen, display: KnownDisplay?, isProbed: Bool = true) {
        self.screen = screen
        self.display = display
        self.isProbed = isProbed
    }

    private enum Key: String, CodingKey {
        case modes, properties, edid, edidBytes
    }

    func encode(to encoder: any Encoder) throws {
        try ScreenDocument(screen, from: isProbed ? nil : "sysfs").encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(ModeDocument.all(of: screen, from: isProbed ? nil : "edid"), forKey: .modes)
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
