import ScreensKMS
import Testing

@testable import Screens

@Suite struct CRTCAssignmentTests {
    private func assign(
        _ requests: [(connector: ConnectorID, possible: CRTCMask, current: CRTCIndex?)], crtcs: Int,
        taken: Set<CRTCIndex> = []
    ) -> [ConnectorID: CRTCIndex] {
        CRTCAssignment.assign(
            requests.map { .init(connector: $0.connector, possibleCRTCs: $0.possible, current: $0.current) },
            crtcCount: crtcs, taken: taken)
    }

    @Test func aConnectorKeepsItsCRTC() {
        #expect(assign([(1, 0b11, nil), (2, 0b11, 0)], crtcs: 2) == [1: 1, 2: 0])
    }

    @Test func aConnectorYieldsToOneWithoutAChoice() {
        #expect(assign([(1, 0b11, 0), (2, 0b01, nil)], crtcs: 2) == [1: 1, 2: 0])
    }

    @Test func aLongChainIsShifted() {
        #expect(
            assign([(1, 0b0011, 0), (2, 0b0110, 1), (3, 0b1100, 2), (4, 0b0001, nil)], crtcs: 4)
                == [1: 1, 2: 2, 3: 3, 4: 0])
    }

    @Test func runningScreensAreNotTouched() {
        #expect(assign([(1, 0b01, nil), (2, 0b11, nil)], crtcs: 2, taken: [0]) == [2: 1])
    }

    @Test func aConnectorWithoutACRTCIsMissing() {
        #expect(assign([(1, 0b11, nil), (2, 0b11, nil), (3, 0b11, nil)], crtcs: 2).count == 2)
        #expect(assign([(1, 0b11, nil)], crtcs: 0).isEmpty)
        #expect(assign([(1, 0, nil)], crtcs: 4).isEmpty)
    }

    /// Returns the largest possible number of assignments, by trying all of them.
    private func best(_ possible: [UInt32], _ free: UInt32) -> Int {
        guard let first = possible.first else { return 0 }
        let rest = Array(possible.dropFirst())
        var most = best(rest, free)
        for crtc in 0..<4 as Range<UInt32> where first & free & (1 << crtc) != 0 {
            most = max(most, 1 + best(rest, free & ~(1 << crtc)))
        }
        return most
    }

    @Test func asManyAsPossibleArePlaced() {
        // Every combination of four connectors that each reach some of four CRTCs.
        for pattern in 0..<65_536 as Range<UInt32> where pattern % 7 == 0 {
            let possible = (0..<4 as Range<UInt32>).map { (pattern >> ($0 * 4)) & 0xF }
            let assignment = assign(
                possible.enumerated().map {
                    (ConnectorID(rawValue: UInt32($0.offset)), CRTCMask(rawValue: $0.element), nil)
                }, crtcs: 4)
            #expect(assignment.count == best(possible, 0xF), "\(possible)")
            #expect(Set(assignment.values).count == assignment.count)
            #expect(assignment.allSatisfy { possible[Int($0.key.rawValue)] & (1 << UInt32($0.value.rawValue)) != 0 })
        }
    }
}
