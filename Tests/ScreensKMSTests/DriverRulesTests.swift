import TestSupport
import Testing

@testable import ScreensKMS

/// The rules of drivers, one by one.
@Suite struct DriverRulesTests {
    private static let hd = ModeTimings(width: 1920, height: 1080, millihertz: 60_000)

    private static func plane(
        _ source: (UInt64, UInt64) = (1920, 1080), at target: (Int64, Int64, UInt64, UInt64) = (0, 0, 1920, 1080),
        rotation: UInt64 = 1, isPrimary: Bool = true
    ) -> DriverRules.PlacedPlane {
        DriverRules.PlacedPlane(
            isPrimary: isPrimary, source: (source.0 << 16, source.1 << 16),
            target: (target.0, target.1, target.2, target.3), rotation: rotation, mode: hd)
    }

    private static let planes: [(DriverRules.Rule, DriverRules.PlacedPlane, String?)] = [
        (.noScaling, plane(), nil), (.noScaling, plane((1280, 720)), "CRTC_W"),
        (.noScaling, plane((1080, 1920), rotation: 2), nil),
        (.scaling(down: 4, up: 16), plane((3840, 2160)), nil),
        (.scaling(down: 4, up: 16), plane((7684, 1080)), "CRTC_W"),
        (.scaling(down: 4, up: 16), plane((100, 1080)), "CRTC_W"), (.scaling(down: 4, up: 16), plane((120, 1080)), nil),
        (.primaryPlaneCoversCRTC, plane(), nil), (.primaryPlaneCoversCRTC, plane(at: (2, 0, 1918, 1080)), "CRTC_X"),
        (.primaryPlaneCoversCRTC, plane(at: (2, 0, 8, 8), isPrimary: false), nil),
        (.planesStayInside, plane(at: (10, 10, 1900, 1000)), nil),
        (.planesStayInside, plane(at: (-1, 0, 8, 8)), "CRTC_X"),
        (.planesStayInside, plane(at: (10, 0, 1920, 1080)), "CRTC_X"),
        (.noQuarterRotations, plane(rotation: 1), nil), (.noQuarterRotations, plane(rotation: 4), nil),
        (.noQuarterRotations, plane(rotation: 2), "rotation"), (.noQuarterRotations, plane(rotation: 8), "rotation"),
        (.noReflection, plane(rotation: 1 << 4 | 1), "rotation"), (.noReflection, plane(rotation: 1 << 5 | 1), nil),
    ]

    @Test(arguments: planes.indices)
    func aPlaneFollowsTheRule(_ index: Int) {
        let (rule, plane, property) = Self.planes[index]
        #expect(DriverRules([rule]).problems(of: plane).map(\.property) == [property].compactMap(\.self), "\(rule)")
    }

    private static func connector(_ type: ConnectorType) throws -> Connector {
        let board = try CardDocument(decoding: HardwareDocuments.own("vc4-board")).cards[0].snapshot.connectors[0]
        return Connector(
            id: board.id, name: "x", type: type, connection: .connected, physicalWidth: 0, physicalHeight: 0,
            modes: [hd], crtc: nil, possibleCRTCs: CRTCMask(first: 1), properties: Properties(), edid: [])
    }

    @Test func aModeFollowsTheRule() throws {
        let (hdmi, panel) = (try Self.connector(.hdmiA), try Self.connector(ConnectorType(rawValue: 16)))
        var odd = Self.hd
        odd.hsyncStart += 1
        let even = DriverRules([.evenHorizontalTimings])
        #expect(even.problems(of: odd, on: hdmi).count == 1 && even.problems(of: odd, on: panel).isEmpty)
        #expect(even.problems(of: Self.hd, on: hdmi).isEmpty)
        odd.flags |= 1 << 12
        #expect(even.problems(of: odd, on: hdmi).isEmpty, "a doubled clock")
        let slow = DriverRules([.fastestClock(100_000)])
        #expect(slow.problems(of: Self.hd, on: hdmi).count == 1 && slow.problems(of: Self.hd, on: panel).isEmpty)
        let listed = DriverRules([.listedModes])
        #expect(listed.problems(of: Self.hd, on: panel).isEmpty && listed.problems(of: odd, on: panel).isEmpty)
        var other = Self.hd
        other.htotal += 2
        #expect(listed.problems(of: other, on: panel).count == 1)
        let sizes = DriverRules([.modes(sizes: [.init(width: 1920, height: 1080)], hertz: 59...61)])
        #expect(sizes.problems(of: Self.hd, on: panel).isEmpty)
        #expect(sizes.problems(of: ModeTimings(width: 1920, height: 1080, millihertz: 75_000), on: panel).count == 1)
        #expect(sizes.problems(of: ModeTimings(width: 1366, height: 768, millihertz: 60_000), on: panel).count == 1)
    }

    private static func card(_ driver: String, width: Int = 16_384) -> CardSnapshot {
        CardSnapshot(
            driver: driver, capabilities: CardCapabilities(isAtomic: true),
            framebufferLimits: FramebufferLimits(width: 0...width, height: 0...width), connectors: [], crtcs: [],
            planes: [])
    }

    @Test(
        arguments: [
            ("amdgpu", 16_384, 2), ("i915", 16_384, 2), ("vc4", 7680, 2), ("vc4", 2048, 2), ("vc4", 8192, 0),
            ("hibmc", 1920, 3), ("nvidia-drm", 16_384, 0), ("", 0, 0),
        ])
    func rulesBelongToDriversAndGenerations(_ driver: String, _ width: Int, _ count: Int) {
        #expect(DriverRules(for: Self.card(driver, width: width)).rules.count == count)
    }

    private static let onePlane: [DriverRules.Rule] = [.noScaling, .primaryPlaneCoversCRTC, .primaryPlaneIsOn]

    /// The tests of refusals on a kernel (`Tests/Kernel/tests/picture/test_refusals.py`) expect the same.
    @Test(arguments: [
        ("vkms", [.noScaling]), ("virtio_gpu", [.noScaling, .primaryPlaneCoversCRTC]), ("bochs-drm", onePlane),
        ("cirrus", onePlane), ("cirrus-qemu", onePlane), ("gud", onePlane), ("udl", onePlane), ("qxl", []),
        ("simpledrm", onePlane + [.listedModes]),
    ])
    func theRulesOfADriverAreTheRefusalsOfItsKernel(_ driver: String, _ rules: [DriverRules.Rule]) {
        #expect(DriverRules(for: Self.card(driver)).rules == rules)
    }

    /// The ranges of an AMD card's properties allow the request, but its driver refuses it.
    @Test func aRequestIsCheckedByTheRulesOfTheCardsDriver() throws {
        let card = try CardDocument(decoding: HardwareDocuments.own("amdgpu-assembled")).cards[0].snapshot
        let plane = card.planes[3]
        func problems(_ rules: DriverRules, _ change: (inout AtomicRequest) -> Void) -> [String] {
            var request = AtomicRequest()
            change(&request)
            let shown = RequestCheck.Framebuffer(width: 2560, height: 1600, format: 0x3432_5258)
            return RequestCheck(card, framebuffers: [FramebufferID(rawValue: 140): shown], rules: rules).faults(
                in: request
            ).map(\.description)
        }
        func withoutPlane(_ request: inout AtomicRequest) {
            for name in ["FB_ID", "CRTC_ID"] { request.set(name, of: plane, to: 0) }
            request.set("ACTIVE", of: card.crtcs[0], to: 1)
        }
        #expect(problems(DriverRules([])) { withoutPlane(&$0) } == [])
        #expect(
            problems(DriverRules(for: card)) { withoutPlane(&$0) }
                == ["crtc 86 MODE_ID: the driver needs its primary plane"])
        func tiny(_ request: inout AtomicRequest) { request.set("CRTC_W", of: plane, to: 639) }
        #expect(problems(DriverRules([])) { tiny(&$0) } == [])
        #expect(
            problems(DriverRules(for: card)) { tiny(&$0) }
                == ["plane 59 CRTC_W: the driver does not scale that much"])
    }
}
