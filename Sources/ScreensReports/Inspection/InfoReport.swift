import Screens
import ScreensManager

/// All facts about a screen, as `screens info` prints them for people.
package enum InfoReport {
    package static func text(_ inspection: InspectionDocument, _ display: KnownDisplay?) -> String {
        ReportSection.joined([
            state(of: inspection),
            inspection.modes.isEmpty ? "" : ModeListText.text(for: inspection.modes),
            inspection.properties.isEmpty ? "" : PropertyListText.text(for: inspection.properties),
            display.map { EDIDReport(EDIDDocument($0)).text } ?? withoutEDID(inspection.edidBytes.count),
        ])
    }

    private static func state(of inspection: InspectionDocument) -> String {
        let screen = inspection.screen
        var section = ReportSection("SCREEN")
        section.add("Name", screen.qualifiedName)
        section.add("State", ScreenListText.state(of: screen))
        section.add("Card", "\(screen.card), \(screen.driver)")
        section.add("Connector", String(screen.connector))
        section.add("Mode", screen.currentMode?.description)
        section.add("Dark", screen.dark?.message)
        section.add("Display power", screen.displayPower?.message)
        section.add("Learned", listing: screen.displayPower?.learned ?? [])
        section.add("Size", screen.physicalSize.map { "\($0.width)x\($0.height) mm" })
        section.add(
            "Overscan",
            inspection.claimsOverscan
                ? "stated by the EDID, not compensated; if edges are missing, screens show --pattern overscan "
                    + "measures it"
                : nil)
        section.add(
            "Probed",
            screen.source != nil
                ? "no: from sysfs and the EDID alone, with the modes that have timings in the EDID"
                : screen.stale ? "earlier, by the kernel: only the card's master can probe now" : nil)
        return section.text
    }

    /// - Parameter count: the number of bytes that the display has sent.
    private static func withoutEDID(_ count: Int) -> String {
        count == 0
            ? "No EDID: the display has sent none.\n"
            : "No EDID: the display has sent \(count) bytes that are not an EDID.\n"
    }
}

/// All facts about a screen: the output of `screens info --json`.
///
/// It has the keys of ``ScreenDocument``, and more.
package struct InfoDocument: Encodable {
    private let inspection: InspectionDocument
    private let display: KnownDisplay?

    /// - Parameter display: the display in the screen's EDID; nil if there is no EDID, or its bytes are not an EDID.
    package init(_ inspection: InspectionDocument, display: KnownDisplay?) {
        self.inspection = inspection
        self.display = display
    }

    private enum Key: String, CodingKey {
        case modes, properties, edid, edidBytes
    }

    package func encode(to encoder: any Encoder) throws {
        try inspection.screen.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(inspection.modes, forKey: .modes)
        try container.encode(inspection.properties, forKey: .properties)
        try container.encode(display.map(EDIDDocument.init), forKey: .edid)
        try container.encode(inspection.edid, forKey: .edidBytes)
    }
}
