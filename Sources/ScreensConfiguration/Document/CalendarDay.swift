/// A day of the calendar, `2027-01-06`.
package struct CalendarDay: Sendable, Hashable, Comparable {
    private let text: String
    /// The days since 1970-01-01.
    let number: Int64

    /// Parses `2027-01-06`.
    ///
    /// - Throws: ``ValueProblem`` for any other text, and for a day that no year has.
    package init(_ text: String) throws(ValueProblem) {
        guard let time = TOMLTime(ArraySlice(text.utf8)), time.kind == .localDate else {
            throw ValueProblem("must be a day of the calendar, as in 2027-01-06", not: text)
        }
        self.text = text
        number = Self.number(text.split(separator: "-").compactMap { Int64($0) })
    }

    /// Returns the number of a day of the Gregorian calendar, from its year, month and day. The year is counted from
    /// March, so that the leap day is its last.
    private static func number(_ parts: [Int64]) -> Int64 {
        let (year, month) = parts[1] > 2 ? (parts[0], parts[1] - 3) : (parts[0] - 1, parts[1] + 9)
        let leapDays = floorDivide(year, 4) - floorDivide(year, 100) + floorDivide(year, 400)
        return year * 365 + leapDays + (153 * month + 2) / 5 + parts[2] - 1 - daysToEpoch
    }

    /// The days from 0000-03-01 to 1970-01-01.
    private static let daysToEpoch: Int64 = 719_468

    /// The beginning of the day, in seconds since 1970-01-01 00:00:00 UTC.
    package func start(in zone: LocalTime) -> Int64 { zone.moment(reaching: LocalDateTime(day: number, minute: 0)) }

    /// The end of the day, which is the beginning of the next one.
    package func end(in zone: LocalTime) -> Int64 { zone.moment(reaching: LocalDateTime(day: number + 1, minute: 0)) }

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}

extension CalendarDay: CustomStringConvertible {
    /// The form that ``init(_:)`` reads.
    package var description: String { text }
}
