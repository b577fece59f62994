import Foundation
import Testing

@testable import ScreensConfiguration

struct LocalTimeTests {
    @Test func aTimeOfACommandIsADayATimeOrBoth() throws {
        let zone = LocalTime { _ in 7200 }
        // 2026-11-30 12:00 in this zone.
        let now: Int64 = 1_796_032_800
        func hours(_ text: String) throws -> Int64 { (try zone.moment(of: text, after: now) - now) / 3600 }
        #expect(try hours("18:00") == 6 && hours("08:00") == 20 && hours("12:00") == 24)
        #expect(try hours("2026-12-01") == 12 && hours("2026-12-01 13:00") == 25 && hours("2026-11-29") == -36)
        for text in ["", "tomorrow", "2026-13-01", "2026-12-01T13:00"] {
            #expect(throws: ValueProblem.self) { try zone.moment(of: text, after: now) }
        }
    }

    /// Each zone needs its own process, because `TZ` must not be set beside other threads.
    @Test func theProcessUsesTheZoneInTZ() async {
        await #expect(processExitsWith: .success) { try Self.compare("Europe/Berlin", with: "Europe/Berlin") }
        await #expect(processExitsWith: .success) {
            try Self.compare(":Australia/Lord_Howe", with: "Australia/Lord_Howe")
        }
        await #expect(processExitsWith: .success) {
            try Self.compare("EST5EDT,M3.2.0,M11.1.0", with: "America/New_York")
        }
        await #expect(processExitsWith: .success) { try Self.compare("No/Such/Place", with: "GMT") }
        await #expect(processExitsWith: .success) { try Self.compare("", with: "GMT") }
    }

    private static func compare(_ variable: String, with name: String) throws {
        setenv("TZ", variable, 1)
        LocalTime.refreshProcess()
        let (own, foundation) = (LocalTime.ofProcess, LocalTime(try #require(TimeZone(identifier: name))))
        // Every quarter of an hour of 2025.
        for quarter in 0..<(365 * 96) {
            let moment = 1_735_689_600 + Int64(quarter) * 900
            guard own.latestDateTime(at: moment) == foundation.latestDateTime(at: moment) else { exit(1) }
        }
        guard LocalTime.zoneFile == nil else { exit(2) }
    }

    @Test(arguments: [Int64.min, .max, -1, 1 << 50])
    func anyMomentIsAnswered(moment: Int64) {
        _ = LocalTime.ofProcess.latestDateTime(at: moment)
        _ = LocalTime.ofProcess.moment(reaching: LocalDateTime(seconds: moment))
    }

    /// Every change is found, in either direction, and at any time of reading.
    @Test(
        arguments: [(0, 3600), (3600, 0), (-36_000, 50_400), (50_400, -36_000), (37_800, 39_600)] as [(Int64, Int64)])
    func changesOfTheClockAreFoundToTheSecond(before: Int64, after: Int64) {
        for change in stride(from: Int64(1_000_000), to: 1_030_000, by: 997) {
            let zone = LocalTime { $0 < change ? before : after }
            #expect(zone.latestDateTime(at: change - 1).seconds == change - 1 + before)
            #expect(zone.latestDateTime(at: change).seconds == change + (before > after ? before - 1 : after))
            let reached = zone.moment(reaching: LocalDateTime(seconds: change + max(before, after)))
            #expect(reached == change + max(before, after) - after)
        }
    }
}
