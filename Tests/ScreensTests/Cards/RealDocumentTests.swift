import Foundation
import Glibc
import TestSupport
import Testing

@testable import Screens
@testable import ScreensKMS

/// The whole library on documents of real cards.
@Suite struct RealDocumentTests {
    /// The screens that a person would expect to be lit if all are selected, in the expected modes.
    private static let expected: [String: [String]] = [
        "vc4-board.json": ["card1/HDMI-A-1 1920x1080@60.000"],
        "i915-laptop.json": ["card0/eDP-1 1920x1080@60.020", "card0/DP-1 1920x1080@60.000"],
        "nvidia-desktop.json": ["card1/DP-1 2560x1440@59.951"],
        "bgr888-encoder.json": ["card0/HDMI-A-1 1920x1080@60.000"],
        "radeon-legacy.json": ["card0/DVI-I-1 1920x1080@60.000"],
        "firmware-beside-nouveau.json": ["card1/HDMI-A-1 1920x1080@60.000"],
        "amdgpu-assembled.json": [
            "card1/eDP-1 2560x1600@120.000", "card1/HDMI-A-1 3840x2160@60.000", "card1/DP-2 1920x1080@60.000",
        ],
        "i915-intel-5927.json": ["card0/DP-1 1920x1080@60.000"],
        "msm-qcm2290-arduino-uno-q.json": ["card0/DP-1 1920x1080@60.000"],
        "i915-laptop-18-planes.json": ["card0/eDP-1 1366x768@60.003"],
        // Composite output is driven only if it is named.
        "vc4-composite.json": [],
        "atari-drm.json": ["card0/VGA-1 640x400@70.719"],
        "shmob-drm-armadillo800.json": ["card0/DPI-1 800x480@59.993"],
        "canaan-k230-dsi.json": ["card0/DSI-1 1080x1920@30.000"],
        // A touch bar is not a desktop.
        "adp-apple-m2-touchbar.json": [],
        "apple-m2-dcp.json": ["card0/eDP-1 2560x1600@60.000"],
        // The mode of the kernel's command line overrides the preferred one.
        "hibmc-kunpeng.json": ["card0/VGA-1 640x480@60.000"],
        "mxsfb-imx6ull-evk.json": ["card0/Unknown-1 480x272@59.940"],
        "rockchip-rk3399pro-vendor.json": ["card0/DSI-1 800x1280@60.506", "card0/HDMI-A-1 1920x1080@60.000"],
        "virtio_gpu-qemu-vga.json": ["card0/Virtual-1 1280x800@74.994"],
        "spacemit-k1-dsi.json": ["card0/DSI-1 1200x1920@60.047"],
        "vc4-rpi-firmware-kms.json": ["card0/HDMI-A-1 1024x768@60.004"],
        "vc4-rpi5-cm5.json": ["card0/HDMI-A-1 1920x1080@60.000"],
        "xlnx-like-qcap-hdmi.json": ["card0/HDMI-A-1 3840x2160@59.997"],
        "xlnx-zynqmp-vmix-hdmi.json": ["card0/HDMI-A-1 3840x2160@59.847"],
        "nvidia-drm-gt1030.json": ["card0/DP-1 1024x768@60.000"],
        "i915-legacy-2012.json": ["card0/LVDS-1 1280x800@60.000"],
    ]

    @Test(arguments: RealDocument.all.filter { $0.grade != "facts" })
    func theDisplaysThatAPersonExpectsAreLitInTheirModes(_ document: RealDocument) async throws {
        let (lit, modesets) = try await document.drive { kit, cards in
            (kit.litScreens(of: cards), cards.map(\.modesets.count).reduce(0, +))
        }
        #expect(lit.sorted() == (Self.expected[document.name] ?? ["unexpected"]).sorted())
        #expect(modesets == lit.count, "no mode is refused")
    }

    @Test(arguments: RealDocument.all.filter { $0.grade == "facts" })
    func aDocumentOfFactsIsReadDescribedAndDriven(_ document: RealDocument) async throws {
        try await document.drive { kit, cards in
            let connectors = try document.snapshots().map(\.connectors.count).reduce(0, +)
            #expect(kit.cards.count == cards.count && kit.connectors.count == connectors)
            for screen in kit.connectors { #expect(!screen.qualifiedName.isEmpty) }
        }
    }

    @Test(arguments: RealDocument.corpus.filter { $0.name == "vc4-composite.json" })
    func compositeOutputIsLitInItsPreferredInterlacedModeIfItIsNamed(_ document: RealDocument) async throws {
        let lit = try await document.drive(.named(["Composite-1"])) { kit, cards in kit.litScreens(of: cards) }
        #expect(lit == ["card0/Composite-1 720x480i@59.940"])
    }

    /// A value of a request is refused once its property does not allow it: nothing is sent unchecked.
    @Test(arguments: RealDocument.all.filter { $0.grade != "facts" })
    func everyValueOfARequestIsComparedWithTheRangeOfItsProperty(_ document: RealDocument) async throws {
        let driven = try await document.drive { _, cards in
            cards.compactMap { card in card.latestRequest.map { (card.path, $0) } }
        }
        for card in try CardDocument(decoding: document.bytes).cards {
            guard let request = driven.first(where: { $0.0 == card.node })?.1 else { continue }
            #expect(!request.changes.isEmpty)
            var compared = 0
            for change in request.changes {
                guard case .number(let number) = change.value else { continue }
                let entry = Self.entry(of: change, in: card.snapshot)
                let kind: PropertyKind
                switch entry?.kind {
                case .range: kind = number == 0 ? .range(1...1) : .range(0...0)
                case .signedRange: kind = number == 0 ? .signedRange(1...1) : .signedRange(0...0)
                case .choice: kind = .choice(["none": number &+ 1])
                case .bits: kind = .bits(number & 1 == 1 ? ["other": 1] : ["other": 0])
                // Other tests check that the object named by other properties exists.
                default: continue
                }
                compared += 1
                let place = "\(change.object) \(change.name)"
                let faults = RequestCheck(card.snapshot.replacing(kind, of: change), framebuffers: [:]).faults(
                    in: request)
                #expect(faults.contains { $0.place == place }, "\(place) = \(number)")
            }
            #expect(compared >= 9, "\(compared)")
        }
    }

    private static func entry(of change: AtomicRequest.Change, in card: CardSnapshot) -> Properties.Entry? {
        switch change.object {
        case .connector(let id): card.connectors.first { $0.id == id }?.properties[change.name]
        case .crtc(let id): card.crtcs.first { $0.id == id }?.properties[change.name]
        case .plane(let id): card.planes.first { $0.id == id }?.properties[change.name]
        }
    }

    @Test func anAMDCardThatIsAssembledIsDrivenTogetherOnItsBackwardPlanes() async throws {
        // No document of a whole card is public: this one is assembled from facts of several documents and of the
        // driver's source.
        let document = try #require(RealDocument.own.first { $0.name == "amdgpu-assembled.json" })
        let found = try #require(try document.snapshots().first)
        try await document.drive { kit, cards in
            let card = try #require(cards.first?.snapshot)
            #expect(kit.litScreens(of: cards).count == 3 && cards.first?.commits.count == 1, "in one commit")
            // CRTC N has the plane that only it can use: the N-th from the end.
            for crtc in card.crtcs where crtc.isActive {
                let plane = try #require(card.planes.first { $0.crtc == crtc.id && $0.isPrimary })
                #expect(plane.possibleCRTCs == CRTCMask(crtc.index))
                #expect(plane.id == found.planes[3 - crtc.index.rawValue].id)
            }
            #expect(card.planes.allSatisfy { !$0.isCursor || $0.crtc == nil }, "a cursor that was left is off")
        }
        let gap = try #require(found.crtcs.last)
        #expect(gap.properties["GAMMA_LUT"]?.value != 0 && !gap.isActive, "a table was left on a CRTC that is off")
    }
}
