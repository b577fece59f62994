import Foundation
import Testing

@testable import ScreensConfiguration

struct PowerScheduleTests {
    @Test(arguments: [
        ("Mo-Fr 07:00-19:00", "Mo-Fr 07:00-19:00"),
        ("mon - friday 7:00 – 19:00", "Mo-Fr 07:00-19:00"),
        ("22:00-06:00", "daily 22:00-06:00"),
        ("daily 00:00-24:00", "daily 00:00-24:00"),
        ("Mo 22:00-00:00", "Mo 22:00-24:00"),
        ("Sa-Mo 08:00-09:00", "Sa-Mo 08:00-09:00"),
        ("Mo,We,Fr 08:00-12:00,13:00-17:00", "Mo,We,Fr 08:00-12:00,13:00-17:00"),
        ("Mo,Tu 08:00-12:00", "Mo,Tu 08:00-12:00"),
        ("Mo 08:00-12:00, Tu 09:00-12:00", "Mo 08:00-12:00; Tu 09:00-12:00"),
        ("Mo-Fr 07:00-19:00; Sa 08:00-12:00", "Mo-Fr 07:00-19:00; Sa 08:00-12:00"),
        ("Mo-Fr 07:00-19:00;22:00-23:00", "Mo-Fr 07:00-19:00; daily 22:00-23:00"),
        ("Su-Sa 01:00-02:00", "daily 01:00-02:00"),
    ])
    func aScheduleIsWrittenInOneForm(text: String, canonical: String) throws {
        let schedule = try PowerSchedule(text)
        #expect(schedule.description == canonical)
        #expect(try PowerSchedule(canonical) == schedule)
    }

    @Test(arguments: [
        ("", "no times"), (";;", "no times"), ("Mo-Fr", "days without a time"), ("Mo 08:00-12:00, Tu", "days without"),
        ("Xy 08:00-12:00", "'Xy', which is neither"), ("Mo-Fr-Su 08:00-09:00", "neither a day"),
        ("08:00-25:00", "not a time"), ("24:00-08:00", "not a time"), ("08:60-09:00", "not a time"),
        ("08:00", "not a time"),
        ("8-9:00", "not a time"), ("+8:00-09:00", "not a time"), ("08:00-08:00", "all day is 00:00-24:00"),
        ("ON", "neither a day"),
        (String(repeating: "a", count: 2000), "longer than"),
        (String(repeating: "0:00-1:00,", count: 65), "more than 64"),
    ])
    func aTextThatIsNotAScheduleIsRefused(text: String, reason: String) {
        let problem = #expect(throws: ValueProblem.self) { try PowerSchedule(text) }
        #expect(problem?.message.contains(reason) ?? false, "\(problem?.message ?? "")")
    }

    /// The times are minutes from midnight UTC. In Berlin the clock was put forward on 2025-03-30 at 02:00 (01:00 UTC),
    /// and back on 2025-10-26 at 03:00 (01:00 UTC).
    @Test(arguments: [
        // The time that begins in the skipped hour begins at the moment of the change.
        ("02:30-06:00", 3, 30, 60, 240),
        // The time that ends in the skipped hour ends at the moment of the change.
        ("01:00-02:30", 3, 30, 0, 60),
        // The time that begins in the repeated hour begins in the first of both.
        ("02:30-06:00", 10, 26, 30, 300),
        // The time that ends in the repeated hour ends in the first of both, and does not begin again.
        ("01:00-02:30", 10, 26, -60, 30),
        // The days are an hour longer, and an hour shorter, than others.
        ("Su 00:00-24:00", 10, 26, -120, 1380), ("Su 00:00-24:00", 3, 30, -60, 1320),
    ])
    func aScheduleFollowsChangesOfTheClock(text: String, month: Int, day: Int, on: Int64, off: Int64) throws {
        let zone = LocalTime(try #require(TimeZone(identifier: "Europe/Berlin")))
        let schedule = try PowerSchedule(text)
        let midnight = dayNumber(2025, month, day) * 86_400
        func minutes(_ moment: Int64?) -> Int64? { moment.map { ($0 - midnight) / 60 } }
        #expect(minutes(schedule.nextChange(after: midnight + (on - 60) * 60, in: zone)) == on)
        #expect(schedule.isOn(at: midnight + on * 60, in: zone))
        #expect(minutes(schedule.nextChange(after: midnight + on * 60, in: zone)) == off)
        #expect(!schedule.isOn(at: midnight + off * 60, in: zone))
    }

    @Test func aScheduleOfTheWholeDayNeverChanges() throws {
        let schedule = try PowerSchedule("daily 00:00-12:00, 12:00-24:00")
        #expect(schedule.isOn(at: 0, in: .utc))
        #expect(schedule.nextChange(after: 0, in: .utc) == nil)
        #expect(PowerPlan.on.nextChange(after: 0, in: .utc) == nil)
        #expect(!PowerPlan.off.isOn(at: 0, in: .utc))
    }

    @Test(arguments: [Int64.min, .max, -1, 1 << 50])
    func anyMomentIsAnswered(moment: Int64) throws {
        let zone = LocalTime.ofProcess
        let schedule = try PowerSchedule("Mo-Fr 07:00-19:00")
        _ = schedule.isOn(at: moment, in: zone)
        _ = schedule.nextChange(after: moment, in: zone)
    }
}
