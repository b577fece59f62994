import Testing

@testable import ScreensKMS

@Suite struct CRTCMaskTests {
    private func index(_ number: Int) -> CRTCIndex { CRTCIndex(rawValue: number) }

    @Test func aBitIsACRTC() {
        let mask = CRTCMask(rawValue: 0b1010)
        #expect((0...4).map { mask.contains(index($0)) } == [false, true, false, true, false])
        #expect(CRTCMask(index(3)).rawValue == 8)
    }

    @Test func theLastBitIsACRTC() {
        #expect(CRTCMask(index(31)).rawValue == 1 << 31)
        #expect(CRTCMask(rawValue: .max).contains(index(31)))
    }

    @Test func noCRTCIsBeyondTheBits() {
        #expect(CRTCMask(index(-1)).isEmpty)
        #expect(!CRTCMask(rawValue: .max).contains(index(-1)))
        #expect(CRTCMask(index(32)).isEmpty)
        #expect(!CRTCMask(rawValue: .max).contains(index(32)))
    }

    @Test(
        arguments: [(0, 0), (1, 1), (3, 7), (31, 0x7FFF_FFFF), (32, 0xFFFF_FFFF), (64, 0xFFFF_FFFF)] as [(Int, UInt32)])
    func theFirstCRTCsAreTheLowestBits(count: Int, bits: UInt32) {
        #expect(CRTCMask(first: count).rawValue == bits)
    }

    @Test func indexesBeyondTheCardAreLeftOut() {
        #expect(CRTCMask(rawValue: 0b1101).indexes(below: 3) == [index(0), index(2)])
        #expect(CRTCMask(rawValue: .max).indexes(below: 0).isEmpty)
    }
}
