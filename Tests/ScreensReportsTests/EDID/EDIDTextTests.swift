import Testing

@testable import ProgramSamples
@testable import ScreensReports

struct EDIDTextTests {
    private func read(_ text: String) -> EDIDText.Reading { EDIDText.read(Array(text.utf8)) }

    private func edids(_ edids: (String?, [UInt8])...) -> EDIDText.Reading {
        .edids(edids.map { NamedEDID(connector: $0.0, bytes: $0.1) })
    }

    private let header: [UInt8] = [0x00, 0xFF, 0xFF, 0xFF]

    @Test func xrandrNamesTheConnectorOfEach() {
        let text = """
            Screen 0: minimum 320 x 200, current 3840 x 1080, maximum 16384 x 16384
            eDP-1 connected primary 1920x1080+0+0 (normal left inverted right x axis y axis) 344mm x 194mm
            \tEDID: 
            \t\t00ffff
            \t\tff
            \tscaling mode: Full aspect 
            \t\tsupported: Full, Center, Full aspect
               1920x1080     60.02*+  60.01    59.97
            HDMI-1 disconnected (normal left inverted right x axis y axis)
            \tEDID: 
            \tmax bpc: 12 
            DP-1 connected 1920x1080+1920+0 (0x46) normal
            \tIdentifier: 0x44
            \tEDID: 
            \t\t00FFFFFF
            \t\tABCD
            """
        #expect(read(text) == edids(("eDP-1", header), ("DP-1", header + [0xAB, 0xCD])))
    }

    @Test func modetestNamesTheConnectorOfEach() {
        let text = """
            Connectors:
            id\tencoder\tstatus\t\tname\t\tsize (mm)\tmodes\tencoders
            32\t31\tconnected\tHDMI-A-1       \t530x300\t\t34\t31
              modes:
            \tindex name refresh (Hz) hdisp
              props:
            \t1 EDID:
            \t\tflags: immutable blob
            \t\tblobs:

            \t\tvalue:
            \t\t\t00ff
            \t\t\tffff
            \t2 DPMS:
            \t\tflags: enum
            \t\tvalue: 0
            """
        #expect(read(text) == edids(("HDMI-A-1", header)))
    }

    @Test func aLineOfDigitsThatIsCutIsNamed() {
        #expect(read("DP-1 connected\n\tEDID: \n\t\t00ffffff\n\t\t001122334\n") == .broken(line: 4))
    }

    @Test(arguments: [
        "0x00, 0xff, 0xFF, 0Xff", "0x0,0xff,0xff,0xff,\n", "0x00 0xff\n0xff 0xff;\n",
        "/* 1.3 */ 0x00, 0xff, // header\n0xff, 0xff",
    ])
    func bytesOfCAreReadAsTheyStand(text: String) {
        #expect(read(text) == edids((nil, header)))
    }

    @Test func arraysOfASourceAreNamed() {
        let text = """
            // © 2020, 0x00, 0xff
            #define EDID_SIZE 128
            static const struct mode modes[] = { { 1920, 1080 }, { 0x10, 0x20 } };
            static const u8 panel_edid[EDID_SIZE] = { 0x00, 0xff, 0xff, /* } */ 0xff };
            static const u8 generic[2][4] = {
                { 0x00, 0xff, 0xff, 0xff, },
                { 0x00, 0xff, 0xff, 0xff, 0x01 },
            };
            """
        #expect(read(text) == edids(("panel_edid", header), (nil, header), (nil, header + [1])))
    }

    @Test(arguments: [
        ("0x00, 0xff, 12", 1), ("0x00\n0x100", 2), ("0x", 1), ("0xfg", 1), ("+0x1", 1), ("0x00\n\n-0x1", 3),
        ("u8 a[] = {\n0x00, 0xff, 0xff, 0xff,\nSIZE };", 3),
    ])
    func somethingElseThanBytesIsNamedByItsLine(text: String, line: Int) {
        #expect(read(text) == .broken(line: line))
    }

    @Test(arguments: [
        "{", "}", "{}{}", "} 0x00 {", "{ 0x00 }", "/* 0x00", "// 0x00 {", "/*/ { 0x00, 0xff, 0xff, 0xff }",
    ])
    func anIncompleteSourceHasNoBytes(text: String) {
        switch read(text) {
        case .edids(let edids): #expect(edids.allSatisfy { $0.bytes.isEmpty })
        case .broken: break
        case .noText: Issue.record("it is text")
        }
    }

    @Test func dumpsAreReadAsBefore() {
        #expect(read("00 ff ff ff") == edids((nil, header)))
        #expect(
            read("00000000  00 ff ff ff                                       |....|\n00000004\n")
                == edids((nil, header)))
        #expect(read("hello") == .broken(line: 1))
        #expect(EDIDText.read([0x00, 0xFF]) == .noText)
    }

    @Test
    func hostileTextsTakeLittleTime() {
        for unit in [
            "{ 0x00, 0xff, 0xff, 0xff }", "]={", "0x00,", "/*", "EDID:\n", "EDID:\n00\n", "a connected\n", "{{{{",
        ] {
            _ = read(String(repeating: unit, count: (1 << 20) / unit.utf8.count) + " 0x")
        }
    }
}
