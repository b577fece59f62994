import Glibc
import ScreensLinux

/// A local date and time, without a time zone.
///
/// It counts seconds from 1970-01-01 00:00:00 local time, so that each day has 86,400 of them.
package struct LocalDateTime: Sendable, Hashable, Comparable {
    /// The seconds since the first of January 1970, in local time.
    let seconds: Int64

    init(seconds: Int64) {
        self.seconds = seconds
    }

    /// - Parameter minute: the minute from the day's beginning; 1440 is the beginning of the next day.
    init(day: Int64, minute: Int) {
        seconds = day * Self.secondsOfDay + Int64(minute) * 60
    }

    /// The days since the first of January 1970.
    var day: Int64 { floorDivide(seconds, Self.secondsOfDay) }

    /// The seconds since the day began, 0 to 86,399.
    var secondOfDay: Int64 { seconds - day * Self.secondsOfDay }

    package static func < (left: LocalDateTime, right: LocalDateTime) -> Bool { left.seconds < right.seconds }

    static let secondsOfDay: Int64 = 86_400
}

/// The offset of a place's clocks from UTC at each moment.
///
/// Schedules know time zones only by this function, so that tests can use any place. The daemon uses ``ofProcess``: the
/// C library has one time zone per process, as a daemon needs. This module does not set `TZ`, because `setenv` is not
/// safe beside threads that read the environment.
package struct LocalTime: Sendable {
    private let offset: @Sendable (Int64) -> Int64

    /// Makes a time zone from a function that returns how many seconds clocks are ahead of UTC at a moment, in seconds
    /// since 1970-01-01 00:00:00 UTC.
    package init(offset: @escaping @Sendable (Int64) -> Int64) {
        self.offset = offset
    }

    /// Returns the time that a clock shows at a moment, in seconds since 1970-01-01 00:00:00 UTC.
    func dateTime(at moment: Int64) -> LocalDateTime { LocalDateTime(seconds: moment + offset(moment)) }

    // MARK: The time zone of this process

    /// The time zone of this process, from the variable `TZ`, else from `/etc/localtime`; UTC if neither is usable.
    package static let ofProcess = LocalTime { LocalDate(seconds: $0)?.offset ?? 0 }

    /// Reads ``zoneFile`` again if it has changed. It is safe beside threads that use ``ofProcess``.
    ///
    /// The corresponding C function is `tzset`.
    package static func refreshProcess() { tzset() }

    /// The file that ``refreshProcess()`` reads again after a change; nil if `TZ` is set, which the C library reads
    /// only once.
    package static var zoneFile: String? { getenv("TZ") == nil ? "/etc/localtime" : nil }

    // MARK: Changes of clocks

    /// A time during which the offset is constant.
    private struct Stretch {
        let start: Int64
        /// The first moment after the stretch.
        let end: Int64
        /// The seconds ahead of UTC.
        let offset: Int64
    }

    /// The largest offset from UTC of any clock.
    private static let farthest: Int64 = 26 * 3600
    /// The shortest time between two changes of the clocks of any place.
    private static let step: Int64 = 6 * 3600

    /// Returns the latest time that a clock has shown up to a moment: while an hour is repeated, the end of its first
    /// occurrence.
    func latestDateTime(at moment: Int64) -> LocalDateTime {
        let moment = Self.clamped(moment)
        // A clock that is set back shows nothing new until it has caught up.
        let stretches = stretches(from: moment - 3 * Self.farthest, to: moment + 1)
        return LocalDateTime(seconds: stretches.map { $0.end - 1 + $0.offset }.max() ?? moment)
    }

    /// Returns the first moment at which a clock shows this time or a later one.
    func moment(reaching time: LocalDateTime) -> Int64 {
        let seconds = Self.clamped(time.seconds)
        for stretch in stretches(from: seconds - 2 * Self.farthest, to: seconds + 2 * Self.farthest) {
            let moment = max(stretch.start, seconds - stretch.offset)
            if moment < stretch.end { return moment }
        }
        return seconds
    }

    /// Returns all stretches between two moments, in order and without a gap.
    private func stretches(from start: Int64, to end: Int64) -> [Stretch] {
        var result: [Stretch] = []
        var (begin, known, current) = (start, start, offset(start))
        while known < end - 1 {
            var next = min(known + Self.step, end - 1)
            if offset(next) == current {
                known = next
                continue
            }
            // The change is after `known`, and not after `next`.
            while next - known > 1 {
                let middle = known + (next - known) / 2
                if offset(middle) == current { known = middle } else { next = middle }
            }
            result.append(Stretch(start: begin, end: next, offset: current))
            (begin, known, current) = (next, next, offset(next))
        }
        result.append(Stretch(start: begin, end: end, offset: current))
        return result
    }

    /// Limits a time to some ten thousand years around now, in which nothing overflows.
    private static func clamped(_ seconds: Int64) -> Int64 { min(max(seconds, -(1 << 38)), 1 << 38) }
}

/// Divides and rounds down, also below 0.
func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
    number / divisor - (number % divisor < 0 ? 1 : 0)
}
