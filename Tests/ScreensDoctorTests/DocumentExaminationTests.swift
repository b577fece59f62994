import Foundation
import ScreensJSON
import TestSupport
import Testing

@testable import Screens
@testable import ScreensDoctor
@testable import ScreensKMS
@testable import ScreensReports

/// The doctor on documents of other machines.
@Suite struct DocumentExaminationTests {
    private static func facts(_ bytes: [UInt8]) async throws -> MachineFacts {
        var settings = VideoKit.Settings()
        settings.cards = .simulated(try SimulatedCard.replaying(bytes))
        return DocumentExamination.facts(try CardDocument(decoding: bytes), try await Inspection.take(settings))
    }

    private static func document(_ bytes: [UInt8]) async throws -> (Diagnosis, DoctorDocument) {
        let facts = try await facts(bytes)
        let diagnosis = Diagnosis(facts)
        return (diagnosis, DoctorDocument(diagnosis, facts))
    }

    @Test(arguments: [
        ("vc4-board", ["warning edidMissing card1/HDMI-A-1", "note drivenOnlyByName card1/Composite-1"]),
        ("i915-laptop", ["warning edidMissing card0/eDP-1", "warning edidUnreadable card0/DP-1"]),
        ("nvidia-desktop", ["warning edidMissing card1/DP-1", "note darkWithoutMaster card1"]),
        ("bgr888-encoder", ["warning edidMissing card0/HDMI-A-1"]),
        ("radeon-legacy", ["warning edidMissing card0/DVI-I-1", "note legacyModesets card0"]),
        ("firmware-beside-nouveau", ["warning edidMissing card1/HDMI-A-1", "note firmwareFramebuffer card0"]),
    ])
    func aDocumentHasTheFindingsOfItsMachine(_ name: String, _ expected: [String]) async throws {
        let (diagnosis, _) = try await Self.document(HardwareDocuments.own(name))
        #expect(diagnosis.findings.map { "\($0.severity.rawValue) \($0.code.rawValue) \($0.object)" } == expected)
        #expect(diagnosis.status == .success)
    }

    @Test func theKeyScreensAddsTheFindingsOfTheMachineAroundTheCard() async throws {
        var document = try JSONValue(decoding: HardwareDocuments.own("vc4-board")).object ?? [:]
        document["screens"] = [
            "kernel": "6.9.1", "commandLine": "nomodeset video=HDMI-A-2:d", "vblanks": ["/dev/dri/card1": false],
            "udev": ["/dev/dri/card1": ["DEVPATH": "/devices/platform/gpu/drm/card1"]],
            "sysfs": ["/dev/dri/card1": ["HDMI-A-1": ["force": "on"]]],
        ]
        let (diagnosis, doctor) = try await Self.document(JSONValue.object(document).encoded)
        #expect(
            Set(diagnosis.findings.map(\.code)) == [
                .nomodeset, .timerPacing, .forcedOff, .forcedOn, .edidMissing, .drivenOnlyByName,
            ])
        let card = try #require(doctor.tree["cards"]?.array?.first)
        #expect(card["device"] == "gpu" && card["capabilities"]?["pacing"] == "timer")
        #expect(card["unknown"] == ["node", "master", "openers"])
        #expect(doctor.tree["machine"]?["kernel"] == "6.9.1" && doctor.tree["machine"]?["nomodeset"] == true)
    }

    @Test func aCardOfAnotherSeatIsReported() async throws {
        var document = try JSONValue(decoding: HardwareDocuments.own("vc4-board")).object ?? [:]
        document["screens"] = ["udev": ["/dev/dri/card1": ["ID_SEAT": "seat2"]]]
        let (diagnosis, _) = try await Self.document(JSONValue.object(document).encoded)
        #expect(diagnosis.findings.contains { $0.code == .notOnSeat })
    }

    @Test(arguments: [("NV12", true), ("XR24", false)])
    func aDisplayWhosePlanesShowNoneOfOurFormatsIsReported(_ format: String, _ isReported: Bool) async throws {
        let code = format.utf8.reversed().reduce(0) { $0 << 8 | Int($1) }
        var card = try #require(
            try JSONValue(decoding: HardwareDocuments.own("bgr888-encoder"))["/dev/dri/card0"]?.object)
        card["planes"] = .array(
            try #require(card["planes"]?.array).map { plane in
                var plane = plane.object ?? [:]
                plane["formats"] = [.int(Int64(code))]
                var properties = plane["properties"]?.object ?? [:]
                properties["IN_FORMATS"] = nil
                plane["properties"] = .object(properties)
                return .object(plane)
            })
        let (diagnosis, _) = try await Self.document(JSONValue.object(["/dev/dri/card0": .object(card)]).encoded)
        let finding = diagnosis.findings.first { $0.code == .unsupportedFormats }
        #expect((finding != nil) == isReported)
        #expect((diagnosis.status == .unavailable) == isReported && diagnosis.showable.isEmpty == isReported)
        guard let finding else { return }
        #expect(finding.severity == .error && finding.object == "card0/HDMI-A-1")
        #expect(finding.message.hasSuffix("their linear formats are NV12."))
        #expect(finding.remedy?.hasSuffix("one of XR24, AR24, RG24, BG24, RG16, XR30.") == true)
    }

    @Test func factsThatADocumentDoesNotStateAreNullAndNamed() async throws {
        let text = #"{"/dev/dri/card0": {"connectors": [{"id": 5, "type": 11, "status": 1, "modes": null}]}}"#
        let (diagnosis, doctor) = try await Self.document(Array(text.utf8))
        #expect(diagnosis.findings.isEmpty && diagnosis.status == .unavailable)
        let tree = doctor.tree
        #expect(tree["user"] == .null)
        for key in ["kernel", "udev", "virtualMachine", "container", "nomodeset"] {
            #expect(tree["machine"]?[key] == .null, "\(key)")
        }
        let card = try #require(tree["cards"]?.array?.first)
        for key in ["driver", "device", "node", "onSeat", "free", "crtcs"] { #expect(card[key] == .null, "\(key)") }
        #expect(card["capabilities"]?.object?.values.allSatisfy { $0 == .null } == true)
        let connector = try #require(card["connectors"]?.array?.first)
        #expect(connector["modes"] == .null && connector["edidLength"] == .null && connector["status"] == "connected")
        let report = DoctorReport(doctor).text
        #expect(report.hasPrefix("The document does not state whether a picture can be shown.\n"))
        #expect(report.contains("HDMI-A-1    connected, modes not known, EDID not known"))
    }

    @Test(.enabled(if: HardwareDocuments.corpus != nil, "\(CorpusFolder.absence)"))
    func everyDocumentOfTheCorpusIsExamined() async throws {
        let folder = try #require(HardwareDocuments.corpus)
        let index = try JSONValue(decoding: [UInt8](Data(contentsOf: folder.appending(path: "index.json"))))
        for entry in try #require(index.array) {
            let file = try #require(entry["file"]?.string)
            let (diagnosis, doctor) = try await Self.document([UInt8](Data(contentsOf: folder.appending(path: file))))
            // A touch bar and two idle connectors can show nothing. The other machines drove a display.
            let isIdle = ["adp-apple-m2-touchbar.json", "nvidia-drm-cosmic-13.json"].contains(file)
            let errors = diagnosis.findings.filter { $0.severity == .error }.map(\.code)
            #expect(errors == (isIdle ? [.nothingConnected] : []), "\(file)")
            let lines = DoctorReport(doctor).text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.filter { $0.count > 80 } == [], "\(file)")
        }
    }
}
