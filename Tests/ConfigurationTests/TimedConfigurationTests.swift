import Foundation
import Screens
import Testing

@testable import ScreensConfiguration

/// Sections that count only at some times.
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

    /// In UTC: 2026-11-23 is a Monday.
    private func moment(_ day: Int, _ hour: Int, _ minute: Int = 0) throws -> Int64 {
        var parts = DateComponents()
        (parts.year, parts.month, parts.day, parts.hour, parts.minute) = (2026, 11, day, hour, minute)
        parts.timeZone = TimeZone(identifier: "UTC")
        return Int64(try #require(Calendar(identifier: .gregorian).date(from: parts)).timeIntervalSince1970)
    }

    /// A day and an hour, and the gamma and dimming that count then.
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
}
