import Glibc
import ScreensLinux

/// A local date and time, without a time zone.
///
/// It counts seconds from 1970-01-01 00:00:00 local time, so that days are always 86,400 of them.
package struct WallTime: Sendable, Hashable, Comparable {
    /// Seconds since the first of January 1970, in local time.
    let seconds: Int64

    init(seconds: Int64) {
        self.seconds = seconds
    }

    /// - Parameter minute: counted from the day's beginning; 1440 is the next day's.
    init(day: Int64, minute: Int) {
        seconds = day * Self.secondsOfDay + Int64(minute) * 60
    }

    /// Days since the first of January 1970.
    var day: Int64 { floorDivide(seconds, Self.secondsOfDay) }

    /// Seconds since the day began, 0 to 86,399.
    var secondOfDay: Int64 { seconds - day * Self.secondsOfDay }

    package static func < (left: WallTime, right: WallTime) -> Bool { left.seconds < right.seconds }

    static let secondsOfDay: Int64 = 86_400
}

/// How far the clocks of a place are ahead of UTC, moment by moment.
///
/// Schedules know time zones by this function alone, so that tests can give them any place. The daemon uses ``ofProcess``:
/// the C library has one time zone a process, which is what a daemon needs. Nothing here sets `TZ`: `setenv` is not safe
/// beside threads that read the environment.
package struct LocalTime: Sendable {
    private let offset: @Sendable (Int64) -> Int64

    /// From a function that returns how many seconds clocks are ahead of UTC at a moment, in seconds since 1970-01-01
    /// 00:00:00 UTC.
    package init(offset: @escaping @Sendable (Int64) -> Int64) {
        self.offset = offset
    }

    // MARK: The time zone of this process

    /// The time zone of this process, by the variable `TZ`, else by `/etc/localtime`; UTC where neither can be used.
    package static let ofProcess = LocalTime { LocalDate(seconds: $0)?.offset ?? 0 }

    /// Reads ``zoneFile`` again where it has changed. It is safe beside threads that use ``ofProcess``.
    ///
    /// The corresponding C function is `tzset`.
    package static func refreshProcess() { tzset() }

    /// The file that ``refreshProcess()`` reads again after a change; nil where `TZ` is set, which the C library reads once.
    package static var zoneFile: String? { getenv("TZ") == nil ? "/etc/localtime" : nil }

    // MARK: Clocks that are put forward and back

    /// A time without a change of the offset.
    private struct Stretch {
        let start: Int64
        /// The first moment after it.
        let end: Int64
        /// Seconds ahead of UTC.
        let offset: Int64
    }

    /// No clock is farther from UTC than this.
    private static let farthest: Int64 = 26 * 3600
    /// No place has changed its clocks twice within this time.
    private static let step: Int64 = 6 * 3600

    /// The latest time that a clock has shown up to a moment: while an hour comes a second time, the end of the first.
    func latestWallTime(at moment: Int64) -> WallTime {
        let moment = Self.clamped(moment)
        // A clock that is put back shows nothing new for as long as it was put back.
        let stretches = stretches(from: moment - 3 * Self.farthest, to: moment + 1)
        return WallTime(seconds: stretches.map { $0.end - 1 + $0.offset }.max() ?? moment)
    }

    /// The first moment at which a clock shows this time or a later one.
    func moment(reaching time: WallTime) -> Int64 {
        let seconds = Self.clamped(time.seconds)
        for stretch in stretches(from: seconds - 2 * Self.farthest, to: seconds + 2 * Self.farthest) {
            let moment = max(stretch.start, seconds - stretch.offset)
            if moment < stretch.end { return moment }
        }
        return seconds
    }

    /// All between two moments, in order and without a gap.
    private func stretches(from start: Int64, to end: Int64) -> [Stretch] {
        var result: [Stretch] = []
        var (begin, known, current) = (start, start, offset(start))
        while known < end - 1 {
            var next = min(known + Self.step, end - 1)
            if offset(next) == current {
                known = next
                continue
            }
            // The change is after `known` and not after `next`.
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

    /// Some ten thousand years around now, in which nothing overflows.
    private static func clamped(_ seconds: Int64) -> Int64 { min(max(seconds, -(1 << 38)), 1 << 38) }
}

/// Division that rounds down, also below 0.
func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
    number / divisor - (number % divisor < 0 ? 1 : 0)
}
