import CardDocumentMutations
import Foundation
import ScreensJSON
import TestSupport
import Testing

@testable import Screens
@testable import ScreensKMS

/// The choice of objects, formats and values, on documents of real cards.
@Suite struct CardReplayTests {
    /// A modeset of a connector, and what the card would refuse in it.
    private struct Replay {
        let modeset: Modeset
        let faults: [String]

        init(
            _ connector: Connector, crtcIndex: CRTCIndex, in card: CardSnapshot, mode: ScreenMode,
            _ options: PipeOptions = PipeOptions(), refusing refused: Set<String> = []
        ) throws {
            let target = try #require(
                ModesetTarget(
                    connector: connector.id, ModesetVariant(crtcIndex: crtcIndex), in: card))
            let optional = OptionalProperties(options, target, former: [:])
            var driver = SnapshotDriver(card, refusing: refused)
            var search = try ModesetSearch(mode, options, optional, target: target)
            modeset = try search.run(on: &driver)
            faults = driver.faults(in: modeset.request(framebuffer: try #require(driver.latest)))
        }

        /// The value of a property after the last change.
        func value(_ name: String, _ kind: ObjectKind) -> PropertyValue? {
            modeset.request(framebuffer: FramebufferID(rawValue: 1)).changes
                .last { $0.name == name && $0.object.kind == kind }?.value
        }
    }

    private static func card(_ document: [UInt8]) throws -> CardSnapshot {
        try #require(try CardDocument(decoding: document).cards.first).snapshot
    }

    /// The CRTCs of connectors that are enabled together.
    private static func crtcs(_ connectors: [Connector], of card: CardSnapshot) -> [ConnectorID: CRTCIndex] {
        CRTCAssignment.assign(
            connectors.map { connector in
                CRTCAssignment.Request(
                    connector: connector.id, possibleCRTCs: connector.possibleCRTCs,
                    current: card.crtcs.first { $0.id == connector.crtc }?.index)
            }, crtcCount: card.crtcs.count, taken: [])
    }

    private static func mode(_ connector: Connector, _ index: Int) -> ScreenMode {
        ScreenMode(id: index, timings: connector.modes[index])
    }

    // MARK: Our own documents

    @Test func aBoardsDisplayIsSetOnItsOwnCRTCAndPlane() throws {
        let card = try Self.card(HardwareDocuments.own("vc4-board"))
        let connector = card.connectors[0]
        let replay = try Replay(connector, crtcIndex: 0, in: card, mode: Self.mode(connector, 1))
        #expect(replay.faults == [] && replay.modeset.plane.id == 60 && replay.modeset.format == .xrgb8888)
        #expect(replay.value("alpha", .plane) == .number(65_535) && replay.value("rotation", .plane) == .number(1))
        #expect(replay.value("Colorspace", .connector) == .number(0))
        #expect(replay.value("GAMMA_LUT", .crtc) == .number(0))
        #expect(replay.value("zpos", .plane) == nil, "it is left as it was found")
        #expect(replay.value("left margin", .connector) == nil, "no overscan is configured")
    }

    @Test func aBoardsMarginsTurnsAndPropertiesAreItsOwn() throws {
        let card = try Self.card(HardwareDocuments.own("vc4-board"))
        let connector = card.connectors[0]
        var options = PipeOptions()
        options.overscan = Overscan(.pixels(40))
        options.orientation = .upsideDown
        options.properties = ["max bpc": "10", "Broadcast RGB": "Full"]
        options.adjustment = ColorAdjustment(dimming: 0.5)
        let replay = try Replay(connector, crtcIndex: 0, in: card, mode: Self.mode(connector, 0), options)
        #expect(replay.faults == [] && replay.modeset.plan.compensation == .margins)
        #expect(replay.value("left margin", .connector) == .number(40))
        #expect(replay.value("rotation", .plane) == .number(1), "the copy turns it")
        #expect(replay.modeset.plan.ownOrientation == .upsideDown)
        #expect(replay.value("max bpc", .connector) == .number(10))
        guard case .blob(let table) = replay.value("GAMMA_LUT", .crtc) else {
            Issue.record("a table")
            return
        }
        #expect(table.count == 256 * 8)
        let refusing = try Replay(
            connector, crtcIndex: 0, in: card, mode: Self.mode(connector, 0), options, refusing: ["max bpc"])
        #expect(refusing.faults == [] && refusing.value("max bpc", .connector) == nil)
        #expect(refusing.value("Broadcast RGB", .connector) == .number(1), "the others are set all the same")
    }

    @Test func aMarginBeyondThePropertysLimitIsMadeByTheCopy() throws {
        let card = try Self.card(HardwareDocuments.own("vc4-board"))
        let connector = card.connectors[0]
        var options = PipeOptions()
        options.overscan = Overscan(.pixels(101))
        let replay = try Replay(connector, crtcIndex: 0, in: card, mode: Self.mode(connector, 0), options)
        #expect(replay.faults == [] && replay.modeset.plan.compensation == .software)
        #expect(replay.value("left margin", .connector) == .number(0))
    }

    /// A test commit that passes does not prove that a driver rotates or scales correctly.
    @Test(arguments: [
        ("vc4-board", nil, Orientation.upsideDown, false), ("i915-laptop", nil, .clockwise, false),
        ("i915-laptop", nil, .upsideDown, false), ("amdgpu-assembled", nil, .clockwise, false),
        ("amdgpu-assembled", "vkms", .clockwise, true), ("vc4-board", "vkms", .upsideDown, true),
        ("vc4-board", "a driver of next year", .upsideDown, false),
    ])
    func aPlaneTurnsThePictureOnlyOfDriversThatAreProven(
        _ document: String, _ driver: String?, _ orientation: Orientation, _ byPlane: Bool
    ) throws {
        let card = try Self.card(HardwareDocuments.own(document)).with(driver: driver)
        let connector = try #require(card.connectors.first { $0.connection == .connected })
        var options = PipeOptions()
        options.orientation = orientation
        let index = try #require(Self.crtcs([connector], of: card)[connector.id])
        let plan = try Replay(connector, crtcIndex: index, in: card, mode: Self.mode(connector, 0), options).modeset
            .plan
        #expect(plan.planeOrientation == (byPlane ? orientation : .upright))
        #expect(plan.ownOrientation == (byPlane ? .upright : orientation))
    }

    /// No driver is proven to scale. Placing a picture in a part of the screen is not scaling.
    @Test(arguments: [
        (OverscanCompensation.scale, EffectiveCompensation.software), (.insetBounds, .plane),
    ])
    func aPlanePlacesPicturesAndDoesNotScaleThem(
        _ requested: OverscanCompensation, _ expected: EffectiveCompensation
    ) throws {
        for driver in ["vc4", "amdgpu", "vkms"] {
            let card = try Self.card(HardwareDocuments.own("vc4-board")).with(driver: driver)
            var options = PipeOptions()
            options.overscan = Overscan(.pixels(101), compensation: requested)
            let replay = try Replay(
                card.connectors[0], crtcIndex: 0, in: card, mode: Self.mode(card.connectors[0], 0), options)
            #expect(replay.faults == [] && replay.modeset.plan.compensation == expected, "\(driver)")
        }
    }

    /// qxl accepts a place in a part of the screen, and shows the picture in the corner.
    @Test func aPlaneOfQXLPlacesNothing() throws {
        let card = try Self.card(HardwareDocuments.own("vc4-board")).with(driver: "qxl")
        var options = PipeOptions()
        options.overscan = Overscan(.pixels(101), compensation: .insetBounds)
        let replay = try Replay(
            card.connectors[0], crtcIndex: 0, in: card, mode: Self.mode(card.connectors[0], 0), options)
        #expect(replay.faults == [] && replay.modeset.plan.compensation == .software)
    }

    /// The kernel's helpers clip planes to `vdisplay`, which is the height of a field on this encoder.
    @Test func anInterlacedModeWithTheFieldsHeightShowsAWholeFrameInIt() throws {
        let card = try Self.card(HardwareDocuments.own("bgr888-encoder"))
        let connector = card.connectors[0]
        var options = PipeOptions()
        options.overscan = Overscan(.pixels(100), compensation: .insetBounds)
        let plan = try Replay(connector, crtcIndex: 0, in: card, mode: .fields, PipeOptions()).modeset.plan
        #expect(plan.canvas == Size(width: 1920, height: 1080) && plan.buffer == Size(width: 1920, height: 540))
        let replay = try Replay(connector, crtcIndex: 0, in: card, mode: .fields, options)
        #expect(replay.faults == [])
        #expect(replay.value("CRTC_H", .plane) == .number(540) && replay.value("SRC_H", .plane) == .number(540 << 16))
        #expect(replay.modeset.plan.canvas == Size(width: 1720, height: 880))
        #expect(replay.modeset.plan.placement == Rectangle(x: 100, y: 50, width: 1720, height: 440))
    }

    @Test func aLaptopsTwoDisplaysAreSetInOneRequest() throws {
        let card = try Self.card(HardwareDocuments.own("i915-laptop"))
        let connected = card.connectors.filter { $0.connection == .connected }
        let crtcs = Self.crtcs(connected, of: card)
        #expect(crtcs == [95: 0, 103: 1])
        let replays = try connected.map { connector in
            try Replay(connector, crtcIndex: try #require(crtcs[connector.id]), in: card, mode: Self.mode(connector, 0))
        }
        #expect(replays.map(\.modeset.plane.id) == [31, 58])
        let request = Modeset.request(replays.map { ($0.modeset, FramebufferID(rawValue: 9)) })
        let check = RequestCheck(
            card, framebuffers: [9: RequestCheck.Framebuffer(width: 1920, height: 1080, format: 0x3432_5258)])
        #expect(check.faults(in: request) == [])
        let shown = request.changes.filter { $0.name == "FB_ID" && $0.value == .number(9) }.map(\.object)
        #expect(shown == [.plane(31), .plane(58)])
        #expect(
            request.changes.contains { $0.object == .plane(46) && $0.name == "FB_ID" && $0.value == .number(0) },
            "a cursor")
        #expect(replays[0].value("GAMMA_LUT", .crtc) == .number(0), "a night light is not left on")
    }

    @Test func aLaptopsStateIsRestoredWithoutValuesThatWereNotRead() throws {
        let card = try Self.card(HardwareDocuments.own("i915-laptop"))
        let requests = RestoringRequests(SavedState(card), connectors: card.connectors)
        let check = RequestCheck(card, framebuffers: [:])
        #expect(check.faults(in: requests.picture) == [])
        #expect(requests.settings.flatMap { check.faults(in: $0) } == [])
        #expect(!requests.whole.changes.contains { $0.object == .crtc(51) && $0.name == "GAMMA_LUT" })
        #expect(requests.whole.changes.contains { $0.object == .plane(31) && $0.name == "alpha" })
    }

    @Test func aPlaneWithoutOurFormatsIsReportedBeforeAnyModeIsTried() throws {
        let card = try Self.card(HardwareDocuments.own("vc4-board"))
        let plane = card.planes[0]
        let bare = CardSnapshot(
            driver: card.driver, capabilities: card.capabilities, connectors: card.connectors, crtcs: card.crtcs,
            planes: [
                Plane(
                    id: plane.id, possibleCRTCs: plane.possibleCRTCs, crtc: plane.crtc, framebuffer: nil,
                    formats: [0x3231_564E], linearFormats: [0x3231_564E], properties: plane.properties)
            ])
        let connector = card.connectors[0]
        let error = #expect(throws: ScreenError.self) {
            try Replay(connector, crtcIndex: 0, in: bare, mode: Self.mode(connector, 0))
        }
        #expect(error?.code == .unsupported && error?.circumstances?.contains("NV12") == true)
    }

    @Test func mutatedDocumentsCrashNothing() throws {
        var mutator = CardDocumentMutator(try HardwareDocuments.ownNames.map(HardwareDocuments.own), seed: 11)
        var tried = 0
        for _ in 0..<200 {
            for card in (try? CardDocument(decoding: mutator.next()).cards.map(\.snapshot)) ?? [] {
                _ = CardState(card, isFresh: true, IdentityReader()) { card.blobs[$0] }
                let requests = RestoringRequests(SavedState(card), connectors: card.connectors)
                _ = RequestCheck(card, framebuffers: [:]).faults(in: requests.whole)
                let crtcs = Self.crtcs(card.connectors, of: card)
                for connector in card.connectors where !connector.modes.isEmpty {
                    guard card.capabilities.isAtomic, let index = crtcs[connector.id] else { continue }
                    // A refused plan makes no request.
                    guard
                        let replay = try? Replay(connector, crtcIndex: index, in: card, mode: Self.mode(connector, 0))
                    else { continue }
                    tried += 1
                    #expect(replay.faults.isEmpty)
                }
            }
        }
        #expect(tried > 50)
    }

    // MARK: Real cards

    /// The connectors of a document that a person would expect to be lit.
    private static func connected(_ card: CardSnapshot) -> [Connector] {
        card.connectors.filter {
            $0.connection == .connected && !$0.isWriteback && !$0.isNonDesktop && !$0.modes.isEmpty
        }
    }

    /// The displays that a person would expect to be lit, as connector, mode and plane. A document that is missing here
    /// enables nothing: it has only composite output or a touch bar, or no atomic commits.
    private static let expected: [String: [String]] = [
        "i915-intel-5927.json": ["DP-1 1920x1080@60.000 32"],
        "msm-qcm2290-arduino-uno-q.json": ["DP-1 1920x1080@60.000 35"],
        "i915-laptop-18-planes.json": ["eDP-1 1366x768@60.003 32"],
        "atari-drm.json": ["VGA-1 640x400@70.719 32"],
        "shmob-drm-armadillo800.json": ["DPI-1 800x480@59.993 31"],
        "canaan-k230-dsi.json": ["DSI-1 1080x1920@30.000 32"],
        "apple-m2-dcp.json": ["eDP-1 2560x1600@60.000 33"],
        "hibmc-kunpeng.json": ["VGA-1 1024x768@60.000 28"],
        "mxsfb-imx6ull-evk.json": ["Unknown-1 480x272@59.940 32"],
        "rockchip-rk3399pro-vendor.json": ["DSI-1 800x1280@60.506 58", "HDMI-A-1 1920x1080@60.000 80"],
        "virtio_gpu-qemu-vga.json": ["Virtual-1 1280x800@74.994 31"],
        "spacemit-k1-dsi.json": ["DSI-1 1200x1920@60.047 31"],
        "vc4-rpi-firmware-kms.json": ["HDMI-A-1 1024x768@60.004 28"],
        "vc4-rpi5-cm5.json": ["HDMI-A-1 1920x1080@60.000 81"],
        "xlnx-like-qcap-hdmi.json": ["HDMI-A-1 3840x2160@59.997 36"],
        "xlnx-zynqmp-vmix-hdmi.json": ["HDMI-A-1 3840x2160@59.847 35"],
        "nvidia-drm-gt1030.json": ["DP-1 1024x768@60.000 33"],
    ]
    private static let legacy: Set<String> = ["i915-legacy-2012.json"]

    @Test(.enabled(if: HardwareDocuments.corpus != nil, "\(CorpusFolder.absence)"))
    func everyConnectedDisplayOfTheCorpusIsSetInItsPreferredMode() throws {
        let folder = try #require(HardwareDocuments.corpus)
        let index = try JSONValue(decoding: [UInt8](Data(contentsOf: folder.appending(path: "index.json"))))
        for entry in try #require(index.array) {
            guard let file = entry["file"]?.string, let grade = entry["grade"]?.string, grade != "facts" else {
                continue
            }
            let card = try Self.card([UInt8](Data(contentsOf: folder.appending(path: file))))
            let connected = Self.connected(card)
            guard !Self.legacy.contains(file) else { continue }
            let crtcs = Self.crtcs(connected, of: card)
            var lit: [String] = []
            for connector in connected {
                let index = connector.modes.firstIndex(where: \.isPreferred) ?? 0
                let crtcIndex = try #require(crtcs[connector.id], "\(file)")
                let replay = try Replay(connector, crtcIndex: crtcIndex, in: card, mode: Self.mode(connector, index))
                #expect(replay.faults == [], "\(file)")
                lit.append("\(connector.name) \(replay.modeset.mode) \(replay.modeset.plane.id)")
            }
            #expect(lit == Self.expected[file] ?? [], "\(file)")
            let requests = RestoringRequests(SavedState(card), connectors: card.connectors)
            let check = RequestCheck(card, framebuffers: [:])
            let faults = (requests.settings + [requests.picture]).flatMap { check.faults(in: $0) }
            #expect(faults == [], "\(file)")
        }
    }
}

extension CardSnapshot {
    /// The same card with another driver.
    fileprivate func with(driver: String?) -> CardSnapshot {
        CardSnapshot(
            driver: driver ?? self.driver, capabilities: capabilities, framebufferLimits: framebufferLimits,
            connectors: connectors, crtcs: crtcs, planes: planes, blobs: blobs)
    }
}

extension ScreenMode {
    /// 1080i as listed by an encoder that counts the lines of a field.
    fileprivate static let fields = ScreenMode(
        id: 9,
        timings: ModeTimings(
            clock: 74_250, hdisplay: 1920, hsyncStart: 2008, hsyncEnd: 2052, htotal: 2200, vdisplay: 540,
            vsyncStart: 1084, vsyncEnd: 1094, vtotal: 1125, vrefresh: 30, flags: 0x15, type: 0x40, name: "1920x1080i"))
}
