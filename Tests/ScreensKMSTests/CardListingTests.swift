import ScreensJSON
import Testing

@testable import ScreensKMS

/// Documents that the package writes and reads again.
@Suite struct CardListingTests {
    private static func property(
        _ name: String, flags: UInt32, value: UInt64 = 0, values: [UInt64] = [],
        choices: [(name: String, value: UInt64)] = [], blob: [UInt8]? = nil
    ) -> ListedProperty {
        ListedProperty(
            name: name, id: 7, flags: flags, value: value, values: values, choices: choices, blob: blob)
    }

    private static func entry(_ property: ListedProperty) throws -> Properties.Entry {
        let plane: JSONValue = ["properties": .object([property.name: property.listing])]
        let document: JSONValue = ["a": ["driver": ["client_caps": ["ATOMIC": false]], "planes": .array([plane])]]
        return try #require(
            try CardDocument(decoding: document.encoded).cards[0].snapshot.planes[0].properties[property.name])
    }

    @Test func aPropertyIsReadAsItWas() throws {
        let range = try Self.entry(Self.property("alpha", flags: 2, value: 5, values: [0, 256]))
        #expect(range.kind == .range(0...256) && range.value == 5 && range.id.rawValue == 7 && !range.isImmutable)
        let signed = Self.property("x", flags: 0x80, value: .max, values: [UInt64(bitPattern: -9), 9])
        #expect(try Self.entry(signed).kind == .signedRange(-9...9))
        #expect(signed.listing["value"] == -1 && signed.listing["raw_value"] == .uint(.max))
        let choices: [(name: String, value: UInt64)] = [("off", 0), ("on", 3)]
        #expect(
            try Self.entry(Self.property("e", flags: 8, value: 3, choices: choices)).kind
                == .choice(["off": 0, "on": 3]))
        #expect(try Self.entry(Self.property("b", flags: 32, choices: choices)).kind == .bits(["off": 0, "on": 3]))
        #expect(try Self.entry(Self.property("o", flags: 0x8000_0040, value: 9, values: [0xFBFB_FBFB])).kind == .object)
        #expect(try Self.entry(Self.property("i", flags: 6, values: [0, 1])).isImmutable)
    }

    @Test func theBytesOfABlobAreReadAgain() throws {
        let table: JSONValue = [
            "properties": .object(["T": Self.property("T", flags: 16, value: 70, blob: [1, 0xAB, 255]).listing])
        ]
        let document: JSONValue = ["a": ["planes": .array([table])]]
        let card = try CardDocument(decoding: document.encoded).cards[0].snapshot
        #expect(card.blobs[BlobID(rawValue: 70)] == [1, 0xAB, 255])
    }

    @Test func anEDIDIsNeverAmongTheBlobs() {
        #expect(Self.property("EDID", flags: 16, value: 70).readBlob == nil)
        #expect(Self.property("TILE", flags: 16, value: 70).readBlob?.rawValue == 70)
        #expect(
            Self.property("TILE", flags: 16).readBlob == nil && Self.property("x", flags: 2, value: 70).readBlob == nil)
    }

    @Test func aFramebufferIsListedWithItsMemoryPlanes() {
        let framebuffer = ListedFramebuffer(
            id: FramebufferID(rawValue: 38), width: 64, height: 48, format: 0x3432_5258, modifier: 0,
            planes: [(0, 256), (12_288, 128)])
        let planes: JSONValue = [["offset": 0, "pitch": 256], ["offset": 12_288, "pitch": 128]]
        #expect(
            framebuffer.listing == [
                "id": 38, "width": 64, "height": 48, "format": 875_713_112, "modifier": 0, "planes": planes,
            ])
        let unknown = ListedFramebuffer(
            id: FramebufferID(rawValue: 38), width: 64, height: 48, format: 0, modifier: nil, planes: [])
        #expect(unknown.listing["modifier"] == nil && unknown.listing["planes"] == [])
    }

    @Test func modesAreReadAsTheyWere() throws {
        var mode = ModeTimings(width: 1920, height: 1080, millihertz: 59_940, flags: 5, type: 72)
        mode.hskew = 3
        let document: JSONValue = ["a": ["connectors": .array([["modes": .array([mode.listing])]])]]
        #expect(try CardDocument(decoding: document.encoded).cards[0].snapshot.connectors[0].modes == [mode])
        let blob = Self.property("MODE_ID", flags: 16, value: 4, blob: mode.kernelBytes).listing
        #expect(blob["data"] == mode.listing)
    }

    @Test func formatsWithTheirModifiersAreListed() {
        func words(_ words: [UInt32]) -> [UInt8] {
            words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
        }
        let list = words([1, 0, 2, 24, 2, 32, 0x1111, 0x2222, 0b11, 0, 0, 0, 0, 0, 0b10, 0, 0, 0, 9, 1])
        let listing = Self.property("IN_FORMATS", flags: 20, value: 4, blob: list).listing
        #expect(
            listing["data"]
                == [["modifier": 0, "formats": [0x1111, 0x2222]], ["modifier": 0x1_0000_0009, "formats": [0x2222]]])
        #expect(listing["blob_hex"] == nil)
        #expect(Self.property("IN_FORMATS", flags: 20, value: 4, blob: [1]).listing["data"] == .null)
    }

    @Test func theValueOfTheKeyScreensIsRead() throws {
        let text = #"""
            {"/dev/dri/card1": {"connectors": [{"id": 40, "type": 11}, {"id": 41, "type": 11}]},
             "screens": {"version": "1", "kernel": "6.9", "commandLine": "quiet",
              "names": {"/dev/dri/card1": {"40": "HDMI-A-3"}}, "vblanks": {"/dev/dri/card1": false},
              "udev": {"/dev/dri/card1": {"ID_SEAT": "seat1"}},
              "sysfs": {"/dev/dri/card1": {"HDMI-A-3": {"status": "connected", "edid": ""}}}}}
            """#
        let document = try CardDocument(decoding: Array(text.utf8))
        #expect(document.machine.kernel == "6.9" && document.machine.commandLine == "quiet")
        let card = try #require(document.cards.first)
        #expect(card.snapshot.connectors.map(\.name) == ["HDMI-A-3", "HDMI-A-2"])
        #expect(card.facts.hasVBlank == false && card.facts.udev == ["ID_SEAT": "seat1"])
        #expect(card.facts.files["HDMI-A-3"]?["status"] == "connected")
        #expect(card.facts.gaps.contains(.crtcs) && card.facts.gaps.contains(.status(ConnectorID(rawValue: 40))))
    }

    @Test func hexadecimalDigitsAreBytes() {
        #expect([UInt8](hexadecimal: "00aBff") == [0, 0xAB, 0xFF] && [UInt8](hexadecimal: "") == [])
        for text in ["0", "0g", "００", "0 "] { #expect([UInt8](hexadecimal: text) == nil) }
        #expect([0, 0xAB, 0xFF].hexadecimal == "00abff")
    }
}
