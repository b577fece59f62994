import Foundation
import Testing

@testable import ScreensManager

struct PrometheusTextTests {
    private func exposition(
        _ connectors: [ScreenDocument], _ entries: [StatisticsDocument.Entry] = [],
        expecting displays: [DaemonStatisticsDocument.ExpectedDisplay]? = nil,
        status: StatusDocument = Self.status()
    ) throws -> Exposition {
        let statistics = DaemonStatisticsDocument(
            screens: entries, uptimeSeconds: 3600, hotplugs: 7, failures: 2, configurationProblems: 3,
            configuration: "00c0ffee", lostLines: 9, displays: displays)
        return try Exposition(PrometheusText.text(connectors: connectors, statistics, .init(status), at: 1_800_000_000))
    }

    private static func status(
        _ screens: [ScreenStatusDocument] = [], notices: [StatusNotice] = []
    ) -> StatusDocument {
        StatusDocument(
            version: "1.2.3", uptimeSeconds: 3600, screens: screens, problems: [], brokenFiles: [],
            waitsForTime: false, notices: notices, absentDisplays: [], contents: nil)
    }

    private static func status(of screen: ScreenDocument, clockOffset: Int) -> ScreenStatusDocument {
        ScreenStatusDocument(
            screen: screen, settings: [], power: .on, powerChanges: nil, trialSeconds: nil, outdated: [], absent: [],
            clockOffset: ClockOffsetDocument(
                pictures: 8, medianMicroseconds: clockOffset, percentile99Microseconds: 900))
    }

    @Test func aMetricHasItsHelpAndTypeBeforeItsSamples() throws {
        let statistics = DaemonStatisticsDocument(
            screens: [], uptimeSeconds: 12, hotplugs: 1, failures: 0, configurationProblems: 0)
        let text = try PrometheusText.text(
            connectors: [.reported("HDMI-A-1", dark: "off")], statistics, .init(Self.status()), at: 1_800_000_000)
        let notices = StatusNotice.Kind.allCases.map { "screens_notices{kind=\"\($0)\"} 0\n" }.joined()
        #expect(
            text.replacingOccurrences(of: notices, with: "") == """
                # HELP screens_build_info The version of the daemon in a label; always 1.
                # TYPE screens_build_info gauge
                screens_build_info{version="1.2.3"} 1
                # HELP screens_metrics_time_seconds The time of these metrics, since 1970-01-01 00:00:00 UTC.
                # TYPE screens_metrics_time_seconds gauge
                screens_metrics_time_seconds 1800000000
                # HELP screens_uptime_seconds Time since the daemon started.
                # TYPE screens_uptime_seconds gauge
                screens_uptime_seconds 12
                # HELP screens_hotplugs_total Displays connected or disconnected since the daemon started.
                # TYPE screens_hotplugs_total counter
                screens_hotplugs_total 1
                # HELP screens_failures_total Warnings, failed contents and screens that became dark by a fault, since \
                the daemon started.
                # TYPE screens_failures_total counter
                screens_failures_total 0
                # HELP screens_configuration_problems Problems in the files of the configuration; former texts count \
                in place of these files.
                # TYPE screens_configuration_problems gauge
                screens_configuration_problems 0
                # HELP screens_notices Warnings in the status that are not problems of files, by kind.
                # TYPE screens_notices gauge
                # HELP screens_screen_connected Whether a display is plugged in.
                # TYPE screens_screen_connected gauge
                screens_screen_connected{screen="card1/HDMI-A-1"} 1
                # HELP screens_screen_lit Whether the screen shows a picture; if not, the label reason has the cause.
                # TYPE screens_screen_lit gauge
                screens_screen_lit{screen="card1/HDMI-A-1",reason="off"} 0
                # HELP screens_screen_leased Whether another program drives the screen by a lease; the label program \
                has its name.
                # TYPE screens_screen_leased gauge
                screens_screen_leased{screen="card1/HDMI-A-1",program=""} 0

                """)
    }

    @Test func everyCountIsASample() throws {
        let screen = "card1/HDMI-A-1"
        let found = try exposition([.reported("HDMI-A-1", model: "U2410")], [.reported("HDMI-A-1")])
        let expected: [(String, [String: String], Double)] = [
            ("screens_uptime_seconds", [:], 3600), ("screens_hotplugs_total", [:], 7),
            ("screens_failures_total", [:], 2), ("screens_configuration_problems", [:], 3),
            ("screens_build_info", ["version": "1.2.3"], 1), ("screens_metrics_time_seconds", [:], 1_800_000_000),
            ("screens_configuration_info", ["texts": "00c0ffee"], 1), ("screens_log_lines_lost_total", [:], 9),
            ("screens_screen_connected", [:], 1),
            ("screens_screen_lit", ["reason": ""], 1), ("screens_screen_leased", ["program": ""], 0),
            ("screens_screen_width_pixels", [:], 1920),
            ("screens_screen_height_pixels", [:], 1080), ("screens_screen_refresh_hertz", [:], 59.94),
            ("screens_screen_info", ["vendor": "Dell Inc.", "model": "U2410", "serial": "F525"], 1),
            ("screens_frames_presented_total", [:], 600),
            ("screens_frames_missed_total", ["cause": "delegate_late"], 1),
            ("screens_frames_missed_total", ["cause": "kernel_late"], 2), ("screens_frames_paused_total", [:], 9),
            ("screens_modesets_total", [:], 4), ("screens_stalls_total", [:], 5),
            ("screens_frame_lateness_seconds", ["quantile": "0.99"], 2e-9),
            ("screens_frame_render_seconds", ["quantile": "0.5"], 0.0015),
            ("screens_frame_render_seconds", ["quantile": "1"], 4),
        ]
        for (name, labels, value) in expected {
            let isOfTheDaemon =
                ["uptime", "hotplugs", "failures", "configuration", "build", "metrics", "log"].contains {
                    name.hasPrefix("screens_\($0)")
                }
            let labels = isOfTheDaemon ? labels : labels.merging(["screen": screen]) { $1 }
            #expect(found.value(name, labels) == value, "\(name) \(labels)")
        }
    }

    @Test(arguments: [
        ("a\"b", "a\"b"), ("a\\b", "a\\b"), ("a\nscreens_evil 1", "a\\u{A}screens_evil 1"), ("\"} 1 #", "\"} 1 #"),
        ("\u{1B}[2J", "\\u{1B}[2J"), ("\\", "\\"), ("\u{202E}Überschrift", "\\u{202E}Überschrift"),
        ("e\u{301}\"\u{301}", "e\u{301}\"\u{301}"),
    ])
    func theNameOfADisplayStaysWithinItsLabel(name: String, label: String) throws {
        let found = try exposition([.reported("HDMI-A-1", model: name)])
        let info = found.samples.filter { $0.name == "screens_screen_info" }
        #expect(info.map { $0.labels["model"].map { Array($0.unicodeScalars) } } == [Array(label.unicodeScalars)])
        #expect(!found.samples.contains { $0.name.contains("evil") })
    }

    /// Internal screens are listed first, and counts are found by name. Dark screens have counts too.
    @Test func countsBelongToTheirOwnCard() throws {
        let found = try exposition(
            [
                .reported("Virtual-1", card: "/dev/dri/card2"),
                .reported("Virtual-1", card: "/dev/dri/card0", dark: "off"),
                .reported("Virtual-1", card: "/dev/dri/card1"),
            ],
            [
                .reported("Virtual-1", card: "/dev/dri/card0", presented: 10),
                .reported("Virtual-1", card: "/dev/dri/card1", presented: 11),
                .reported("Virtual-1", card: "/dev/dri/card2", presented: 12),
                .reported("Virtual-1", card: "/dev/dri/card3", presented: 13),
            ])
        for card in 0...3 {
            #expect(
                found.value("screens_frames_presented_total", ["screen": "card\(card)/Virtual-1"]) == Double(10 + card))
        }
    }

    @Test func theLabelsOfAMissingDisplayDoNotChangeWithTheReason() throws {
        for isMissing in [false, true] {
            let found = try exposition(
                [.reported("HDMI-A-1", status: isMissing ? "disconnected" : "connected")],
                expecting: [
                    .init(screen: "card1/HDMI-A-1", identity: "DEL:a0b1:U2410:F525", missing: isMissing),
                    .init(screen: "card1/DP-1", identity: "", missing: true),
                ])
            let labels = ["screen": "card1/HDMI-A-1", "identity": "DEL:a0b1:U2410:F525"]
            #expect(found.value("screens_screen_missing", labels) == (isMissing ? 1 : 0))
            #expect(found.value("screens_screen_missing", ["screen": "card1/DP-1", "identity": ""]) == 1)
        }
    }

    @Test func eachKindOfNoticeIsCounted() throws {
        let notice = StatusNotice(.picturesSkipped, .warning, "card1/DP-1", "some pictures are skipped")
        let note = StatusNotice(.mirrorNotMet, .note, "card1/DP-1", "does not mirror")
        let found = try exposition([], status: Self.status(notices: [notice, notice, note]))
        #expect(found.value("screens_notices", ["kind": "picturesSkipped"]) == 2)
        #expect(found.value("screens_notices", ["kind": "mirrorNotMet"]) == 0)
        #expect(found.value("screens_notices", ["kind": "memoryRefused"]) == 0)
    }

    @Test func aContentThatFollowsTheClockHasItsOffset() throws {
        let screen = try ScreenDocument.reported("HDMI-A-1")
        let found = try exposition([screen], status: Self.status([Self.status(of: screen, clockOffset: -1500)]))
        #expect(found.value("screens_screen_clock_offset_seconds", ["screen": "card1/HDMI-A-1"]) == -0.0015)
    }

    @Test func aSampleIsNeverThereTwice() throws {
        let found = try exposition([], [.reported("Virtual-1", presented: 1), .reported("Virtual-1", presented: 2)])
        #expect(found.samples.filter { $0.name == "screens_frames_presented_total" }.map(\.value) == [1])
    }

    @Test func connectorsThatNoDisplayFitsAreLeftOut() throws {
        let found = try exposition([
            .reported("Writeback-1", kind: "writeback", status: "unknown"),
            .reported("DP-1", status: "disconnected", dark: "disconnected"),
        ])
        #expect(found.value("screens_screen_connected", ["screen": "card1/DP-1"]) == 0)
        #expect(!found.samples.contains { $0.labels["screen"] == "card1/Writeback-1" })
    }
}
