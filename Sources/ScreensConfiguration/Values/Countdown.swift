import Glibc

/// The time until a moment of the local clocks, as `{countdown:…}` in a text has it: a day, a day with a time, or a
/// time of each day.
struct Countdown: Sendable, Hashable {
    /// The form while the time is not known.
    static let unknown = "--:--:--"

    /// The days since 1970-01-01; nil for each day.
    private let day: Int64?
    /// The minute of the day.
    private let minute: Int

    /// Reads `2026-12-31`, `2026-12-31 18:00` or `18:00`.
    init(_ text: Substring) throws(ValueProblem) {
        let words = text.split(separator: " ")
        guard (1...2).contains(words.count), let last = words.last else { throw Self.problem(text) }
        let time = Self.minute(last)
        guard words.count == 2 || time == nil else {
            (day, minute) = (nil, time ?? 0)
            return
        }
        guard words.count == 1 || time != nil, let day = Self.day(words[0]) else {
            throw Self.problem(text)
        }
        (self.day, minute) = (day, time ?? 0)
    }

    private static func problem(_ text: Substring) -> ValueProblem {
        ValueProblem(
            "has a countdown to '\(String(text).printable)', which is not a day, a time, or both, as in "
                + "{countdown:2026-12-31 18:00}")
    }

    /// Parses `2026-12-31`. The corresponding C function is `timegm`.
    private static func day(_ text: Substring) -> Int64? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } })
        else { return nil }
        let numbers = parts.compactMap { Int32($0) }
        var time = tm()
        (time.tm_year, time.tm_mon, time.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
        let seconds = timegm(&time)
        // It moves a day that no year has to another month.
        guard time.tm_mon == numbers[1] - 1, time.tm_mday == numbers[2] else { return nil }
        return Int64(seconds) / LocalDateTime.secondsOfDay
    }

    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { 48...57 ~= $0 } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), 0...23 ~= hour, 0...59 ~= minute
        else { return nil }
        return hour * 60 + minute
    }

    /// The seconds that are left, at least 0.
    func seconds(at moment: Int64, in zone: LocalTime) -> Int64 { max(0, end(after: moment, in: zone) - moment) }

    /// The moment to which it counts, in seconds since 1970-01-01 00:00:00 UTC; the next one for each day.
    func end(after moment: Int64, in zone: LocalTime) -> Int64 {
        if let day { return zone.moment(reaching: LocalDateTime(day: day, minute: minute)) }
        let today = zone.dateTime(at: moment).day
        let next = zone.moment(reaching: LocalDateTime(day: today, minute: minute))
        return next > moment ? next : zone.moment(reaching: LocalDateTime(day: today + 1, minute: minute))
    }

    /// The time that is left: `3 d 04:05:06`, without days on the last one.
    func text(at moment: Int64, in zone: LocalTime) -> String {
        let seconds = seconds(at: moment, in: zone)
        func digits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map(digits).joined(separator: ":")
        return seconds < 86_400 ? time : "\(seconds / 86_400) d \(time)"
    }
}
