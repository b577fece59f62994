/// The times of each week at which a screen is on: `Mo-Fr 07:00-19:00; Sa 22:00-06:00`.
///
/// The times are local. A time that is skipped at the start of daylight saving counts as reached at that moment; a time
/// that is repeated at its end counts as reached the first time, and stays reached. So a screen does not turn on and
/// off again in the repeated hour.
package struct PowerSchedule: Sendable, Hashable {
    /// A time of some days during which the screen is on.
    package struct Span: Sendable, Hashable {
        /// The days on which the span begins.
        package let days: Weekdays
        /// The start in minutes from the day's beginning, 0 to 1439.
        package let start: Int
        /// The end in minutes from the day's beginning, after `start`; from 1441 on it is on the next day.
        package let end: Int

        fileprivate func covers(_ second: Int64) -> Bool {
            second >= Int64(start) * 60 && second < Int64(end) * 60
        }
    }

    /// The spans, at least one.
    package let spans: [Span]

    /// Returns whether the screen is on at a moment.
    ///
    /// - Parameter moment: the seconds since 1970-01-01 00:00:00 UTC.
    package func isOn(at moment: Int64, in zone: LocalTime) -> Bool {
        covers(zone.latestDateTime(at: moment))
    }

    /// Returns the next moment at which it turns on or off, in seconds since 1970-01-01 00:00:00 UTC; nil if it never
    /// does.
    package func nextChange(after moment: Int64, in zone: LocalTime) -> Int64? {
        let now = zone.latestDateTime(at: moment)
        let isOn = covers(now)
        // A week has every change once; with a skipped day it may take two weeks.
        for time in changes(from: now.day - 1, through: now.day + 16) where time > now {
            let next = zone.moment(reaching: time)
            if next > moment, self.isOn(at: next, in: zone) != isOn { return next }
        }
        return nil
    }

    private func covers(_ time: LocalDateTime) -> Bool {
        let today = Weekdays(dayNumber: time.day)
        let yesterday = Weekdays(dayNumber: time.day - 1)
        return spans.contains { span in
            span.days.contains(today) && span.covers(time.secondOfDay)
                || span.days.contains(yesterday) && span.covers(time.secondOfDay + LocalDateTime.secondsOfDay)
        }
    }

    /// Returns the wall times at which a span begins or ends, ascending.
    private func changes(from first: Int64, through last: Int64) -> [LocalDateTime] {
        var times: Set<LocalDateTime> = []
        for day in first...last {
            let weekday = Weekdays(dayNumber: day)
            for span in spans where span.days.contains(weekday) {
                times.insert(LocalDateTime(day: day, minute: span.start))
                times.insert(LocalDateTime(day: day, minute: span.end))
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

    /// Returns a minute as `07:05`; 1440 is `24:00`, and later minutes belong to the next day.
    private static func clock(_ minute: Int) -> String {
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let minute = minute > 1440 ? minute - 1440 : minute
        return "\(twoDigits(minute / 60)):\(twoDigits(minute % 60))"
    }
}
extension PowerSchedule {
    /// Parses days and times such as `Mo-Fr 07:00-12:00,13:00-19:00; Sa 22:00-06:00`.
    ///
    /// Days are names, ranges, or lists with commas, or `daily`, which is the default. Semicolons or commas separate
    /// days with their times. A time that ends before it begins ends on the next day.
    ///
    /// - Throws: ``ValueProblem`` that names the wrong part.
    package init(_ text: String) throws(ValueProblem) {
        guard text.utf8.count <= Self.longest else { throw ValueProblem("is longer than \(Self.longest) bytes") }
        var spans: [Span] = []
        for group in text.split(separator: ";", omittingEmptySubsequences: false) {
            spans += try Self.spans(of: group)
            guard spans.count <= Self.most else { throw ValueProblem("has more than \(Self.most) times") }
        }
        guard !spans.isEmpty else { throw ValueProblem("has no times such as 07:00-19:00") }
        self.init(spans: spans)
    }

    private static let longest = 1024
    private static let most = 64

    private static func spans(of group: Substring) throws(ValueProblem) -> [Span] {
        var spans: [Span] = []
        var days: Weekdays = []
        var hadTime = false
        for item in items(of: group) {
            if item.contains(":") {
                let (start, end) = try times(item)
                spans.append(Span(days: days.isEmpty ? .all : days, start: start, end: end))
                hadTime = true
            } else {
                // Days after a time begin a new group: "Mo 08:00-12:00, Tu 09:00-12:00".
                if hadTime { days = [] }
                hadTime = false
                days.formUnion(try Self.days(item))
            }
        }
        guard days.isEmpty || hadTime else {
            throw ValueProblem("has days without a time; 'Mo-Fr 07:00-19:00' has both")
        }
        return spans
    }

    /// Returns the words between commas and spaces, without spaces around hyphens.
    private static func items(of group: Substring) -> [Substring] {
        var tight = ""
        for character in group {
            switch character {
            case "-", "–":
                while tight.last == " " { tight.removeLast() }
                tight.append("-")
            case " ", "\t": if tight.last != "-" { tight.append(" ") }
            default: tight.append(character)
            }
        }
        return tight.split { $0 == " " || $0 == "," }
    }

    private static func days(_ item: Substring) throws(ValueProblem) -> Weekdays {
        if item.lowercased() == "daily" { return .all }
        let ends = item.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = ends.compactMap(Weekdays.number)
        guard numbers.count == ends.count, (1...2).contains(numbers.count) else {
            throw ValueProblem(
                "has '\(item.prefix(32))', which is neither a day (\(Weekdays.names.joined(separator: ", ")) or daily) "
                    + "nor a time such as 07:00-19:00")
        }
        return numbers.count == 1 ? Weekdays(day: numbers[0]) : .from(numbers[0], through: numbers[1])
    }

    private static func times(_ item: Substring) throws(ValueProblem) -> (start: Int, end: Int) {
        let ends = item.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let start = minute(ends[0]), let end = minute(ends[1]), start < 1440 else {
            throw ValueProblem("has '\(item.prefix(32))', which is not a time such as 07:00-19:00, up to 24:00")
        }
        guard start != end else {
            throw ValueProblem("has '\(item.prefix(32))', which ends when it begins; all day is 00:00-24:00")
        }
        // Midnight as an end belongs to this day.
        return (start, end < start ? (end == 0 ? 1440 : end + 1440) : end)
    }

    /// Parses `7:05` or `07:05`, up to `24:00`.
    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60, hour * 60 + minute <= 1440
        else { return nil }
        return hour * 60 + minute
    }
}
