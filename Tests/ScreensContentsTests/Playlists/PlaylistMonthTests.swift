import ScreensConfiguration
import ScreensLinux
import Testing

@testable import ScreensContents

/// The turns of a list that follows the clock, over the months in which the clocks of central Europe change.
struct PlaylistMonthTests {
    private static let second: Int64 = 1_000_000_000
    private static let day: Int64 = 86_400
    /// 2026-03-29 and 2026-10-25, 01:00 UTC: from 02:00 to 03:00, and from 03:00 back to 02:00.
    private static let (summer, winter): (Int64, Int64) = (1_774_746_000, 1_792_890_000)
    private static let zone = LocalTime { $0 >= summer && $0 < winter ? 7200 : 3600 }

    private static let lengths: [Int64] = [321, 567, 243, 809, 480]
    /// The times of the day at which the items belong to the list; nil for always.
    private static let hours: [(text: String, from: Int64, until: Int64)?] = [
        nil, ("01:00-02:30", 3600, 9000), ("02:00-03:00", 7200, 10_800), ("06:00-23:00", 21_600, 82_800), nil,
    ]
    /// The item of the day of the change alone.
    private static let itemOfTheDay = 4

    private static func list(_ change: Int64) throws -> PlaylistKind {
        let day = try CalendarDay(change == summer ? "2026-03-29" : "2026-10-25")
        let items = try lengths.enumerated().map { index, length in
            let isOfTheDay = index == itemOfTheDay
            let times = PlaylistTimes(
                during: try hours[index].map { try PowerSchedule($0.text) }, from: isOfTheDay ? day : nil,
                until: isOfTheDay ? day : nil)
            return PlaylistItem(.color(.black), for: TimeLength(milliseconds: Int(length) * 1000), times)
        }
        return PlaylistKind(items, PlaylistCourse(alignment: .clock))
    }

    /// The item of a time since 1970 in nanoseconds, by the formula that the documents state.
    private func item(at time: Int64, _ change: Int64) -> Int {
        let moment = time / Self.second
        // While an hour is repeated, a schedule sees the end of its first occurrence.
        let isRepeated = moment >= Self.winter && moment < Self.winter + 3600
        let isSummer = moment >= Self.summer && moment < Self.winter
        let local = isRepeated ? Self.winter + 7200 - 1 : moment + (isSummer ? 7200 : 3600)
        let isTheDay = local / Self.day == (change + 3600) / Self.day
        let items = Self.lengths.indices.filter { index in
            if index == Self.itemOfTheDay { return isTheDay }
            return Self.hours[index].map { $0.from <= local % Self.day && local % Self.day < $0.until } ?? true
        }
        var rest = time % (items.reduce(0) { $0 + Self.lengths[$1] } * Self.second)
        return items.first { item in
            rest -= Self.lengths[item] * Self.second
            return rest < 0
        } ?? -1
    }

    /// A machine, whose monotonic clock began at a time since 1970.
    fileprivate struct Machine {
        var plan: PlaylistPlan
        let start: Int64

        init(_ list: PlaylistKind, from start: Int64) {
            plan = PlaylistPlan(list, in: zone)
            self.start = start
        }

        mutating func update(_ time: Int64) {
            plan.take(MonotonicTime(nanoseconds: time - start), .nanoseconds(time))
        }

        func time(_ time: MonotonicTime) -> Int64 { time.nanoseconds + start }
    }

    @Test(arguments: [summer, winter])
    func machinesShowTheSameItemsForAMonthInWhichTheClocksChange(_ change: Int64) throws {
        let list = try Self.list(change)
        var now = (change - 15 * Self.day) * Self.second
        let end = (change + 16 * Self.day) * Self.second
        var one = Machine(list, from: now - 5 * Self.second)
        var other = one
        var (turns, items) = (0, Set<Int>())
        one.update(now)
        while now < end {
            // The other machine is started again and again, at other times each day.
            if turns % 100 == 0 { other = Machine(list, from: now - Int64(turns) * Self.second) }
            other.update(now)
            let current = try #require(one.plan.current)
            #expect(current.item == item(at: now, change) && other.plan.current == current.of(one, on: other))
            items.insert(current.item)
            let (wake, next) = (try #require(one.plan.end), one.plan.next)
            // The plan holds until then.
            for moment in [(now + one.time(wake)) / 2, one.time(wake) - 1] {
                #expect(current.item == item(at: moment, change), "at \(moment)")
            }
            now = one.time(wake)
            one.update(now)
            if let next { #expect(one.plan.current?.item == next.item) }
            turns += 1
        }
        #expect(turns > 4000 && items == Set(Self.lengths.indices))
    }
}

extension PlaylistPlan.Turn {
    /// The same turn by the monotonic clock of another machine.
    fileprivate func of(
        _ machine: PlaylistMonthTests.Machine, on other: PlaylistMonthTests.Machine
    ) -> PlaylistPlan.Turn {
        PlaylistPlan.Turn(item: item, start: MonotonicTime(nanoseconds: machine.time(start) - other.start))
    }
}
