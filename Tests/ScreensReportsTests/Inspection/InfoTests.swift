import FoundationEssentials
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensManager
@testable import ScreensReports

/// The output of `screens info`.
struct InfoTests {
    private func screen(_ edid: [UInt8], dark: DarkState? = nil) -> Screen {
        let mode = ScreenMode.sample(0, 1920, 1080, preferred: true)
        return Screen(
            id: ScreenID(card: "/dev/dri/card1", connector: .init(rawValue: 42), session: 1, connection: 1),
            name: "HDMI-A-1",
            card: "/dev/dri/card1", driver: "i915", connector: .init(rawValue: 42), status: .connected, role: .external,
            kind: .display,
            identity: nil, edid: edid, physicalSize: Size(width: 1210, height: 680), availableModes: [mode],
            currentMode: dark == nil ? mode : nil, layout: nil, mirrorSource: nil, dark: dark, isStale: true)
    }

    private struct Printed: Decodable {
        struct Mode: Decodable {
            let width: Int
            let current: Bool
        }
        let name: String
        let kind: String
        let modes: [Mode]
        let edid: PrintedEDID?
        let edidBytes: String?
    }

    private func printed(_ screen: Screen) throws -> Printed {
        let document = InfoDocument(InspectionDocument(screen), display: try? KnownDisplay(decoding: screen.edid))
        return try JSONDecoder().decode(Printed.self, from: Data(try JSONLine.encode(document).utf8))
    }

    @Test func theDocumentIsTheScreensAndMore() throws {
        let screen = screen(SampleEDID.television)
        let display = try KnownDisplay(decoding: screen.edid)
        let line = try JSONLine.encode(InfoDocument(InspectionDocument(screen), display: display))
        // Keys are sorted, so the members of a listed screen appear here unchanged.
        let members = try JSONDecoder().decode([String: Ignored].self, from: Data(line.utf8)).keys
        let listed = try JSONLine.encode(ScreenDocument(screen))
        let keys = try JSONDecoder().decode([String: Ignored].self, from: Data(listed.utf8)).keys
        #expect(Set(members) == Set(keys).union(["kind", "modes", "properties", "edid", "edidBytes"]))
        #expect(line.contains(#""edid":\#(try JSONLine.encode(EDIDDocument(display)).dropLast()),"#))

        let found = try printed(screen)
        #expect(found.name == "HDMI-A-1")
        #expect(found.kind == "display")
        #expect(found.modes.map(\.width) == [1920])
        #expect(found.modes.map(\.current) == [true])
        #expect(found.edid?.identity.model == "Sample TV")
        #expect(found.edidBytes?.hasPrefix("00ffffffffffff0052743412") == true)
        #expect(found.edidBytes?.count == 512)
    }

    @Test func aScreenWithoutEDIDSaysSo() throws {
        let line = try JSONLine.encode(InfoDocument(InspectionDocument(screen([])), display: nil))
        #expect(line.contains(#""edid":null,"edidBytes":null,"#))
        #expect(
            InfoReport.text(InspectionDocument(screen([])), nil).hasSuffix("\nNo EDID: the display has sent none.\n"))
    }

    @Test func bytesThatAreNotAnEDIDAreGivenAsTheyAre() throws {
        let line = try JSONLine.encode(InfoDocument(InspectionDocument(screen([0x0A, 0xFF])), display: nil))
        #expect(line.contains(#""edid":null,"edidBytes":"0aff","#))
        #expect(
            InfoReport.text(InspectionDocument(screen([1, 2])), nil).hasSuffix(
                "the display has sent 2 bytes that are not an EDID.\n"))
    }

    @Test func theReportIsTheScreenItsModesAndItsDisplay() throws {
        let screen = screen(SampleEDID.hostile, dark: DarkState(.unused, message: "nothing \u{1B}[2J drives it"))
        let display = try KnownDisplay(decoding: screen.edid)
        let text = InfoReport.text(InspectionDocument(screen), display)
        #expect(
            text.hasPrefix(
                """
                SCREEN
                Name       card1/HDMI-A-1
                State      connected, not used
                Card       /dev/dri/card1, i915
                Connector  42
                Dark       nothing \\u{1B}[2J drives it
                Size       1210x680 mm
                Probed     earlier, by the kernel: only the card's master can probe now

                ID  NAME

                """.dropLast()))
        #expect(text.hasSuffix("\n\n" + EDIDReport(EDIDDocument(display)).text))
        #expect(text.dangerousScalars.isEmpty)
    }

    @Test func edgesThatTheDisplayClaimsToCutOffAreReported() {
        #expect(
            InfoReport.text(InspectionDocument(screen(SampleEDID.overscanning)), nil).contains(
                "\nOverscan   stated by the EDID"))
        #expect(!InfoReport.text(InspectionDocument(screen(SampleEDID.television)), nil).contains("Overscan"))
    }

    @Test func propertiesHaveTheirAllowedValues() throws {
        var screen = screen([])
        #expect(!InfoReport.text(InspectionDocument(screen), nil).contains("PROPERTY"))
        screen.take([
            ConnectorProperty("max bpc", value: "8", allowed: .range(6...12)),
            ConnectorProperty("Broadcast RGB", value: nil, allowed: .choices(["Automatic", "Full"])),
            ConnectorProperty("HDR_OUTPUT_METADATA", value: "off", allowed: .metadata),
        ])
        let text = InfoReport.text(InspectionDocument(screen), nil)
        #expect(
            text.contains(
                """

                PROPERTY             VALUE  ALLOWED
                max bpc              8      6 to 12
                Broadcast RGB        ?      Automatic, Full
                HDR_OUTPUT_METADATA  off    off, or as in pq:max=1000,min=0.0001,cll=1000,fall=400

                """), "\(text)")
        let line = try JSONLine.encode(InfoDocument(InspectionDocument(screen), display: nil))
        #expect(
            line.contains(
                #""properties":[{"choices":null,"maximum":12,"minimum":6,"name":"max bpc","value":"8"},"#
                    + #"{"choices":["Automatic","Full"],"maximum":null,"minimum":null,"#
                    + #""name":"Broadcast RGB","value":null},"#
            ), "\(line)")
    }

    private struct Ignored: Decodable {
        init(from decoder: any Decoder) {}
    }
}
