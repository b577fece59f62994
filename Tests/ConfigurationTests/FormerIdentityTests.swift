import ScreensEDID
import Testing

@testable import Screens
@testable import ScreensConfiguration

/// Settings for a display whose identity has changed with the decoder still count.
struct FormerIdentityTests {
    /// A display of Dell with the name U2410 and the serial number 1, which is a placeholder.
    private static let edid: [UInt8] = {
        var bytes: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0] + [UInt8](repeating: 0, count: 120)
        bytes.replaceSubrange(8..<20, with: [0x10, 0xAC, 0xB1, 0xA0, 1, 0, 0, 0, 1, 20, 1, 4])
        for start in [54, 90, 108] { bytes[start + 3] = 0x10 }
        bytes.replaceSubrange(72..<84, with: [0, 0, 0, 0xFC, 0] + Array("U2410\n ".utf8))
        bytes[127] = 0 &- bytes.reduce(0, &+)
        return bytes
    }()

    @Test(arguments: [
        ("DEL:a0b1:U2410:1", true), ("DEL:a0b1:U2410:-", true), ("DEL U2410 1", true), ("DEL U2410", true),
        ("Dell Inc. U2410 1", true), ("DEL:*:1", true), ("DEL:a0b1:U2410:2", false), ("DEL U2410 2", false),
    ])
    func aPatternOfTheFormerIdentityMatches(pattern: String, matches: Bool) throws {
        let identity = ScreenIdentity(try DisplayDescription(decoding: Self.edid).identity, vendor: "Dell Inc.")
        #expect(identity.description == "DEL:a0b1:U2410:-")
        #expect(!identity.hasSerial)
        #expect(identity.matches("DEL:*:*:1"))
        var match = ScreenMatch()
        match.identity = TextPattern(pattern)
        #expect(match.matches(.sample("DP-1", identity: identity)) == matches)
    }
}
