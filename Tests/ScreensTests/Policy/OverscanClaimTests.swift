import Testing

@testable import Screens

@Suite struct OverscanClaimTests {
    /// Two bits each for the preferred timing, IT formats and CE formats: 1 is always cut off, 2 never, 3 both. No mode
    /// is a CE format here.
    @Test(
        arguments: [
            (0b01_00_00, true, true), (0b01_10_10, true, true), (0b10_01_01, true, false), (0b00_01_00, true, true),
            (0b00_00_01, true, false), (0b01_00_00, false, false), (0b00_01_00, false, true), (0b11_11_11, true, false),
        ] as [(UInt8, Bool, Bool)])
    func theEDIDClaimsItForTheMode(_ edges: UInt8, _ isPreferred: Bool, _ isClaimed: Bool) {
        let mode = ScreenMode.make(0, 1000, 700, 60, preferred: isPreferred)
        #expect(OverscanClaim.isMade(edid: .edid(edges: edges), mode: mode) == isClaimed)
    }

    @Test func bytesThatAreNotAnEDIDClaimNothing() {
        let mode = ScreenMode.make(0, 1000, 700, 60, preferred: true)
        for edid in [[], [0x15], [UInt8](repeating: 0x15, count: 256)] as [[UInt8]] {
            #expect(!OverscanClaim.isMade(edid: edid, mode: mode))
        }
    }
}
