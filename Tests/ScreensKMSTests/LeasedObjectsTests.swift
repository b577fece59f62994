import ScreensKMS
import TestSupport
import Testing

/// The objects of leases, on documents of cards.
@Suite struct LeasedObjectsTests {
    private static func card(_ name: String) throws -> CardSnapshot {
        try #require(
            try CardDocument(decoding: HardwareDocuments.own(name)).cards.first { !$0.snapshot.planes.isEmpty }
        )
        .snapshot
    }

    private static func lease(_ card: CardSnapshot, crtc index: Int) throws -> LeasedObjects {
        let crtc = card.crtcs[index]
        let primary = try #require(
            card.planes.first { $0.isPrimary && $0.crtc == crtc.id }
                ?? card.planes.first { $0.isPrimary && $0.possibleCRTCs.contains(crtc.index) && $0.crtc == nil })
        return LeasedObjects(connector: card.connectors[0].id, crtc: crtc, primary: primary.id, in: card)
    }

    @Test(arguments: [(0, [31, 46, 40]), (1, [58, 72, 66])] as [(Int, [UInt32])])
    func planesOfOneCRTCAreAllItsOwn(_ index: Int, _ planes: [UInt32]) throws {
        let lease = try Self.lease(Self.card("i915-laptop"), crtc: index)
        #expect(lease.planes.map(\.rawValue) == planes)
    }

    @Test func planesThatOtherCRTCsCanUseAreNotLent() throws {
        let card = try Self.card("vc4-board")
        for index in card.crtcs.indices {
            guard let lease = try? Self.lease(card, crtc: index) else { continue }
            let others = card.planes.filter { lease.planes.dropFirst(2).contains($0.id) }
            #expect(others.allSatisfy { $0.possibleCRTCs == CRTCMask(CRTCIndex(rawValue: index)) })
            let cursors = card.planes.filter { lease.planes.contains($0.id) && $0.isCursor }
            #expect(
                cursors.count <= 1
                    && lease.planes.count { id in card.planes.contains { $0.id == id && $0.isPrimary } } == 1)
        }
    }

    @Test func noTwoScreensGetTheSamePlane() throws {
        for name in ["i915-laptop", "vc4-board", "amdgpu-assembled"] {
            let card = try Self.card(name)
            let leases = card.crtcs.indices.compactMap { try? Self.lease(card, crtc: $0) }
            let rest = leases.map { Set($0.planes.dropFirst()) }
            for (place, planes) in rest.enumerated() {
                for other in rest[(place + 1)...] { #expect(planes.isDisjoint(with: other), "\(name)") }
            }
        }
    }

    @Test func aModesetBesideALeaseSeesNoneOfItsObjects() throws {
        let card = try Self.card("i915-laptop")
        let lease = try Self.lease(card, crtc: 0)
        let rest = card.sparing([lease])
        #expect(rest.crtcs.map(\.id) == [card.crtcs[1].id])
        #expect(rest.connectors.map(\.id) == card.connectors.dropFirst().map(\.id))
        #expect(rest.planes.map(\.id) == card.planes.map(\.id), "planes keep their places")
        for plane in rest.planes where lease.planes.contains(plane.id) {
            #expect(plane.possibleCRTCs == [] && plane.crtc == nil && plane.framebuffer == nil)
        }
        #expect(card.sparing([]) == card)
    }

    @Test func aRestorationBesideALeaseLeavesItsObjectsOut() throws {
        let card = try Self.card("i915-laptop")
        let lease = try Self.lease(card, crtc: 0)
        #expect(card.without([lease]).planes.map(\.id.rawValue) == [58, 66, 72])
        let own = card.only(lease)
        #expect(own.planes.map(\.id.rawValue) == [31, 40, 46])
        #expect(own.crtcs.map(\.id) == [lease.crtc] && own.connectors.map(\.id) == [lease.connector])
    }
}
