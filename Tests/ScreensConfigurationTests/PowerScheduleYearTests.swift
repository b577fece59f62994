import Foundation
import Testing

@testable import ScreensConfiguration

/// A schedule is compared with a clock that is read every minute of a year.
struct PowerScheduleYearTests {
    private static let schedules: [(text: String, meaning: [Span])] = [
        ("Mo-Fr 07:00-19:00", [([0, 1, 2, 3, 4], 420, 1140)]),
        ("22:00-06:00", [(Array(0..<7), 1320, 1800)]),
        ("01:45-02:15", [(Array(0..<7), 105, 135)]),
        ("02:15-02:45; Sa-Mo 02:30-03:30", [(Array(0..<7), 135, 165), ([5, 6, 0], 150, 210)]),
        ("Su 00:00-24:00", [([6], 0, 1440)]),
        ("Fr 10:00-12:00", [([4], 600, 720)]),
        ("Sa,Su 23:30-02:00; We 00:00-00:01", [([5, 6], 1410, 1560), ([2], 0, 1)]),
    ]

    private static let zones = [
        ("Europe/Berlin", 2025), ("America/New_York", 2025), ("Australia/Lord_Howe", 2025), ("Asia/Kolkata", 2024),
        ("America/Sao_Paulo", 2018), ("Africa/Casablanca", 2025),
        // The 30th of December is skipped.
        ("Pacific/Apia", 2011),
    ]

    @Test(arguments: zones)
    func everyMinuteOfAYearIsRight(name: String, year: Int) throws {
        let foundation = try #require(TimeZone(identifier: name))
        let clock = ClockOnTheWall(foundation, from: dayNumber(year, 1, 1) - 2, days: 370)
        let zone = LocalTime(foundation)
        for (index, (text, spans)) in Self.schedules.enumerated() {
            let schedule = try PowerSchedule(text)
            // The whole year once, and the special days with the other spans.
            let ranges = index == 0 ? [0..<clock.latest.count] : clock.special
            var changes = 0
            for range in ranges { changes += check(schedule, spans, zone, clock, range) }
            #expect(changes > 0, "\(text)")
        }
    }

    private func check(
        _ schedule: PowerSchedule, _ spans: [Span], _ zone: LocalTime, _ clock: ClockOnTheWall, _ range: Range<Int>
    ) -> Int {
        var wasOn = clock.isOn(spans, range.lowerBound)
        var (wrong, changes, lastChange) = (0, 0, clock.moment(range.lowerBound))
        for minute in range {
            let moment = clock.moment(minute)
            let isOn = clock.isOn(spans, minute)
            if isOn != wasOn {
                // The same next change follows from the last change and from just before this one.
                if schedule.nextChange(after: lastChange, in: zone) != moment { wrong += 1 }
                if schedule.nextChange(after: moment - 1, in: zone) != moment { wrong += 1 }
                if schedule.isOn(at: moment - 1, in: zone) != wasOn { wrong += 1 }
                if schedule.isOn(at: moment, in: zone) != isOn { wrong += 1 }
                (lastChange, wasOn) = (moment, isOn)
                changes += 1
            }
            if minute % 31 == 0, schedule.isOn(at: moment, in: zone) != isOn { wrong += 1 }
        }
        #expect(wrong == 0, "\(schedule)")
        return changes
    }
}

/// The days, from 0 for Monday, and minutes of them.
private typealias Span = (days: [Int], start: Int, end: Int)

/// The state of the screen at every minute: a clock that is set back shows nothing new until it has caught up.
private struct ClockOnTheWall {
    /// The latest seconds shown, by minute.
    let latest: [Int]
    /// The minutes around changes of the clock, and around New Year and the end of February.
    let special: [Range<Int>]
    private let start: Int

    init(_ zone: TimeZone, from day: Int64, days: Int) {
        start = Int(day) * 86_400
        var latest: [Int] = []
        var special = [0..<(4 * 1440), (59 * 1440)..<(64 * 1440)]
        var (last, offset) = (Int.min, 0)
        for minute in 0..<(days * 1440) {
            let moment = start + minute * 60
            let now = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
            if minute > 0, now != offset {
                special.append(max(minute - 3000, 0)..<min(minute + 8000, days * 1440))
                last = max(last, moment - 1 + offset)
            }
            offset = now
            last = max(last, moment + now)
            latest.append(last)
        }
        self.latest = latest
        self.special = special
    }

    func moment(_ minute: Int) -> Int64 { Int64(start + minute * 60) }

    func isOn(_ spans: [Span], _ minute: Int) -> Bool {
        // The first of January 1970 was a Thursday.
        let minuteOfWeek = (latest[minute] / 60 + 3 * 1440) % 10_080
        return spans.contains { span in
            span.days.contains { day in
                (minuteOfWeek - day * 1440 - span.start + 20_160) % 10_080 < span.end - span.start
            }
        }
    }
}
