import ScreensConfiguration
import ScreensLinux
import Testing

@testable import ScreensContents

/// The turn of a playlist at a time, with the times of its items.
struct PlaylistPlanTests {
    private static let zone = LocalTime { _ in 3600 }
    /// 2026-11-23 00:00:00 local time, a Monday.
    private static let monday = Duration.seconds(1_795_388_400)

    private func item(_ seconds: Int, _ times: PlaylistTimes = PlaylistTimes()) -> PlaylistItem {
        PlaylistItem(.color(.black), for: TimeLength(milliseconds: seconds * 1000), times)
    }

    private func plan(_ items: [PlaylistItem], _ alignment: PlaylistCourse.Alignment = .start) -> PlaylistPlan {
        PlaylistPlan(PlaylistKind(items, PlaylistCourse(alignment: alignment)), in: Self.zone)
    }

    private func time(_ seconds: Int) -> MonotonicTime { .zero.advanced(by: .seconds(seconds)) }

    @Test func aListBeginsWithItsFirstItemWhenItIsShown() {
        var plan = plan([item(10), item(20)])
        plan.take(time(1000), nil)
        #expect(plan.current == PlaylistPlan.Turn(item: 0, start: time(1000)))
        #expect(plan.next == PlaylistPlan.Turn(item: 1, start: time(1010)))
        plan.take(time(1012), nil)
        #expect(plan.current == PlaylistPlan.Turn(item: 1, start: time(1010)))
        #expect(plan.next == PlaylistPlan.Turn(item: 0, start: time(1030)))
    }

    @Test func theOnlyItemStays() {
        var plan = plan([item(10)])
        plan.take(time(1000), nil)
        #expect(plan.current?.item == 0 && plan.next == nil && plan.end == nil)
        plan.take(time(1025), nil)
        #expect(plan.current?.item == 0 && plan.next == nil && plan.end == nil)
    }

    @Test func machinesThatBeganAtOtherTimesShowTheSameItemByTheClock() {
        let items = [item(7), item(11), item(13)]
        var (one, other) = (plan(items, .clock), plan(items, .clock))
        one.take(time(50), Self.monday)
        for second in 0..<200 {
            one.take(time(50 + second), Self.monday + .seconds(second))
            other.take(time(90_000 + second), Self.monday + .seconds(second))
            #expect(one.current?.item == other.current?.item && one.next?.item == other.next?.item)
        }
    }

    @Test func aListForTheClockIsOnItsOwnUntilTheTimeIsKnown() {
        var plan = plan([item(10), item(20)], .clock)
        plan.take(time(1000), nil)
        #expect(plan.current == PlaylistPlan.Turn(item: 0, start: time(1000)))
        plan.take(time(1001), .seconds(3000 + 15))
        #expect(plan.current == PlaylistPlan.Turn(item: 1, start: time(996)))
    }

    @Test func anItemBelongsToTheListOnlyAtItsTimes() throws {
        let lunch = PlaylistTimes(during: try PowerSchedule("Mo-Fr 11:00-14:00"))
        let christmas = PlaylistTimes(from: try CalendarDay("2026-11-24"), until: try CalendarDay("2026-11-25"))
        var plan = plan([item(10), item(10, lunch), item(10, christmas)])
        // 10:59:55 on Monday.
        let before = Self.monday + .seconds(11 * 3600 - 5)
        plan.take(time(1000), before)
        #expect(plan.current?.item == 0 && plan.next == nil && plan.end == time(1005))
        // At 11:00 the item that is shown keeps its turn.
        plan.take(time(1005), before + .seconds(5))
        #expect(plan.current == PlaylistPlan.Turn(item: 0, start: time(1000)))
        #expect(plan.next == PlaylistPlan.Turn(item: 1, start: time(1010)))
        // During the turn of the item its time ends.
        let noon = Self.monday + .seconds(14 * 3600)
        plan.take(time(20_000), noon - .seconds(5))
        let shown = try #require(plan.current)
        plan.take(time(20_005), noon)
        #expect(plan.current?.item == 0)
        if shown.item == 1 { #expect(plan.current?.start == time(20_005)) }
        // On Tuesday the third item joins.
        let tuesday = Self.monday + .seconds(86_400)
        plan.take(time(70_000), tuesday)
        #expect(plan.count == 2)
        plan.take(time(70_000 + 2 * 86_400 + 1), tuesday + .seconds(2 * 86_400 + 1))
        #expect(plan.count == 1)
    }

    @Test func aListByTimesOfTheDayChangesAtThem() throws {
        let morning = PlaylistTimes(during: try PowerSchedule("06:00-11:00"))
        let day = PlaylistTimes(during: try PowerSchedule("11:00-22:00"))
        var plan = plan([item(10, morning), item(10, day)])
        let ten = Self.monday + .seconds(10 * 3600)
        plan.take(time(0), ten)
        #expect(plan.current?.item == 0 && plan.end == time(3600))
        #expect(plan.next == PlaylistPlan.Turn(item: 1, start: time(3600)))
        plan.take(time(13 * 3600), Self.monday + .seconds(23 * 3600))
        #expect(plan.current == nil && plan.end == time(20 * 3600))
        #expect(plan.next == PlaylistPlan.Turn(item: 0, start: time(20 * 3600)))
    }

    /// The number of a short cycle times the length of a long one has no end.
    @Test func anItemMayJoinAListThatHasRunForYears() throws {
        let lunch = PlaylistTimes(during: try PowerSchedule("11:00-14:00"))
        var plan = plan([
            PlaylistItem(.color(.black), for: TimeLength(milliseconds: 100)),
            PlaylistItem(.color(.black), for: TimeLength(milliseconds: 30 * 86_400_000), lunch),
        ])
        plan.take(time(0), Self.monday)
        let years = 365 * 86_400 * 10
        plan.take(time(years), Self.monday + .seconds(years))
        plan.take(time(years + 11 * 3600), Self.monday + .seconds(years + 11 * 3600))
        #expect(plan.current?.item == 0 && plan.count == 2)
        #expect(plan.next?.item == 1)
    }

    /// Times are counted in nanoseconds, which end in the year 2262.
    @Test(arguments: [PlaylistCourse.Alignment.start, .clock])
    func aDayInTheFarFutureIsNotPlanned(_ alignment: PlaylistCourse.Alignment) throws {
        let always = PlaylistTimes(until: try CalendarDay("9999-12-31"))
        var plan = plan([item(20 * 3600, always)], alignment)
        plan.take(time(1000), Self.monday)
        #expect(plan.current?.item == 0 && plan.next == nil && plan.end == nil)
    }

    @Test func aListThatEndsBeginsWithItselfIfItIsTheOnlyPart() throws {
        let part = PlaylistKind([item(10), item(10)], PlaylistCourse(repeats: false))
        let day = PlaylistTimes(during: try PowerSchedule("06:00-22:00"))
        var outer = plan([PlaylistItem(.playlist(part), for: nil, day)], .clock)
        let noon = Self.monday + .seconds(12 * 3600)
        outer.take(time(1000), noon)
        var inner = PlaylistPlan(part, in: LocalTime { _ in 0 })
        inner.take(time(1000), noon, in: outer.currentOrigin)
        #expect(inner.current == PlaylistPlan.Turn(item: 0, start: time(1000)))
    }

    /// The scale of the inner list goes on with the outer one's while the clock is made up for.
    @Test(arguments: [-1, 1]) func noItemOfAListInsideComesBackAfterASmallChangeOfTheClock(_ step: Int) throws {
        let part = PlaylistKind((0..<4).map { _ in item(10) }, PlaylistCourse())
        let day = PlaylistTimes(during: try PowerSchedule("06:00-22:00"))
        var outer = plan([PlaylistItem(.playlist(part), for: nil, day)], .clock)
        var inner = PlaylistPlan(part, in: LocalTime { _ in 0 })
        let noon = Self.monday + .seconds(12 * 3600)
        outer.take(time(1000), noon)
        inner.take(time(1000), noon, in: outer.currentOrigin)
        func wallTime(_ now: MonotonicTime) -> Duration { noon + time(1000).duration(to: now) + .seconds(step) }
        outer.take(time(1003), wallTime(time(1003)))
        let origin = outer.currentOrigin
        inner.take(time(1003), wallTime(time(1003)), in: origin)
        for _ in 0..<12 {
            let turn = try #require(inner.next)
            inner.take(turn.start, wallTime(turn.start), in: origin)
            #expect(inner.current?.item == turn.item)
            // Both scales are computed in whole nanoseconds.
            let later = turn.start.advanced(by: .microseconds(1))
            outer.take(later, wallTime(later))
            var aligned = inner
            aligned.take(later, wallTime(later), in: outer.currentOrigin)
            #expect(aligned.current?.item == turn.item)
        }
    }

    @Test func aListThatBeginsEarlierThanItWasToBeginHasItsFirstItem() {
        var plan = plan([item(10), item(10)])
        plan.take(time(1000), nil)
        plan.take(time(995), nil)
        #expect(plan.current == PlaylistPlan.Turn(item: 0, start: time(995)))
    }

    @Test func nothingIsShownAtItsTimesWhileTheTimeIsUnknown() throws {
        let lunch = PlaylistTimes(during: try PowerSchedule("00:00-24:00"))
        var plan = plan([item(10, lunch)])
        plan.take(time(0), nil)
        #expect(plan.current == nil && plan.end == nil)
        plan.take(time(1), Self.monday)
        #expect(plan.current == PlaylistPlan.Turn(item: 0, start: time(1)))
    }

    @Test func aListMovesSlowlyAfterASmallChangeOfTheClock() throws {
        var plan = plan([item(10), item(10)], .clock)
        plan.take(time(1000), .seconds(3000))
        #expect(plan.current == PlaylistPlan.Turn(item: 0, start: time(1000)))
        // The clock is set ahead by half a second, which is made up for in half a minute: the next turn of ten seconds
        // ends earlier by a sixty-first part of the rest.
        plan.take(time(1006), .seconds(3006.5))
        #expect(plan.current?.start == time(1000))
        let next = try #require(plan.next?.start)
        #expect(abs(next.nanoseconds - time(1006).nanoseconds - 4_000_000_000 * 60 / 61) <= 1)
        // The plan need not be made again meanwhile.
        plan.take(time(1042), .seconds(3042.5))
        #expect(plan.current?.start == time(1040).advanced(by: .milliseconds(-500)))
        // After a larger change the list is in step at once.
        plan.take(time(1043), .seconds(3046))
        #expect(plan.current == PlaylistPlan.Turn(item: 0, start: time(1037)))
    }

    @Test func aListInsideOfAListByTheClockCountsFromItsTurnThoughItIsMadeLater() throws {
        // The second turn of a cycle of 60 s begins 20 s after the minute.
        var outer = plan([item(20), item(40)], .clock)
        outer.take(time(1000), Self.monday + .seconds(33))
        let origin = try #require(outer.currentOrigin)
        #expect(origin == AlignedTime(time: time(987), wallTime: Self.monday + .seconds(20)))
        var inner = plan([item(10), item(10)])
        inner.take(time(1000), Self.monday + .seconds(33), in: origin)
        #expect(inner.current == PlaylistPlan.Turn(item: 1, start: time(997)))
        #expect(inner.next == PlaylistPlan.Turn(item: 0, start: time(1007)))
        #expect(inner.wallTime(of: try #require(inner.next)) == Self.monday + .seconds(40))
        // A list with a scale of its own has no such turns.
        var own = plan([item(20), item(40)])
        own.take(time(1000), Self.monday)
        #expect(own.currentOrigin == nil && own.nextOrigin == nil)
    }

    @Test func aSectionOfAListByTheClockIsTheSameWheneverItIsBegun() throws {
        let morning = PlaylistTimes(during: try PowerSchedule("06:00-11:00"))
        let day = PlaylistTimes(during: try PowerSchedule("11:00-22:00"))
        let sections = [item(10, morning), item(10, day)]
        let entries = [item(7), item(11), item(13)]
        func shown(_ second: Int, after start: Int) -> Int? {
            var (outer, inner) = (plan(sections, .clock), plan(entries))
            for moment in [start, second] {
                let wallTime = Self.monday + .seconds(moment)
                outer.take(time(moment - start), wallTime)
                inner.take(time(moment - start), wallTime, in: outer.currentOrigin)
            }
            return inner.current?.item
        }
        for second in stride(from: 11 * 3600 + 500, to: 11 * 3600 + 600, by: 3) {
            let items = [8 * 3600, 11 * 3600 + 4, second - 2].map { shown(second, after: $0) }
            #expect(items == [items[0], items[0], items[0]])
        }
    }

    // MARK: Steps

    /// The items, from 1, that a list shows after each step.
    private func items(
        after steps: [PlaylistStep], _ plan: PlaylistPlan, wallTime: Duration? = nil
    ) throws(StepRefusal) -> [Int] {
        var plan = plan
        var items: [Int] = []
        plan.take(time(1000), wallTime)
        for step in steps {
            try plan.take(step, at: time(1000))
            plan.take(time(1000), wallTime)
            items.append((plan.current?.item ?? -1) + 1)
        }
        return items
    }

    @Test func stepsMoveAListInItsOrder() throws {
        let list = plan([item(10), item(20), item(30)])
        #expect(try items(after: [.next, .next, .next, .previous], list) == [2, 3, 1, 3])
        #expect(try items(after: [.previous, .previous, .item(1), .item(3)], list) == [3, 2, 1, 3])
    }

    @Test func aStepToANameLeadsToTheNextItemWithIt() throws {
        let times = PlaylistTimes(from: try CalendarDay("2030-01-01"))
        func item(_ title: String, _ times: PlaylistTimes = PlaylistTimes()) -> PlaylistItem {
            PlaylistItem(.color(.black), title: title, for: TimeLength(milliseconds: 10_000), times)
        }
        let list = plan([item("menu"), item("/srv/a/sign.png"), item("menu"), item("later", times)])
        let steps = ["menu", "menu", "sign.png", "a/sign.png", "/srv/a/sign.png", "menu"].map(PlaylistStep.named)
        #expect(try items(after: steps, list, wallTime: Self.monday) == [3, 1, 2, 2, 2, 3])
        #expect(throws: StepRefusal.notNow) { try items(after: [.named("later")], list, wallTime: Self.monday) }
        let titles = ["menu", "/srv/a/sign.png", "menu", "later"]
        for name in ["sign", "ign.png", "", "Menu"] {
            #expect(throws: StepRefusal.noTitle(titles)) { try items(after: [.named(name)], list) }
        }
    }

    @Test func aPreviewHasTheItemsOfItsTime() throws {
        let items = [
            item(10), item(20, PlaylistTimes(during: try PowerSchedule("Mo 08:00-09:00"))),
            item(30, PlaylistTimes(from: try CalendarDay("2026-11-24"))),
        ]
        func preview(_ hours: Int, _ alignment: PlaylistCourse.Alignment) -> PlaylistPreview {
            let moment = (Self.monday + .seconds(hours * 3600 + 15)).components.seconds
            return PlaylistPreview(PlaylistKind(items, PlaylistCourse(alignment: alignment)), at: moment, in: Self.zone)
        }
        let morning = preview(8, .start)
        #expect(morning.items.map(\.number) == [1, 2] && morning.shown == nil)
        #expect(preview(12, .clock).items.map(\.title) == ["#000000"] && preview(12, .clock).shown == 1)
        let tuesday = preview(24, .clock)
        #expect(tuesday.items.map(\.number) == [1, 3] && [1, 3].contains(tuesday.shown))
    }

    @Test func aListGoesOnFromTheItemOfAStep() throws {
        var plan = plan([item(10), item(20), item(30)])
        plan.take(time(1000), nil)
        try plan.take(.item(2), at: time(1004))
        plan.take(time(1004), nil)
        #expect(plan.current == PlaylistPlan.Turn(item: 1, start: time(1004)) && plan.movedUntil == nil)
        #expect(plan.next == PlaylistPlan.Turn(item: 2, start: time(1024)))
        plan.take(time(1024), nil)
        #expect(plan.current == PlaylistPlan.Turn(item: 2, start: time(1024)))
    }

    @Test func aListByTheClockReturnsToItAtTheEndOfItsCycle() throws {
        // A cycle of 60 s begins with a minute.
        var plan = plan([item(10), item(20), item(30)], .clock)
        plan.take(time(1000), Self.monday + .seconds(5))
        try plan.take(.item(3), at: time(1000))
        plan.take(time(1000), Self.monday + .seconds(5))
        #expect(plan.current == PlaylistPlan.Turn(item: 2, start: time(1000)))
        #expect(plan.movedUntil == time(1055) && plan.next == PlaylistPlan.Turn(item: 0, start: time(1030)))
        // A second step counts from the item of the first.
        try plan.take(.previous, at: time(1000))
        plan.take(time(1000), Self.monday + .seconds(5))
        #expect(plan.current == PlaylistPlan.Turn(item: 1, start: time(1000)) && plan.movedUntil == time(1055))
        plan.take(time(1050), Self.monday + .seconds(55))
        #expect(plan.current == PlaylistPlan.Turn(item: 0, start: time(1050)) && plan.movedUntil == time(1055))
        plan.take(time(1055), Self.monday + .seconds(60))
        #expect(plan.current == PlaylistPlan.Turn(item: 0, start: time(1055)) && plan.movedUntil == nil)
    }

    @Test func otherItemsEndAMoveAgainstTheClock() throws {
        let times = PlaylistTimes(during: try PowerSchedule("11:00-12:00"))
        var plan = plan([item(3600), item(3600), item(1, times)], .clock)
        let noon = Self.monday + .seconds(12 * 3600 - 10)
        plan.take(time(1000), noon)
        let item = try #require(plan.current?.item)
        try plan.take(.next, at: time(1000))
        plan.take(time(1000), noon)
        #expect(plan.current?.item != item && plan.movedUntil != nil)
        plan.take(time(1010), noon + .seconds(10))
        #expect(plan.movedUntil == nil)
    }

    @Test func aMoveEndsIfTheClockIsSet() throws {
        var plan = plan([item(10), item(20), item(30)], .clock)
        plan.take(time(1000), Self.monday + .seconds(5))
        try plan.take(.item(3), at: time(1000))
        plan.take(time(1000), Self.monday + .seconds(5))
        // The day before, at the same time of the day.
        plan.take(time(1001), Self.monday + .seconds(6 - 86_400))
        #expect(plan.movedUntil == nil && plan.current?.item == 0)
    }

    @Test func aStepThatLeadsNowhereIsRefused() throws {
        let times = PlaylistTimes(from: try CalendarDay("2030-01-01"))
        let once = PlaylistPlan(PlaylistKind([item(10), item(10)], PlaylistCourse(repeats: false)), in: Self.zone)
        let cases: [(PlaylistPlan, [PlaylistStep], StepRefusal)] = [
            (plan([item(10)]), [.next], .onlyItem), (plan([item(10)]), [.previous], .onlyItem),
            (plan([item(10), item(10, times)]), [.next], .onlyItem), (once, [.previous], .firstItem),
            (once, [.next, .next], .lastItem), (plan([item(10), item(10)]), [.item(3)], .noItem(count: 2)),
            (plan([item(10), item(10)]), [.item(0)], .noItem(count: 2)),
            (plan([item(10), item(10)]), [.item(.min)], .noItem(count: 2)),
            (plan([item(10), item(10)]), [.item(.max)], .noItem(count: 2)),
            (plan([item(10), item(10, times), item(10)]), [.item(2)], .notNow),
        ]
        for (plan, steps, refusal) in cases {
            #expect(throws: refusal) { try items(after: steps, plan, wallTime: Self.monday) }
        }
    }
}
