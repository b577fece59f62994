import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensManager
@testable import ScreensReports

struct WatchReportTests {
    @Test func eventsAreLinesWithTheirTime() {
        var translation = EventTranslation()
        let screen = Screen.lit("HDMI-A-1")
        let events: [ScreenEvent] = [
            .snapshot([screen]), .changed(screen, [.dark, .currentMode]), .disconnected(screen), .connected(screen),
            .snapshot([]),
        ]
        #expect(
            events.map { WatchReport.text(translation.document(of: EventRecord($0)), at: "12:00:00") }.joined() == """
                12:00:00  snapshot      1 screen
                12:00:00  present       card1/HDMI-A-1    1920x1080@60.000
                12:00:00  changed       card1/HDMI-A-1    mode 1920x1080@60.000, shows a picture
                12:00:00  disconnected  card1/HDMI-A-1
                12:00:00  connected     card1/HDMI-A-1    1920x1080@60.000
                12:00:00  snapshot      no screens

                """)
    }

    @Test(arguments: [
        (DarkReason.off, "off"), (.unused, "not used"), (.noModes, "no modes yet"),
        (.notMaster, "dark: another program has the card"), (DarkReason(rawValue: "later"), "dark: why"),
    ])
    func aDarkScreenIsDescribedInWords(_ reason: DarkReason, _ expected: String) {
        var translation = EventTranslation()
        let screen = Screen.dark("DP-1", DarkState(reason, message: "why"))
        let event = EventRecord(.changed(screen, [.dark, .stale]))
        let text = WatchReport.text(translation.document(of: event), at: "12:00:00")
        #expect(text == "12:00:00  changed       card1/DP-1        \(expected)\n")
    }

    /// A new key needs words of its own.
    @Test func noKeyOfTheDocumentIsPrinted() {
        var translation = EventTranslation()
        let changes: Set<ScreenEvent.Change> = [
            .status, .identity, .edid, .physicalSize, .availableModes, .currentMode, .preferredMode, .mirrorSource,
            .wallPart,
            .layout, .properties, .dark, .stale,
        ]
        let event = EventRecord(.changed(.lit("DP-1"), changes))
        let document = translation.document(of: event)
        let text = WatchReport.text(document, at: "12:00:00")
        for key in document.changes ?? [] where key.contains(where: \.isUppercase) { #expect(!text.contains(key)) }
    }

    @Test(
        arguments: [
            (ContentDocument(.shown), "content: shown"),
            (ContentDocument(.failed, message: "no file", path: "/a"), "content: not shown: no file"),
            (
                ContentDocument(.failed, message: "no file", path: "/a", showsFormer: true),
                "content: the former picture is shown: no file"
            ),
            (ContentDocument(.fallback, message: "no file"), "content: the fallback is shown: no file"),
            (nil, "no content"),
        ] as [(ContentDocument?, String)])
    func changesOfTheDaemonAreDescribedInWords(content: ContentDocument?, words: String) {
        let screen = ScreenDocument(.lit("DP-1"), content: content)
        let event = EventDocument(changed: ["content", "settings"], of: screen, time: 0, sequence: 1)
        let text = WatchReport.text(event, at: "12:00:00")
        #expect(text == "12:00:00  changed       card1/DP-1        \(words), other settings\n")
    }

    @Test func faultsOfTheDaemonAreALineEach() {
        func text(
            _ problems: [String], _ notices: [StatusNotice], waitsForTime: Bool = false,
            absent: [StatusDocument.AbsentDisplay] = []
        ) -> String {
            let daemon = DaemonStatusDocument(
                problems: problems, brokenFiles: [], waitsForTime: waitsForTime, notices: notices,
                absentDisplays: absent)
            return WatchReport.text(EventDocument(status: daemon, time: 0, sequence: 1), at: "12:00:00")
        }
        #expect(text([], []) == "12:00:00  status        no problems\n")
        #expect(
            text(["f:1: a"], [StatusNotice(.metricsNotWritten, .warning, "/m", "full", remedy: "make room")])
                == "12:00:00  status        f:1: a\n12:00:00  status        /m: full; make room\n")
        #expect(
            text([], [], waitsForTime: true)
                == "12:00:00  status        the clock is not set yet: schedules wait for it\n")
        #expect(
            text([], [], absent: [.init(identity: "DEL:a0b1:-:7", name: nil, connector: "DP-1")])
                == "12:00:00  status        the absent display DEL:a0b1:-:7 has saved settings\n")
    }

    @Test func aChangeThatConcernsProgramsAloneHasNoLine() {
        let screen = ScreenDocument(.lit("DP-1"))
        let status = ScreenStatusDocument(
            screen: screen, settings: [], power: .idle, powerChanges: 1, trialSeconds: 9, outdated: ["gamma"],
            absent: [])
        func text(_ keys: [String]) -> String {
            WatchReport.text(
                EventDocument(changed: keys, of: screen, status, time: 0, sequence: 1), at: "12:00:00")
        }
        #expect(text(["next", "powerChanges"]).isEmpty)
        #expect(
            text(["power", "trialSeconds", "outdated", "absent", "next"]).hasSuffix(
                "power idle, a trial of 9 s, saved settings hide newer values of the files: gamma, "
                    + "absent displays have saved settings: none\n"))
    }

    @Test func anotherLargestModeIsAmongTheChanges() {
        var translation = EventTranslation()
        let small = ScreenMode.sample(0, 640, 480)
        let large = ScreenMode.sample(1, 1920, 1080)
        let events: [ScreenEvent] = [
            .snapshot([.sample("DP-1", modes: [small])]),
            .changed(.sample("DP-1", modes: [small, large]), [.availableModes]),
            .changed(.sample("DP-1", modes: [large]), [.availableModes]),
        ]
        let records = events.map { EventRecord($0) }
        #expect(records.map { translation.document(of: $0).changes } == [nil, ["largestMode", "modes"], ["modes"]])
    }
}
