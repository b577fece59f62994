import Testing

@testable import ProgramSamples
@testable import ScreensReports

struct HexDumpTests {
    private func read(_ text: String) -> HexDump.Reading { HexDump.read(Array(text.utf8)) }

    @Test(arguments: [
        "00ffA0", "00 ff a0", "00ff a0\n", "\n 00 FF\r\n\ta0 \n\n",
        "00000000: 00ff a0                                  ...\n",
        "00000000: 00ff                 ..\n00000002: a0    .\n",
        "edid-decode (hex):\n\n00 ff a0\n\n----------------\n\nBlock 0, Base EDID:\n",
        "some title\nedid-decode (hex):\n00 ff\n\na0\n",
    ])
    func theOutputOfToolsIsRead(text: String) {
        #expect(read(text) == .bytes([0x00, 0xFF, 0xA0]))
    }

    @Test(
        arguments: [
            ("0", 1), ("00 f", 1), ("00\n0x11", 2), ("hello", 1), ("00000000: 00\n00000002: 11", 2), ("zz: 00", 1),
            ("00ff\n\nBlock 0, Base EDID:", 3), ("+1+1", 1), ("edid-decode (hex):\nnothing", 2),
            (":", 1),
        ] as [(String, Int)])
    func otherTextIsRefusedByItsLine(text: String, line: Int) {
        #expect(read(text) == .broken(line: line))
    }

    @Test func bytesAreNotTakenForAText() {
        #expect(HexDump.read([]) == .noText)
        #expect(HexDump.read([0x30, 0x30, 0x00]) == .noText)
        #expect(HexDump.read([0x30, 0x30, 0xC3, 0xA9]) == .noText)
        for (_, bytes) in EDIDDocumentTests.samples { #expect(HexDump.read(bytes) == .noText) }
    }
}
