import Testing

@testable import ScreensCEC

@Suite("A claim that failed")
struct ClaimRepetitionTests {
    private static let here = CECPhysicalAddress(rawValue: 0x1000)

    @Test("the pauses grow up to some minutes, so that a bus without a place costs no time")
    func pauses() {
        var repetition = ClaimRepetition()
        #expect(!repetition.hasFailed)
        let first = repetition.next()
        #expect(!repetition.hasFailed, "the kernel may be about to claim")
        let pauses = [first] + (0..<8).map { _ in repetition.next() }
        #expect(pauses == [4, 8, 16, 32, 64, 128, 256, 256, 256].map { .seconds($0) })
        #expect(repetition.hasFailed)
    }

    @Test("it is repeated only if that may help", arguments: [nil, "Screens", "Kodi"])
    func states(_ owner: String?) {
        for address in [CECPhysicalAddress.none, Self.here] {
            for addresses in [[], [CECLogicalAddress(rawValue: 4)]] {
                let state = CECAdapter.State(physicalAddress: address, addresses: addresses, owner: owner)
                let isDue = address != .none && addresses.isEmpty && owner != "Kodi"
                #expect(ClaimRepetition.isDue(in: state, as: "Screens") == isDue)
            }
        }
    }
}
