/// A moment as a clock on the wall shows it, without regard to where the wall is.
///
/// It counts seconds from 1970-01-01 00:00:00 of that clock, so that days are always 86,400 of them.
package struct WallTime: Sendable, Hashable, Comparable {
    /// Seconds of the clock since the first of January 1970.
    package let seconds: Int64

    /// From seconds since the first of January 1970.
    package init(seconds: Int64) {
        self.seconds = seconds
    }

    /// From a day and a time within or beyond it.
    ///
    /// - Parameter minute: counted from the day's beginning; 1440 is the next day's.
    package init(day: Int64, minute: Int) {
        seconds = day * Self.secondsOfDay + Int64(minute) * 60
    }

    /// Days since the first of January 1970.
    package var day: Int64 { floorDivide(seconds, Self.secondsOfDay) }

    /// Seconds since the day began, 0 to 86,399.
    package var secondOfDay: Int64 { seconds - day * Self.secondsOfDay }

    package static func < (left: WallTime, right: WallTime) -> Bool { left.seconds < right.seconds }

    static let secondsOfDay: Int64 = 86_400

    /// The number of a day of the Gregorian calendar, counted from the first of January 1970.
    ///
    /// - Parameters:
    ///   - month: 1 to 12.
    ///   - day: from 1; days beyond the month's end count on into the next.
    package static func day(year: Int64, month: Int, day: Int) -> Int64 {
        // Years begin in March here, so that the leap day is a year's last.
        let shifted = month <= 2 ? year - 1 : year
        let era = floorDivide(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The year of the Gregorian calendar.
    package var year: Int64 {
        let shifted = day + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // From day 306 on it is January, and the next year.
        return era * 400 + yearOfEra + (dayOfYear >= 306 ? 1 : 0)
    }

    /// Whether a year has a 29th of February.
    static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}

/// Division that rounds down, also below 0.
func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
    number / divisor - (number % divisor < 0 ? 1 : 0)
}
