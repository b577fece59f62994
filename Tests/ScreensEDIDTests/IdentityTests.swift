import EDIDMutations
import Testing

@testable import ScreensEDID

@Suite("An identity")
struct IdentityTests {
    private func identity(
        name: String? = nil, serial: String? = nil, number: UInt32 = 0
    ) throws -> DisplayIdentity {
        var builder = DescriptionBuilder(make: "DEL", product: 0xA0B1, serial: number)
        if let name { builder.setText(1, tag: 0xFC, name) }
        if let serial { builder.setText(2, tag: 0xFF, serial) }
        return try DisplayDescription(decoding: builder.bytes).identity
    }

    @Test(arguments: [
        (
            name: String?("DELL U2410"), serial: String?("F525M0A1234L"), number: UInt32(5),
            form: "DEL:a0b1:DELL%20U2410:F525M0A1234L"
        ),
        (name: "U2410", serial: nil, number: 5, form: "DEL:a0b1:U2410:5"),
        (name: nil, serial: nil, number: 0, form: "DEL:a0b1:-:-"),
        (name: nil, serial: nil, number: 0x0101_0101, form: "DEL:a0b1:-:-"),
        (name: nil, serial: nil, number: 0xFFFF_FFFF, form: "DEL:a0b1:-:-"),
        (name: nil, serial: "SerialNumber", number: 1, form: "DEL:a0b1:-:-"),
        (name: nil, serial: "0000000000000", number: 0x1234, form: "DEL:a0b1:-:4660"),
        (name: "-", serial: "a:b%c*d?[]", number: 0, form: "DEL:a0b1:%2D:a%3Ab%25c%2Ad%3F%5B%5D"),
    ])
    func hasAStableForm(name: String?, serial: String?, number: UInt32, form: String) throws {
        let identity = try identity(name: name, serial: serial, number: number)
        #expect(identity.description == form)
        #expect(DisplayIdentity(form) == identity)
        #expect(DisplayIdentity(form)?.description == form)
    }

    @Test(arguments: [
        "0", "1", "0000000000000", "1111111111111", "-", "-------------", "............", "*********", "XXXXXXXXXX",
        "FFFFFFFFFFFF", "SerialNumber", "Serial Number", "SERIALNUMBER", "serial", "S/N", "None", "N/A", "Default",
        "123456789", "0123456789", "1234567890123", "16843009", "4294967295", "000001", "To be filled",
    ])
    func hasNoSerialIfItIsAPlaceholder(_ text: String) throws {
        #expect(try identity(serial: text).serial == nil)
        #expect(try identity(serial: text, number: 77).serial == "77")
    }

    @Test(arguments: ["2", "11", "000002", "H1AK500000", "0966", "36177123", "SN1", "F525M0A1234L", "10000001", "AAAB"])
    func hasASerialIfTheTextIsPlausible(_ text: String) throws {
        #expect(try identity(serial: text).serial == text)
    }

    @Test(arguments: [0, 1, 0x0101_0101, 0xFFFF_FFFF] as [UInt32])
    func hasNoSerialIfTheNumberIsAPlaceholder(_ number: UInt32) throws {
        #expect(try identity(number: number).serial == nil)
    }

    @Test func joinsTwoNamesWithoutBytesOfOnes() throws {
        var builder = DescriptionBuilder(make: "DEL", product: 0xA0B1)
        builder.setDescriptor(1, [0, 0, 0, 0xFC, 0] + Array("LM230".utf8) + [UInt8](repeating: 0xFF, count: 8))
        builder.setText(2, tag: 0xFC, "Second")
        let identity = try DisplayDescription(decoding: builder.bytes).identity
        #expect(identity.model == "LM230 Second")
    }

    @Test func escapesBytesThatAreNotASCII() {
        let identity = DisplayIdentity(make: "DEL", productCode: 10, model: "é\u{FFFD}", serial: "a\"'\\b")
        #expect(identity.description == "DEL:000a:%C3%A9%EF%BF%BD:a%22%27%5Cb")
        #expect(DisplayIdentity(identity.description) == identity)
    }

    @Test func hasNoMakeIfItsCodeIsNotThreeLetters() throws {
        var builder = DescriptionBuilder()
        (builder.base[8], builder.base[9]) = (0, 0)
        let display = try DisplayDescription(decoding: builder.bytes)
        #expect(display.identity.make == nil)
        #expect(display.base.manufacturer.description == "@@@")
        #expect(display.findings.map(\.code).contains(.invalidManufacturer))
    }

    @Test func doesNotDependOnTheYear() throws {
        let one = DisplayIdentity(make: "DEL", productCode: 1, model: "A", serial: nil, year: 2020)
        let other = DisplayIdentity(make: "DEL", productCode: 1, model: "A", serial: nil, year: 2021)
        #expect(one == other)
        #expect(Set([one, other]).count == 1)
    }

    @Test(arguments: [
        "", "DEL", "DEL:a0b1:x", "DEL:a0b1:x:y:z", "DEL:a0b:x:y", "DEL:a0b1c:x:y", "DEL:+0b1:x:y", "DEL:a0b1::y",
        "DEL:a0b1:%2:y", "DEL:a0b1:%zz:y", "DEL:a0b1:%FF:y",
    ])
    func isNotReadFromOtherTexts(_ text: String) {
        #expect(DisplayIdentity(text) == nil)
    }

    @Test(arguments: [
        ("DEL:*:*:*", true), ("del:*:*:*", true), ("D?L:A0B1:*:*", true), ("*:*:*:*", true),
        ("DEL:a0b1:DELL%20U2410:F525M0A1234L", true), ("DEL:a0b1:DELL U2410:F525M0A1234L", true),
        ("DEL:a0b1:DELL*:*", true), ("*:*:*U24?0:*1234L", true), ("*:*:DELL?U2410:*", true),
        ("DEL:a0b1:dell*:*", false), ("DEL:a0b2:*:*", false), ("DEL:a0b1:*:-", false), ("*:*:DELL:*", false),
        ("*:*:*:F525M0A1234L?", false), ("SAM:*:*:*", false), ("*:*:%2A:*", false),
    ])
    func matchesPatternsFieldByField(pattern: String, matches: Bool) throws {
        let identity = try identity(name: "DELL U2410", serial: "F525M0A1234L")
        #expect(try #require(DisplayIdentityPattern(pattern)).matches(identity) == matches)
    }

    @Test(arguments: [("DEL:*:*:*", true), ("DEL:*:-:-", true), ("DEL:*:?*:*", false), ("DEL:*:*:%2D", false)])
    func matchesMissingFields(pattern: String, matches: Bool) throws {
        #expect(try #require(DisplayIdentityPattern(pattern)).matches(identity()) == matches)
    }

    @Test func isMatchedByThePatternMadeOfIt() throws {
        let identity = try identity(name: "a*b?", serial: "%-:")
        let pattern = try #require(DisplayIdentityPattern(identity.description))
        #expect(pattern.matches(identity))
        #expect(!pattern.matches(try self.identity(name: "axbx", serial: "%-:")))
    }

    @Test(arguments: ["", "DEL", "*", "*:*:*", "*:*:*:*:*", "*:*::*", "*:*:%4:*", "*:*:[a]:*", "*:*:a%:*"])
    func isNotMatchedByBrokenPatterns(_ text: String) {
        #expect(DisplayIdentityPattern(text) == nil)
    }

    @Test
    func isMatchedInLittleTimeByAnyPattern() throws {
        let stars = String(repeating: "*a", count: 500) + "*b"
        let pattern = try #require(DisplayIdentityPattern("*:*:*:\(stars)"))
        let serial = String(repeating: "a", count: 5000)
        let identity = DisplayIdentity(make: "DEL", productCode: 1, model: nil, serial: serial)
        #expect(!pattern.matches(identity))
    }
}
