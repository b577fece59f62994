import ProgramKit
import Screens

/// All that is known of a screen, as `screens info` prints it for people.
enum InfoReport {
    static func text(_ screen: Screen, _ display: KnownDisplay?) -> String {
        ReportSection.joined([
            state(of: screen),
            screen.availableModes.isEmpty ? "" : ModeTable.text(for: ModeDocument.all(of: screen)),
            screen.properties.isEmpty ? "" : PropertyTable.text(for: screen),
            display.map { EDIDReport($0).text } ?? withoutEDID(screen),
        ])
    }

    private static func state(of screen: Screen) -> String {
        var section = ReportSection("SCREEN")
        section.add("Name", screen.qualifiedName)
        section.add("State", ScreenTable.state(of: ScreenDocument(screen)))
        section.add("Card", "\(screen.card), \(screen.driver)")
        section.add("Connector", String(screen.connector))
        section.add("Mode", screen.currentMode?.description)
        section.add("Dark", screen.dark?.message)
        section.add("Size", screen.physicalSize.map { "\($0) mm" })
        section.add(
            "Looked", screen.isStale ? "as the kernel remembers it: only the card's master can ask afresh" : nil)
        return section.text
    }

    private static func withoutEDID(_ screen: Screen) -> String {
        screen.edid.isEmpty
            ? "No EDID: the display does not say who it is.\n"
            : "No EDID that can be read: its \(screen.edid.count) bytes are something else.\n"
    }
}
