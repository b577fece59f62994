import ScreensKMS
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensDoctor

/// Findings about a card's connectors and their displays, as stories.
struct ConnectorDiagnosisTests {
    struct Story: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let card: CardFacts
        var commandLine = ""
        /// The expected findings in order, as `severity code object`.
        var findings: [String]
        var showable: [String] = []
    }

    private static let off = ConnectorFacts.empty.with { $0.force = .off }

    private static let stories: [Story] = [
        Story(
            testDescription: "connected without modes", card: .sample("card0", .sample(modes: [])),
            findings: ["error noModes card0/HDMI-A-1"]),
        Story(
            testDescription: "without modes, beside one that has some",
            card: .sample("card0", .sample(modes: []), .sample("DP-1", connector: 43)),
            findings: ["error noModes card0/HDMI-A-1"], showable: ["card0/DP-1"]),
        Story(
            testDescription: "an unknown status, with modes",
            card: .sample("card0", .sample("VGA-1", status: .unknown)), findings: [], showable: ["card0/VGA-1"]),
        Story(
            testDescription: "an unknown status, beside a connected display",
            card: .sample("card0", .sample(), .sample("VGA-1", connector: 43, status: .unknown)),
            findings: ["note drivenOnlyByName card0/VGA-1"], showable: ["card0/HDMI-A-1", "card0/VGA-1"]),
        Story(
            testDescription: "an output to an analog television",
            card: .sample("card0", .sample("Composite-1", status: .unknown, edid: [])),
            findings: ["note drivenOnlyByName card0/Composite-1"], showable: ["card0/Composite-1"]),
        Story(
            testDescription: "a headset", card: .sample("card0", .sample(), .sample("DP-2", kind: .nonDesktop)),
            findings: ["note nonDesktop card0/DP-2"], showable: ["card0/HDMI-A-1"]),
        Story(
            testDescription: "a writeback connector",
            card: .sample("card0", .sample(), .sample("Writeback-1", status: .unknown, kind: .writeback, edid: [])),
            findings: [], showable: ["card0/HDMI-A-1"]),
        Story(
            testDescription: "a bad link", card: .sample("card0", .sample().with { $0.isLinkBad = true }),
            findings: ["error linkBad card0/HDMI-A-1"], showable: ["card0/HDMI-A-1"]),
        Story(
            testDescription: "a bad link without a display",
            card: .sample("card0", .sample(), .empty.with { $0.isLinkBad = true }), findings: [],
            showable: ["card0/HDMI-A-1"]),
        Story(
            testDescription: "more displays than CRTCs",
            card: .sample("card0", .sample("DP-1", connector: 1), .sample("DP-2", connector: 2))
                .with { $0.hardware = .sample(crtcs: 1) },
            findings: ["error noCrtc card0/DP-2"], showable: ["card0/DP-1"]),
        Story(
            testDescription: "more displays than CRTCs: the lit one keeps its own",
            card: .sample(
                "card0", .sample("DP-1", connector: 1), .sample("DP-2", connector: 2, current: .sample(0, 1920, 1080))
            ).with { $0.hardware = .sample(crtcs: 1) },
            findings: ["error noCrtc card0/DP-1"], showable: ["card0/DP-2"]),
        Story(
            testDescription: "two displays that only one CRTC can drive",
            card: .sample(
                "card0", .sample("DP-1", connector: 1, possibleCRTCs: CRTCMask(CRTCIndex(rawValue: 1))),
                .sample("DP-2", connector: 2, possibleCRTCs: CRTCMask(CRTCIndex(rawValue: 1)))),
            findings: ["error noCrtc card0/DP-2"], showable: ["card0/DP-1"]),
        Story(
            testDescription: "a connector that no CRTC can drive", card: .sample("card0", .sample(possibleCRTCs: [])),
            findings: ["error noCrtc card0/HDMI-A-1"]),
        Story(
            testDescription: "forced off by its status file", card: .sample("card0", .sample("DP-1"), off),
            findings: ["error forcedOff card0/HDMI-A-1"], showable: ["card0/DP-1"]),
        Story(
            testDescription: "forced off on the command line", card: .sample("card0", .sample("DP-1"), .empty),
            commandLine: "video=HDMI-A-1:d", findings: ["error forcedOff card0/HDMI-A-1"], showable: ["card0/DP-1"]),
        Story(
            testDescription: "forced off on the command line, and on again since",
            card: .sample("card0", .sample()), commandLine: "video=HDMI-A-1:d", findings: [],
            showable: ["card0/HDMI-A-1"]),
        Story(
            testDescription: "forced on on the command line", card: .sample("card0", .sample()),
            commandLine: "video=HDMI-A-1:1920x1080@60D", findings: ["warning forcedOn card0/HDMI-A-1"],
            showable: ["card0/HDMI-A-1"]),
        Story(
            testDescription: "forced on by its status file",
            card: .sample("card0", .sample().with { $0.force = .on }),
            findings: ["warning forcedOn card0/HDMI-A-1"], showable: ["card0/HDMI-A-1"]),
        Story(
            testDescription: "another card's connector on the command line", card: .sample("card0", .sample()),
            commandLine: "video=DP-1:d", findings: [], showable: ["card0/HDMI-A-1"]),
        Story(
            testDescription: "no EDID", card: .sample("card0", .sample(edid: [])),
            findings: ["warning edidMissing card0/HDMI-A-1"], showable: ["card0/HDMI-A-1"]),
        Story(
            testDescription: "no EDID of a panel and of a virtual display",
            card: .sample("card0", .sample("DSI-1", edid: []), .sample("Virtual-1", connector: 43, edid: [])),
            findings: [], showable: ["card0/DSI-1", "card0/Virtual-1"]),
        Story(
            testDescription: "no EDID of any display of the driver",
            card: .sample("card0", .sample("VGA-1", edid: [])).with { $0.driver = "cirrus" }, findings: [],
            showable: ["card0/VGA-1"]),
        Story(
            testDescription: "no EDID of an adapter that lists the modes itself",
            card: .sample("card0", .sample(edid: [])).with { $0.driver = "gud" }, findings: [],
            showable: ["card0/HDMI-A-1"]),
        Story(
            testDescription: "bytes that are not an EDID", card: .sample("card0", .sample(edid: [1, 2, 3])),
            findings: ["warning edidUnreadable card0/HDMI-A-1"], showable: ["card0/HDMI-A-1"]),
        Story(
            testDescription: "a wrong checksum", card: .sample("card0", .sample(edid: SampleEDID.hostile)),
            findings: ["warning edidDamaged card0/HDMI-A-1"], showable: ["card0/HDMI-A-1"]),
        Story(
            testDescription: "a missing extension",
            card: .sample("card0", .sample(edid: Array(SampleEDID.tile[..<128]))),
            findings: ["warning edidDamaged card0/HDMI-A-1"], showable: ["card0/HDMI-A-1"]),
        Story(
            testDescription: "a harmless finding of the EDID", card: .sample("card0", .sample(edid: odd)), findings: [],
            showable: ["card0/HDMI-A-1"]),
        Story(
            testDescription: "edges that the EDID claims to cut off",
            card: .sample("card0", .sample(edid: SampleEDID.overscanning)),
            findings: ["note overscanClaimed card0/HDMI-A-1"], showable: ["card0/HDMI-A-1"]),
        Story(
            testDescription: "edges that the EDID claims to show",
            card: .sample("card0", .sample(edid: SampleEDID.television)),
            findings: [], showable: ["card0/HDMI-A-1"]),
        Story(
            testDescription: "an EDID without a display",
            card: .sample("card0", .sample("DP-1"), .sample(status: .disconnected, edid: [1], modes: [])),
            findings: [], showable: ["card0/DP-1"]),
    ]

    /// The hostile sample with a correct checksum: its manufacturer is not letters, its texts are unprintable.
    private static let odd = Array(SampleEDID.hostile[..<127]) + [SampleEDID.hostile[127] &- 1]

    @Test(arguments: [
        ("noModes", ConnectorFacts.sample(modes: [])), ("edidMissing", .sample(edid: [])),
        ("edidUnreadable", .sample(edid: [1, 2, 3])), ("edidDamaged", .sample(edid: SampleEDID.hostile)),
    ])
    func aDisplayThatSaysTooLittleIsDescribedToTheKernelInItsOwnWords(_ code: String, _ connector: ConnectorFacts) {
        let findings = Diagnosis(.sample(.sample("card0", connector))).findings
        let remedy = findings.first { $0.code.rawValue == code }?.remedy ?? ""
        let words = [
            "video=HDMI-A-1:1920x1080@60", "drm.edid_firmware=HDMI-A-1:edid/FILE",
            "screens force card0/HDMI-A-1 on --edid FILE",
        ]
        for word in words { #expect(remedy.contains(word), "\(findings)") }
    }

    @Test(arguments: stories)
    func findingsFollowFromTheScreens(_ story: Story) {
        let facts = MachineFacts.sample(story.card).with { $0.commandLine = KernelCommandLine(story.commandLine) }
        let diagnosis = Diagnosis(facts)
        let found = diagnosis.findings.filter { $0.code != .nothingConnected }
        #expect(found.map { "\($0.severity.rawValue) \($0.code.rawValue) \($0.object)" } == story.findings)
        #expect(diagnosis.showable == story.showable)
        #expect(diagnosis.status == (story.showable.isEmpty ? .unavailable : .success))
    }

    @Test func theCauseOfAForcedConnectorIsNamed() {
        let card = CardFacts.sample("card0", Self.off)
        let byFile = Diagnosis(.sample(card)).findings.first { $0.code == .forcedOff }
        #expect(byFile?.remedy?.contains("screens force card0/HDMI-A-1 auto") == true)
        let byWord = Diagnosis(
            .sample(card).with { $0.commandLine = KernelCommandLine("video=HDMI-A-1:1920x1080d") }
        ).findings.first { $0.code == .forcedOff }
        #expect(byWord?.message.contains("video=HDMI-A-1:1920x1080d") == true)
    }
}
