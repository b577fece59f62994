import TestSupport
import Testing

@testable import ScreensKMS

/// Requests are compared with the limits of the card's objects.
@Suite struct RequestCheckTests {
    private let card: CardSnapshot
    private let framebuffers: [FramebufferID: RequestCheck.Framebuffer] = [
        FramebufferID(rawValue: 900): .init(width: 1280, height: 720, format: 0x3432_5258),
        FramebufferID(rawValue: 901): .init(width: 1280, height: 720, format: 0x3432_4752),
        FramebufferID(rawValue: 902): .init(width: 9000, height: 720, format: 0x3432_5258),
    ]
    private var connector: Connector { card.connectors[0] }
    private var crtc: CRTC { card.crtcs[0] }
    private var plane: Plane { card.planes[0] }

    init() throws {
        card = try CardDocument(decoding: HardwareDocuments.own("vc4-board")).cards[0].snapshot
    }

    private func problems(_ change: (inout AtomicRequest) -> Void) -> [String] {
        var request = AtomicRequest()
        change(&request)
        return RequestCheck(card, framebuffers: framebuffers).faults(in: request).map(\.description)
    }

    private func show(_ framebuffer: UInt64, _ request: inout AtomicRequest) {
        request.set("FB_ID", of: plane, to: framebuffer)
        for (name, value) in [("SRC_W", 1280 as UInt64), ("SRC_H", 720)] {
            request.set(name, of: plane, to: value << 16)
        }
    }

    @Test func aModesetThatFitsHasNoFaults() {
        let found = problems { request in
            request.set("CRTC_ID", of: connector, to: crtc.id)
            request.set("MODE_ID", of: crtc, to: .blob(connector.modes[1].kernelBytes))
            request.set("ACTIVE", of: crtc, to: 1)
            request.set("GAMMA_LUT", of: crtc, to: .blob([UInt8](repeating: 0, count: 2048)))
            show(900, &request)
            request.set("rotation", of: plane, to: 4)
            request.set("alpha", of: plane, to: 65_535)
        }
        #expect(found == [])
    }

    @Test func valuesOutsideThePropertysOwnLimitsAreFaults() {
        #expect(problems { $0.set("left margin", of: connector, to: 101) }.count == 1)
        #expect(problems { $0.set("Colorspace", of: connector, to: 1) }.count == 1)
        #expect(problems { $0.set("rotation", of: plane, to: 2) }.count == 1)
        #expect(problems { $0.set("zpos", of: plane, to: 128) }.count == 1)
        #expect(problems { $0.set("GAMMA_LUT", of: crtc, to: .blob([1])) }.count == 1)
        #expect(problems { $0.set("GAMMA_LUT", of: crtc, to: 7) }.count == 1)
        #expect(problems { $0.set("ACTIVE", of: crtc, to: .blob([1])) }.count == 1)
    }

    @Test func aSizeThatNoBlobHasIsAFault() throws {
        let properties =
            #"{"GAMMA_LUT": {"flags": 16}, "GAMMA_LUT_SIZE": {"flags": 6, "raw_value": 18446744073709551615}}"#
        let document = #"{"a": {"crtcs": [{"properties": \#(properties)}], "planes": [{}]}}"#
        let card = try CardDocument(decoding: Array(document.utf8)).cards[0].snapshot
        var request = AtomicRequest()
        request.set("GAMMA_LUT", of: card.crtcs[0], to: .blob([1]))
        #expect(RequestCheck(card, framebuffers: [:]).faults(in: request).count == 1)
    }

    @Test func aPlaneShowsOnlyItsFormatsOnItsCRTCs() {
        #expect(problems { show(901, &$0) } == ["plane 60 FB_ID: the plane does not show RG24"])
        #expect(problems { show(903, &$0) }.contains("plane 60 FB_ID: no framebuffer 903"))
        #expect(problems { show(902, &$0) } == ["plane 60 FB_ID: the card has no framebuffers of 9000x720"])
        #expect(
            problems { $0.set("CRTC_ID", of: plane, to: card.crtcs[1].id) }.contains(
                "plane 60 CRTC_ID: it cannot serve CRTC 88"))
        #expect(
            problems { $0.set("FB_ID", of: plane, to: 0) } == [
                "plane 60 FB_ID: a plane has a framebuffer and a CRTC, or neither"
            ])
        #expect(problems { $0.set("rotation", of: plane, to: 5) }.contains("plane 60 rotation: 5 is not one rotation"))
        let beyond = problems { request in
            show(900, &request)
            request.set("SRC_X", of: plane, to: 1 << 16)
        }
        #expect(beyond == ["plane 60 SRC_W: it reaches beyond the framebuffer"])
    }

    @Test func aCRTCHasAModeAndAConnectorOrNeither() {
        #expect(problems { $0.set("MODE_ID", of: crtc, to: 0) }.count == 2)
        #expect(problems { $0.set("CRTC_ID", of: connector, to: 0) } == [])
        #expect(problems { $0.set("MODE_ID", of: card.crtcs[1], to: .blob(connector.modes[0].kernelBytes)) }.count == 1)
        let other = problems { $0.set("CRTC_ID", of: card.connectors[1], to: crtc.id) }
        #expect(other == ["connector 42 CRTC_ID: its encoders cannot take CRTC 70"])
    }

    @Test func objectsAndPropertiesOfOtherCardsAreUnknown() throws {
        let laptop = try CardDocument(decoding: HardwareDocuments.own("i915-laptop")).cards[0].snapshot
        let found = problems { $0.set("CRTC_ID", of: laptop.connectors[1], to: 0) }
        #expect(found == ["connector 103 CRTC_ID: no such object"])
    }
}
