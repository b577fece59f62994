/// A set of days of the week.
package struct Weekdays: OptionSet, Sendable, Hashable {
    /// The bits of the days; bit 0 is Monday.
    package let rawValue: UInt8

    /// Makes a set from bits; bit 0 is Monday.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue & 0x7F
    }

    /// Makes a set of one day, 0 for Monday to 6 for Sunday.
    package init(day: Int) {
        self.init(rawValue: 1 << UInt8(clamping: day))
    }

    /// Makes the weekday of a day, counted from the first of January 1970, which was a Thursday.
    package init(dayNumber: Int64) {
        self.init(day: Int(dayNumber - floorDivide(dayNumber + 3, 7) * 7 + 3))
    }

    /// Every day.
    package static let all = Weekdays(rawValue: 0x7F)

    /// Returns the days from one to another, across the week's end if the last comes before the first.
    static func from(_ first: Int, through last: Int) -> Weekdays {
        var days = Weekdays(day: last)
        var day = first
        while day != last {
            days.insert(Weekdays(day: day))
            day = (day + 1) % 7
        }
        return days
    }

    /// Returns the number of a day by its English name of two or three letters, or in full; capitals do not count.
    static func number(of name: some StringProtocol) -> Int? {
        let name = name.lowercased()
        return fullNames.firstIndex { full in
            full == name || (name.utf8.count == 2 || name.utf8.count == 3) && full.hasPrefix(name)
        }
    }

    static let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
    private static let fullNames = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
}

extension Weekdays: CustomStringConvertible {
    /// `daily`, or days and ranges of at least three days with commas: `Mo-Fr,Su`.
    package var description: String {
        guard self != .all else { return "daily" }
        func has(_ day: Int) -> Bool { contains(Weekdays(day: (day + 7) % 7)) }
        var parts: [String] = []
        // A run across the end of the week is written at its start.
        for first in 0..<7 where has(first) && !has(first - 1) {
            var last = first
            while has(last + 1) { last += 1 }
            switch last - first {
            case 0: parts.append(Self.names[first])
            case 1: parts += [Self.names[first], Self.names[last % 7]]
            default: parts.append("\(Self.names[first])-\(Self.names[last % 7])")
            }
        }
        return parts.joined(separator: ",")
    }
}
