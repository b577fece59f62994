/// When a screen is on, week after week: `Mo-Fr 07:00-19:00; Sa 22:00-06:00`.
///
/// It goes by the clock on the wall. A time that the clock skips when it is put forward counts as reached at that moment;
/// a time that it shows twice counts as reached the first time, and what was reached stays so when the clock is put
/// back. So a screen does not go on and off again in the hour that comes twice.
package struct PowerSchedule: Sendable, Hashable {
    /// A time of some days during which the screen is on.
    package struct Span: Sendable, Hashable {
        /// The days on which it begins.
        package let days: Weekdays
        /// Minutes from the day's beginning, 0 to 1439.
        package let start: Int
        /// Minutes from the day's beginning, after `start`; from 1441 on it is on the next day.
        package let end: Int

        fileprivate func covers(_ second: Int64) -> Bool {
            second >= Int64(start) * 60 && second < Int64(end) * 60
        }
    }

    /// At least one.
    package let spans: [Span]

    /// Whether the screen is on at a moment.
    ///
    /// - Parameter moment: seconds since 1970-01-01 00:00:00 UTC.
    package func isOn(at moment: Int64, in zone: LocalTime) -> Bool {
        covers(zone.latestWallTime(at: moment))
    }

    /// The next moment at which it goes on or off, in seconds since 1970-01-01 00:00:00 UTC; nil where it never does.
    package func nextChange(after moment: Int64, in zone: LocalTime) -> Int64? {
        let now = zone.latestWallTime(at: moment)
        let isOn = covers(now)
        // A week has every change once; with a skipped day it may be two.
        for time in changes(from: now.day - 1, through: now.day + 16) where time > now {
            let next = zone.moment(reaching: time)
            if next > moment, self.isOn(at: next, in: zone) != isOn { return next }
        }
        return nil
    }

    private func covers(_ time: WallTime) -> Bool {
        let today = Weekdays(dayNumber: time.day)
        let yesterday = Weekdays(dayNumber: time.day - 1)
        return spans.contains { span in
            span.days.contains(today) && span.covers(time.secondOfDay)
                || span.days.contains(yesterday) && span.covers(time.secondOfDay + WallTime.secondsOfDay)
        }
    }

    /// The wall times at which a span begins or ends, ascending.
    private func changes(from first: Int64, through last: Int64) -> [WallTime] {
        var times: Set<WallTime> = []
        for day in first...last {
            let weekday = Weekdays(dayNumber: day)
            for span in spans where span.days.contains(weekday) {
                times.insert(WallTime(day: day, minute: span.start))
                times.insert(WallTime(day: day, minute: span.end))
            }
        }
        return times.sorted()
    }
}

extension PowerSchedule: CustomStringConvertible {
    /// The form that ``init(_:)`` reads, with spans of the same days together.
    package var description: String {
        var groups: [(days: Weekdays, times: [String])] = []
        for span in spans {
            let time = "\(Self.clock(span.start))-\(Self.clock(span.end))"
            if groups.last?.days == span.days {
                groups[groups.count - 1].times.append(time)
            } else {
                groups.append((span.days, [time]))
            }
        }
        return groups.map { "\($0.days) \($0.times.joined(separator: ","))" }.joined(separator: "; ")
    }

    /// `07:05`; 1440 is `24:00`, and later ones are of the next day.
    private static func clock(_ minute: Int) -> String {
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let minute = minute > 1440 ? minute - 1440 : minute
        return "\(twoDigits(minute / 60)):\(twoDigits(minute % 60))"
    }
}
