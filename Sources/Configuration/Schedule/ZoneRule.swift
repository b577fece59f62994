/// How a place's clocks are set year after year, as POSIX writes it: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Sendable, Hashable {
    /// A day of every year, and the time of it.
    struct Change: Sendable, Hashable {
        enum Day: Sendable, Hashable {
            /// `J60`: 1 to 365, without counting the 29th of February.
            case withoutLeapDay(Int)
            /// `59`: 0 to 365.
            case ofYear(Int)
            /// `M3.5.0`: month, week (5 is the last), and weekday from 0 for Sunday.
            case weekday(month: Int, week: Int, day: Int)
        }

        let day: Day
        /// Seconds of the clock, as it is before the change.
        let time: Int64

        /// The moment in UTC, where clocks are so far ahead before it.
        func moment(in year: Int64, offset: Int64) -> Int64 {
            dayNumber(in: year) * WallTime.secondsOfDay + time - offset
        }

        private func dayNumber(in year: Int64) -> Int64 {
            let first = WallTime.day(year: year, month: 1, day: 1)
            switch day {
            case .withoutLeapDay(let day):
                return first + Int64(day - 1) + (WallTime.isLeap(year) && day > 59 ? 1 : 0)
            case .ofYear(let day): return first + Int64(day)
            case .weekday(let month, let week, let weekday):
                let begin = WallTime.day(year: year, month: month, day: 1)
                let next = month == 12 ? (year + 1, 1) : (year, month + 1)
                let length = WallTime.day(year: next.0, month: next.1, day: 1) - begin
                // The first of January 1970 was a Thursday, day 4.
                let beginWeekday = begin + 4 - floorDivide(begin + 4, 7) * 7
                var day = (Int64(weekday) - beginWeekday + 7) % 7 + Int64(week - 1) * 7
                if day >= length { day -= 7 }
                return begin + day
            }
        }
    }

    /// Seconds ahead of UTC in winter.
    let standard: Int64
    /// Seconds ahead of UTC in summer, and when that begins and ends.
    let summer: Summer?

    struct Summer: Sendable, Hashable {
        let offset: Int64
        let start: Change
        let end: Change
    }

    /// The changes of one year, ascending.
    func transitions(in year: Int64) -> [TimeZoneRules.Transition] {
        guard let summer else { return [] }
        let changes = [
            TimeZoneRules.Transition(
                moment: summer.start.moment(in: year, offset: standard), offset: summer.offset),
            TimeZoneRules.Transition(moment: summer.end.moment(in: year, offset: summer.offset), offset: standard),
        ]
        return changes.sorted { $0.moment < $1.moment }
    }
}
