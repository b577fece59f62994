import ScreensEDID
import Testing

@testable import Screens

/// EDIDs for displays of tests.
@Suite struct SimulatedEDIDTests {
    @Test(
        arguments: [
            ("SIM", "Left", "A1", 1), ("ABZ", "Thirteen char", nil, 0xFFFF), ("DEL", "U", "Thirteen char", 0),
        ] as [(String, String, String?, UInt16)])
    func theyHaveTheIdentity(make: String, model: String, serial: String?, product: UInt16) throws {
        let bytes = try SimulatedScreen.edid(make: make, model: model, serial: serial, productCode: product)
        #expect(bytes.count == 128 && bytes.reduce(0, &+) == 0)
        let display = try DisplayDescription(decoding: bytes)
        #expect(display.findings.isEmpty, "\(display.findings)")
        let identity = display.identity
        #expect((identity.make, identity.model, identity.serial) == (make, model, serial))
        #expect((identity.productCode, identity.year) == (product, 2024))
        #expect(display.preferredTiming?.timing.width == 640 && display.preferredTiming?.timing.height == 480)
    }

    @Test(
        arguments: [
            ("SI", "a", nil), ("sim", "a", nil), ("S1M", "a", nil), ("SIMS", "a", nil), ("ÄSI", "a", nil),
            ("SIM", "", nil), ("SIM", "fourteen chars", nil), ("SIM", "Zürich", nil), ("SIM", "a\n", nil),
            ("SIM", "a ", nil), ("SIM", "a", ""), ("SIM", "a", "fourteen chars"),
        ] as [(String, String, String?)])
    func otherTextsAreErrors(make: String, model: String, serial: String?) {
        let error = #expect(throws: ScreenError.self) {
            try SimulatedScreen.edid(make: make, model: model, serial: serial)
        }
        #expect(error?.code == .invalidArgument && error?.remedy != nil)
    }
}
