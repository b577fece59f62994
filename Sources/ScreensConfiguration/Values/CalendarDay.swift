/// A day of the calendar, `2027-01-06`.
package struct CalendarDay: Sendable, Hashable, Comparable {
    /// The days since 1970-01-01.
    let number: Int64

    /// Parses `2027-01-06`.
    ///
    /// - Throws: ``ValueProblem`` for any other text, and for a day that no year has.
    package init(_ text: String) throws(ValueProblem) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let digits = parts.allSatisfy { $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
        guard digits, parts.map(\.utf8.count) == [4, 2, 2], let year = Int64(parts[0]), let month = Int64(parts[1]),
            let day = Int64(parts[2])
        else { throw ValueProblem("must be a day as in 2027-01-06", not: text) }
        number = Self.number(year, month, day)
        guard (1...12).contains(month), Self.parts(of: number) == (year, month, day) else {
            throw ValueProblem("must be a day of the calendar", not: text)
        }
    }

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }

    /// The days of 400 years, after which the Gregorian calendar repeats.
    private static let daysOfEra: Int64 = 146_097
    /// The days from 0000-03-01 to 1970-01-01.
    private static let daysToEpoch: Int64 = 719_468

    /// Returns the number of a day of the Gregorian calendar. The year is counted from March, so that the leap day is
    /// its last.
    private static func number(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month > 2 ? year : year - 1
        let (era, yearOfEra) = (year / 400, year % 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * daysOfEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - daysToEpoch
    }

    private static func parts(of number: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let days = number + daysToEpoch
        let (era, day) = (days / daysOfEra, days % daysOfEra)
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let isLater = month < 10
        return (
            era * 400 + year + (isLater ? 0 : 1), isLater ? month + 3 : month - 9,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }
}

extension CalendarDay: CustomStringConvertible {
    /// The form that ``init(_:)`` reads.
    package var description: String {
        let (year, month, day) = Self.parts(of: number)
        func padded(_ number: Int64, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(digits - text.utf8.count, 0)) + text
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}
