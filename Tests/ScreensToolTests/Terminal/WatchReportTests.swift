import Testing

@testable import Screens
@testable import ScreensTool

struct WatchReportTests {
    @Test func eventsAreLinesWithTheirTime() {
        var report = WatchReport()
        let screen = Screen.lit("HDMI-A-1")
        let events = [
            ScreenEvent(.snapshot, sequence: 0, time: 0, screens: [screen]),
            ScreenEvent(.changed, sequence: 1, time: 0, screen: screen, changes: [.dark, .currentMode]),
            ScreenEvent(.disconnected, sequence: 2, time: 0, screen: screen),
            ScreenEvent(.connected, sequence: 3, time: 0, screen: screen),
            ScreenEvent(.snapshot, sequence: 4, time: 0),
        ]
        #expect(
            events.map { report.text($0, at: "12:00:00") }.joined() == """
                12:00:00  snapshot      1 screen
                12:00:00  present       card1/HDMI-A-1    1920x1080@60.000
                12:00:00  changed       card1/HDMI-A-1    currentMode, dark
                12:00:00  disconnected  card1/HDMI-A-1
                12:00:00  connected     card1/HDMI-A-1    1920x1080@60.000
                12:00:00  snapshot      no screens

                """)
    }

    @Test func anotherLargestModeIsAmongTheChanges() throws {
        var report = WatchReport()
        let small = ScreenMode.sample(0, 640, 480)
        let large = ScreenMode.sample(1, 1920, 1080)
        _ = try report.json(
            ScreenEvent(.snapshot, sequence: 0, time: 0, screens: [.sample("DP-1", modes: [small])]))
        let grown = ScreenEvent(
            .changed, sequence: 1, time: 0, screen: .sample("DP-1", modes: [small, large]), changes: [.availableModes])
        #expect(report.changes(in: grown) == ["largestMode", "modes"])
        _ = try report.json(grown)
        let again = ScreenEvent(
            .changed, sequence: 2, time: 0, screen: .sample("DP-1", modes: [large]), changes: [.availableModes])
        #expect(report.changes(in: again) == ["modes"])
    }
}
