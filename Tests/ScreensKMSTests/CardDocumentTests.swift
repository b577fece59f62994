import CardDocumentMutations
import Foundation
import ScreensJSON
import TestSupport
import Testing

@testable import ScreensKMS

/// Documents in the format of `drm_info -j`.
@Suite struct CardDocumentTests {
    private static func card(_ text: String) throws -> CardSnapshot {
        try CardDocument(decoding: Array(#"{"/dev/dri/card0": \#(text)}"#.utf8)).cards[0].snapshot
    }

    @Test func aBoardIsReadAsItIs() throws {
        let document = try CardDocument(decoding: HardwareDocuments.own("vc4-board"))
        #expect(document.cards.map(\.node) == ["/dev/dri/card1"])
        let card = document.cards[0].snapshot
        #expect(card.driver == "vc4" && card.capabilities.isAtomic && !card.capabilities.prefersShadow)
        #expect(card.framebufferLimits == FramebufferLimits(width: 0...7680, height: 0...7680))
        #expect(card.connectors.map(\.name) == ["HDMI-A-1", "HDMI-A-2", "Composite-1"])
        #expect(card.connectors.map(\.connection) == [.connected, .disconnected, .unknown])
        #expect(card.connectors.map(\.possibleCRTCs.rawValue) == [1, 2, 4])
        #expect(card.connectors[0].crtc == card.crtcs[0].id && card.connectors[1].crtc == nil)
        let modes = card.connectors[0].modes
        #expect(modes.map(\.name) == ["1920x1080", "1280x720", "1920x1080i"])
        #expect(modes[0].isPreferred && modes[2].isInterlaced && modes[0].clock == 148_500)
        #expect(card.crtcs.map(\.isActive) == [true, false, false])
        #expect(card.planes.map(\.isPrimary) == [true, true, true, false, false])
        #expect(card.planes[0].linearFormats == card.planes[0].formats)
        #expect(card.planes[0].crtc == card.crtcs[0].id && card.planes[3].possibleCRTCs.rawValue == 7)
        #expect(card.connectors[0].properties["left margin"]?.kind == .range(0...100))
        #expect(card.planes[0].properties["CRTC_X"]?.kind == .signedRange(-2_147_483_648...2_147_483_647))
        #expect(card.planes[0].properties["FB_ID"]?.kind == .object)
        #expect(
            card.planes[0].properties["rotation"]?.kind
                == .bits(["rotate-0": 0, "rotate-180": 2, "reflect-x": 4, "reflect-y": 5]))
        #expect(card.connectors[0].properties["EDID"]?.isImmutable == true)
    }

    @Test func aKeyBesideTheCardsAddsEDIDs() throws {
        let document = try CardDocument(decoding: HardwareDocuments.own("i915-laptop"))
        let card = try #require(document.cards.first).snapshot
        #expect(document.cards.count == 1)
        #expect(card.connectors.map(\.edid.count) == [0, 8, 0])
        #expect(
            card.connectors[0].type.isInternal
                && card.connectors[0].properties["panel orientation"]?.isImmutable == true)
        #expect(card.connectors[1].properties["audio"]?.choices["force-dvi"] == UInt64.max - 1)
    }

    @Test func unknownIDsAreNumberedAndUnknownEncodersLimitNothing() throws {
        let card = try Self.card(
            #"{"connectors": [{"id": null}, {"encoders": [7]}], "crtcs": [{"id": 9}, {}], "planes": [{}]}"#)
        let ids = card.connectors.map(\.id.rawValue) + card.crtcs.map(\.id.rawValue) + card.planes.map(\.id.rawValue)
        #expect(Set(ids).count == 5 && ids.contains(9) && !ids.contains(0))
        #expect(card.connectors.map(\.possibleCRTCs.rawValue) == [3, 3] && card.planes[0].possibleCRTCs.rawValue == 3)
        #expect(card.connectors.map(\.name) == ["Unknown-1", "Unknown-2"])
    }

    @Test func aBlobWithTheLargestIDLeavesRoomForAnother() throws {
        let gamma = #""GAMMA_LUT": {"id": 7, "flags": 16, "raw_value": 4294967295, "blob_hex": "00"}"#
        let card = try Self.card(#"{"crtcs": [{"id": 1, "properties": {\#(gamma)}}], "planes": [{}]}"#)
        #expect(card.blobs[BlobID(rawValue: .max)] == [0])
        var request = AtomicRequest()
        request.set("GAMMA_LUT", of: card.crtcs[0], to: .blob([1]))
        let after = card.applying(request)
        let blob = try #require(after.crtcs[0].properties["GAMMA_LUT"]?.blob)
        #expect(after.blobs[blob] == [1])
    }

    @Test func anAtomicCardHasThePropertiesThatOnlyAtomicClientsSee() throws {
        let text = #""crtcs": [{"id": 1, "mode": {"hdisplay": 64, "vdisplay": 48}}], "connectors": [{"id": 2}]"#
        let atomic = try Self.card(#"{\#(text), "planes": [{"crtc_id": 1, "fb_id": 5}]}"#)
        #expect(atomic.capabilities.isAtomic)
        #expect(atomic.crtcs[0].properties["ACTIVE"]?.value == 1)
        let mode = try #require(atomic.crtcs[0].properties["MODE_ID"]?.blob)
        #expect(atomic.blobs[mode]?.count == 68)
        #expect(atomic.connectors[0].properties["CRTC_ID"]?.value == 0)
        #expect(atomic.planes[0].properties["FB_ID"]?.value == 5 && atomic.planes[0].properties["SRC_W"] != nil)
        let legacy = try Self.card(#"{\#(text), "planes": []}"#)
        #expect(!legacy.capabilities.isAtomic && legacy.crtcs[0].properties.all.isEmpty)
    }

    @Test(
        arguments: [
            (#"{"hdisplay": 1920, "vdisplay": 1080, "refresh": 59.94}"#, 59_940, false),
            (#"{"hdisplay": 1920, "vdisplay": 1080, "vrefresh": 50}"#, 50_000, false),
            (#"{"hdisplay": 720, "vdisplay": 480, "refresh": 59.94, "flags": 16}"#, 29_970, true),
            (#"{"hdisplay": 800, "vdisplay": 600}"#, 60_000, false),
        ])
    func aModeWithoutTimingsGetsTheTimingsOfItsRate(_ text: String, _ millihertz: Int, _ isInterlaced: Bool) throws {
        let mode = try #require(try Self.card(#"{"connectors": [{"modes": [\#(text)]}]}"#).connectors[0].modes.first)
        let frames = Double(mode.clock) * 1_000_000 / (Double(mode.htotal) * Double(mode.vtotal))
        #expect(abs(frames - Double(millihertz)) < 1 && mode.isInterlaced == isInterlaced)
    }

    /// A fault, and its place.
    @Test(
        arguments: [
            ("[", ""), ("{}", ""), (#"{"screens": {}}"#, ""), (#"{"a": 1}"#, "a"), (#"{"a": []}"#, "a"),
            (#"{"/dev/dri/card0": {"connectors": 5}}"#, "/dev/dri/card0.connectors"),
            (#"{"a": {"connectors": [null]}}"#, "a.connectors"),
            (#"{"a": {"connectors": [{"id": 0}]}}"#, "a.connectors[0].id"),
            (#"{"a": {"connectors": [{"id": 4}], "planes": [{"id": 4}]}}"#, "a.planes[0]"),
            (#"{"a": {"connectors": [{"type": -1}]}}"#, "a.connectors[0].type"),
            (#"{"a": {"connectors": [{"status": 9}]}}"#, "a.connectors[0].status"),
            (#"{"a": {"connectors": [{"modes": [{}]}]}}"#, "a.connectors[0].modes[0]"),
            (
                #"{"a": {"connectors": [{"modes": [{"hdisplay": 99999, "vdisplay": 1}]}]}}"#,
                "a.connectors[0].modes[0].hdisplay"
            ),
            (
                #"{"a": {"connectors": [{"modes": [{"hdisplay": 9, "vdisplay": 9, "refresh": 1e300}]}]}}"#,
                "a.connectors[0].modes[0].refresh"
            ),
            (
                #"{"a": {"crtcs": [{"properties": {"max bpc": {"flags": "x"}}}]}}"#,
                #"a.crtcs[0].properties["max bpc"].flags"#
            ),
            (
                #"{"a": {"crtcs": [{"properties": {"x": {"flags": 16, "blob_hex": "0g"}}}]}}"#,
                "a.crtcs[0].properties.x.blob_hex"
            ),
            (
                #"{"a": {"planes": [{"properties": {"x": {"flags": 8, "spec": {}}}}]}}"#,
                "a.planes[0].properties.x.spec"
            ),
            (
                #"""
                {"a": {"crtcs": [{"mode": {"hdisplay": 9, "vdisplay": 9, "clock": 4294967295, "hsync_start": 9,
                "hsync_end": 9, "htotal": 9, "vsync_start": 9, "vsync_end": 9, "vtotal": 9}}]}}
                """#, "a.crtcs[0].mode"
            ),
            (#"{"a": {"planes": [{"formats": ["XR24"]}]}}"#, "a.planes[0].formats[0]"),
            (#"{"a": {"driver": {"name": 3}}}"#, "a.driver.name"),
            (#"{"a": {"fb_size": {"max_width": 1e3}}}"#, "a.fb_size.max_width"),
            (#"{"screens": {"edids": 3}, "a": {}}"#, "screens.edids"),
            (
                #"{"screens": {"names": {"a": {"5": "\u001b[2J"}}}, "a": {"connectors": [{"id": 5}]}}"#,
                "screens.names.a.5"
            ),
            (#"{"screens": {"vblanks": {"a": 1}}, "a": {}}"#, "screens.vblanks.a"),
            (#"{"screens": {"udev": {"a": {"X": null, "Y": 1}}}, "a": {}}"#, "screens.udev.a.Y"),
            (#"{"screens": {"sysfs": {"a": {"DP-1": []}}}, "a": {}}"#, #"screens.sysfs.a["DP-1"]"#),
            (#"{"screens": {"commandLine": ["quiet"]}, "a": {}}"#, "screens.commandLine"),
            (
                #"{"a": {"connectors": [{"modes": [{"hdisplay": 16384, "vdisplay": 16384}]}]}}"#,
                "a.connectors[0].modes[0]"
            ),
        ])
    func aFaultIsNamedWithItsPlace(_ text: String, _ path: String) {
        let error = #expect(throws: CardDocumentError.self) { try CardDocument(decoding: Array(text.utf8)) }
        #expect(error?.path == path, "\(String(describing: error))")
    }

    @Test(arguments: [("connectors", 129), ("encoders", 257), ("crtcs", 33), ("planes", 257)])
    func listsAreBounded(_ name: String, _ count: Int) {
        let list = Array(repeating: "{}", count: count).joined(separator: ",")
        #expect(throws: CardDocumentError.self) { try Self.card(#"{"\#(name)": [\#(list)]}"#) }
    }

    @Test func aDocumentThatIsNestedDeeplyOrLongIsRefused() {
        let nested = String(repeating: "[", count: 100_000)
        let long = #"{"a": {"planes": ["# + Array(repeating: "{}", count: 100_000).joined(separator: ",") + "]}}"
        for text in [nested, #"{"a": {"connectors": \#(nested)"#, long, String(repeating: " ", count: 9 << 20)] {
            #expect(throws: CardDocumentError.self) { try CardDocument(decoding: Array(text.utf8)) }
        }
    }

    /// The program `CardDocumentFuzz` continues after the last of these seeds.
    @Test func mutatedDocumentsBreakNoRule() throws {
        var mutator = CardDocumentMutator(try HardwareDocuments.ownNames.map(HardwareDocuments.own), seed: 7)
        var outcomes: [CardDocumentCheck.Outcome: Int] = [:]
        for _ in 0..<600 {
            let input = mutator.next()
            let outcome = CardDocumentCheck.check(input)
            outcomes[outcome, default: 0] += 1
            if case .broken(let rule) = outcome { Issue.record("\(rule): \(String(decoding: input, as: UTF8.self))") }
        }
        #expect(outcomes[.read(cards: 1), default: 0] > 60 && outcomes[.refused, default: 0] > 60)
    }

    @Test(arguments: HardwareDocuments.ownNames)
    func changedDocumentsAreReadOrRefused(_ name: String) throws {
        let bytes = try HardwareDocuments.own(name)
        let values = Array("0123456789-.\"[]{},:ntf ".utf8)
        // The changes are the same in each run.
        var state: UInt64 = 1
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        var refused = 0
        for _ in 0..<300 {
            var changed = bytes
            for _ in 0...next(3) { changed[next(changed.count)] = values[next(values.count)] }
            do {
                _ = try CardDocument(decoding: changed)
            } catch {
                refused += 1
            }
        }
        #expect(refused > 0 && refused < 300)
    }

    @Test(.enabled(if: HardwareDocuments.corpus != nil, "\(CorpusFolder.absence)"))
    func everyDocumentOfTheCorpusIsRead() throws {
        let folder = try #require(HardwareDocuments.corpus)
        let index = try JSONValue(decoding: [UInt8](Data(contentsOf: folder.appending(path: "index.json"))))
        let entries = try #require(index.array)
        #expect(entries.count >= 30)
        for entry in entries {
            let file = try #require(entry["file"]?.string)
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: file)))
            let card = try #require(try CardDocument(decoding: bytes).cards.first).snapshot
            #expect(card.driver == entry["driver"]?.string ?? "unknown", "\(file)")
            #expect(card.connectors.count == Int(entry["connectors"]?.int ?? -1), "\(file)")
            #expect(card.crtcs.count == Int(entry["crtcs"]?.int ?? -1), "\(file)")
            #expect(card.planes.count == Int(entry["planes"]?.int ?? -1), "\(file)")
        }
    }
}
