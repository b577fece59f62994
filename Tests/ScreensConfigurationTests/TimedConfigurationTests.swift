import Foundation
import Screens
import Testing

@testable import ScreensConfiguration
@testable import ScreensManager

/// Sections that apply only at some times.
@Suite struct TimedConfigurationTests {
    private static let text = """
        [default]
        gamma = 1
        dim = 1

        [[screen]]
        match = { connector = "HDMI-A-1" }
        during = "Mo-Fr 11:00-14:00"
        gamma = 2

        [[arrangement]]
        name = "room"
        displays = ["HDMI-A-1"]
        during = "daily 08:00-18:00"

        [[arrangement.screen]]
        match = { connector = "HDMI-A-1" }
        during = "Sa-Su 12:00-20:00"
        dim = 3
        """

    private static let sometimes = """
        [default]
        gamma = 5
        during = "daily 06:00-07:00"
        """

    private func configuration() throws -> MachineConfiguration {
        var whole = MachineConfiguration()
        for text in [Self.text, Self.sometimes] {
            let reading = MachineConfiguration.reading(Array(text.utf8), as: "f")
            try #require(reading.problems.isEmpty, "\(reading.problems)")
            whole.append(reading.configuration)
        }
        return whole
    }

    /// Returns a moment in UTC: 2026-11-23 is a Monday.
    private func moment(_ day: Int, _ hour: Int, _ minute: Int = 0) throws -> Int64 {
        var parts = DateComponents()
        (parts.year, parts.month, parts.day, parts.hour, parts.minute) = (2026, 11, day, hour, minute)
        parts.timeZone = TimeZone(identifier: "UTC")
        return Int64(try #require(Calendar(identifier: .gregorian).date(from: parts)).timeIntervalSince1970)
    }

    /// A day and an hour, and the gamma and dimming that apply then.
    private static let times: [(day: Int, hour: Int, gamma: Double, dim: Double)] = [
        (23, 10, 1, 1), (23, 11, 2, 1), (23, 13, 2, 1), (23, 14, 1, 1), (23, 6, 5, 1), (28, 11, 1, 1), (28, 12, 1, 3),
        (28, 17, 1, 3), (28, 18, 1, 1), (28, 19, 1, 1),
    ]

    @Test(arguments: times)
    func aSectionCountsDuringAllOfItsTimes(day: Int, hour: Int, gamma: Double, dim: Double) throws {
        let screen = Screen.sample("HDMI-A-1")
        let now = try configuration().at(try moment(day, hour), in: LocalTime { _ in 0 })
        let overrides = now.overrides(for: screen, among: [screen])
        #expect(overrides.gamma == gamma)
        #expect(overrides.dim == dim)
    }

    /// A time, and the next one at which a section begins or ends.
    private static let changes: [(day: Int, hour: Int, next: (day: Int, hour: Int))] = [
        (23, 5, (23, 6)), (23, 6, (23, 7)), (23, 9, (23, 11)), (23, 15, (23, 18)), (27, 19, (28, 6)),
    ]

    @Test(arguments: changes)
    func theNextChangeIsTheEarliestOfAllTimes(day: Int, hour: Int, next: (day: Int, hour: Int)) throws {
        let zone = LocalTime { _ in 0 }
        #expect(try configuration().nextChange(after: try moment(day, hour), in: zone) == moment(next.day, next.hour))
    }

    /// A time, the moment until which its gamma applies, and the next change.
    private static let reports: [(day: Int, hour: Int, until: Int?, next: (hour: Int, settings: [String]))] = [
        (23, 10, nil, (11, ["gamma = 2 (f:8) until 14"])), (23, 11, 14, (14, ["gamma = 1 (f:2)"])),
        (23, 6, 7, (7, ["gamma = 1 (f:2)"])), (28, 10, nil, (12, ["dim = 3 (f:18) until 18"])),
    ]

    @Test(arguments: reports)
    func theEndOfAValueAndTheNextOneAreReported(
        day: Int, hour: Int, until: Int?, next: (hour: Int, settings: [String])
    ) throws {
        let (screen, zone, now) = (Screen.sample("HDMI-A-1"), LocalTime.utc, try moment(day, hour))
        let places = try configuration().at(now, in: zone).places(for: screen, among: [screen])
        let end = places.status(of: "gamma", "", at: now, in: zone).until
        #expect(try end == until.map { try moment(day, $0) })
        let found = try #require(try configuration().nextSettings(of: screen, among: [screen], after: now, in: zone))
        #expect(try found.time == moment(day, next.hour))
        let texts = found.settings.map { setting in
            let end = setting.until.map { " until \($0 / 3600 % 24)" } ?? ""
            return "\(setting.key) = \(setting.value) (\(setting.place ?? "-"))\(end)"
        }
        #expect(texts == next.settings && found.ended.isEmpty)
    }

    /// The power of the section that applies from 11 to 14, of the defaults, and the next change after 12.
    private static let powers: [(section: String, defaults: String, next: (day: Int, hour: Int)?)] = [
        ("daily 00:00-23:00", "on", nil), ("daily 00:00-23:00", "off", (23, 14)), ("off", "on", (23, 14)),
        ("daily 00:00-13:00", "on", (23, 13)), ("daily 00:00-23:00", "daily 06:00-20:00", (23, 20)),
        ("daily 00:00-23:00", "daily 00:00-10:00", (23, 14)), ("on", "on", nil),
    ]

    @Test(arguments: powers)
    func aScheduleEndsWithTheTimeOfItsSection(
        section: String, defaults: String, next: (day: Int, hour: Int)?
    ) throws {
        let screen = Screen.sample("HDMI-A-1")
        for header in ["[default]", "[[screen]]\nmatch = { connector = \"HDMI-A-1\" }"] {
            var whole = MachineConfiguration()
            for text in [
                "[default]\npower = \"\(defaults)\"",
                "\(header)\nduring = \"daily 11:00-14:00\"\npower = \"\(section)\"",
            ] {
                whole.append(MachineConfiguration.reading(Array(text.utf8), as: "f").configuration)
            }
            let found = whole.nextPowerChange(
                of: screen, among: [screen], set: ScreenOverrides(), after: try moment(23, 12), in: .utc)
            #expect(try found == next.map { try moment($0.day, $0.hour) }, "\(header)")
        }
    }

    @Test func overriddenKeysAndOtherScreensHaveNoNextChange() throws {
        let (zone, now) = (LocalTime.utc, try moment(23, 10))
        let (first, other) = (Screen.sample("HDMI-A-1"), Screen.sample("DP-1", number: 8))
        // The times of the defaults apply to every screen.
        let next = try configuration().nextSettings(of: other, among: [first, other], after: now, in: zone)
        #expect(try next?.time == moment(24, 6))
        let hidden: Set = ["gamma", "dim"]
        #expect(
            try configuration().nextSettings(of: first, among: [first], after: now, in: zone, hidden: hidden) == nil)
    }
}
