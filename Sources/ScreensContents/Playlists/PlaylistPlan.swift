import ScreensConfiguration
import ScreensLinux

/// The turn of a playlist now, and the one after it.
///
/// A plan follows from the list and the time. An item may belong to the list only at some times. If the clock of the
/// machine is the scale, a change of the list may change the turn at once. If the scale is the playlist's own, the item
/// that is shown keeps its turn as long as it belongs to the list.
struct PlaylistPlan: Sendable {
    /// The turn of an item, in monotonic time.
    struct Turn: Sendable, Hashable {
        let item: Int
        let start: MonotonicTime

        /// Whether it is the same turn as another one.
        func isSame(as other: Turn) -> Bool { item == other.item && start.isSame(as: other.start) }
    }

    /// The turn now; nil if no item belongs to the list.
    private(set) var current: Turn?
    /// The turn of the next other item; nil if the current item stays for good.
    private(set) var next: Turn?
    /// The times from which lists inside of the items of both turns count; nil if the list has a scale of its own.
    private(set) var (currentOrigin, nextOrigin): (AlignedTime?, AlignedTime?)
    /// The time at which the plan has to be made again; nil if it never changes.
    private(set) var end: MonotonicTime?

    /// The turn that an item had until the list, or the choice of items that belong to it, changed.
    private struct FormerTurn: Sendable {
        /// The place of the item in the list; nil if it is gone.
        let item: Int?
        /// The place of the item that follows if the item does not belong to the list.
        let following: Int
        let start: MonotonicTime
        let cycle: Int64
    }

    /// A part of the scale that has the turns of another part, because a person has moved the list.
    private struct Move: Sendable, Hashable {
        /// How far ahead the turns are, in nanoseconds.
        let offset: Int64
        /// The end in nanoseconds of the scale.
        let end: Int64
    }

    /// The seconds from now after which changes are not planned: times are counted in nanoseconds.
    private static let farthest: Int64 = 50 * 366 * 86_400

    /// The most titles of a refusal.
    private static let mostTitles = 20

    /// The limit of the number that a cycle keeps when other items belong to the list.
    private static let keptCycles: Int64 = 64

    private let playlist: PlaylistKind
    private let timeline: PlaylistTimeline
    private let zone: LocalTime
    /// The different times at which items belong to the list; no times of items that always do.
    private let conditions: [PlaylistTimes]
    /// The index of each item's times in `conditions`; nil for an item that always belongs to the list.
    private let conditionOfItem: [Int?]
    private var clock: PlaylistClock?
    /// The time of the plan.
    private var time = MonotonicTime.zero
    /// The items that belong to the list, as last seen.
    private var due: [Int] = []
    private var move: Move?
    /// The turn of the list that this one has replaced; nil from the first plan on.
    private var replaced: FormerTurn?

    init(_ playlist: PlaylistKind, in zone: LocalTime) {
        self.playlist = playlist
        self.zone = zone
        let times = playlist.items.map(\.times)
        var indices: [PlaylistTimes: Int] = [:]
        for condition in times where !condition.isAlways && indices[condition] == nil {
            indices[condition] = indices.count
        }
        conditions = indices.sorted { $0.value < $1.value }.map(\.key)
        conditionOfItem = times.map { indices[$0] }
        timeline = PlaylistTimeline(
            playlist.lengths.map { Int64($0.milliseconds) * 1_000_000 },
            isShuffled: playlist.course.order == .shuffled, repeats: playlist.course.repeats)
    }

    /// Makes the plan of a list that replaces another one. An item that is in both keeps its turn.
    ///
    /// - Parameter place: the place in this list of the item whose turn it is; nil if the item is gone.
    init(_ playlist: PlaylistKind, in zone: LocalTime, replacing former: PlaylistPlan, with place: Int?) {
        self.init(playlist, in: zone)
        clock = former.clock
        time = former.time
        movedUntil = former.movedUntil
        guard let clock, let turn = former.current else { return }
        let scale = former.counting(clock, at: time).scale(time)
        let cycle = former.timeline.turn(at: scale, among: former.due)?.cycle ?? 0
        replaced = FormerTurn(item: place, following: turn.item, start: turn.start, cycle: cycle)
    }

    /// How many items belong to the list.
    var count: Int { due.count }

    /// The time until which the list does not follow the clock, because a person has moved it; nil if it does.
    private(set) var movedUntil: MonotonicTime?

    /// Makes the plan for a time.
    ///
    /// - Parameters:
    ///   - wallTime: the time since 1970-01-01 00:00:00 UTC; nil if it is not known.
    ///   - origin: the turn that the list has in another list; nil if no other machine has the same turn.
    mutating func take(_ moment: MonotonicTime, _ wallTime: Duration?, in origin: AlignedTime? = nil) {
        // A turn may come a little earlier than it was to come.
        let now = origin.map { max(moment, $0.time) } ?? moment
        let wallTime = wallTime.map { $0 + moment.duration(to: now) }
        let due = items(at: now, wallTime, now)
        // With other items a cycle has another end.
        if due != self.due { move = nil }
        var clock = clock(at: now, wallTime, in: origin)
        // The end of a move is a time of the clock.
        if let former = self.clock, former.isAligned, clock.jumps(from: former, at: now) { move = nil }
        if let replaced, !clock.isAligned {
            clock = self.clock(after: replaced, among: due, at: now)
        } else if !clock.isAligned, due != self.due {
            clock = self.clock(clock, with: due, at: now)
        }
        replaced = nil
        time = now
        // The turn of an inner list may come earlier than it was to come.
        if !clock.isAligned, clock.scale(now) < 0 { clock = PlaylistClock(from: now) }
        self.clock = clock
        self.due = due
        if let move, clock.scale(now) >= move.end { self.move = nil }
        movedUntil = move.map { clock.time($0.end) }
        clock = counting(clock, at: now)
        let turn = timeline.turn(at: clock.scale(now), among: due)
        current = turn.map { Turn(item: $0.item, start: clock.time($0.start)) }
        currentOrigin = innerOrigin(of: current, by: clock, among: due)
        let change = changeOfItems(after: now, wallTime)
        // The only item stays: its next turn changes nothing.
        let turnEnd = turn.flatMap { $0.end == .max || due.count == 1 ? nil : clock.time($0.end) }
        end = [turnEnd, change, movedUntil].compactMap(\.self).min()
        (next, nextOrigin) = end.map { followingTurn(at: $0, now, wallTime) } ?? (nil, nil)
        if next?.item == current?.item { (next, nextOrigin) = (nil, nil) }
    }

    /// The items that belong to the list at a time.
    ///
    /// - Parameter wallTime: the time of the clock at `now`.
    private func items(at time: MonotonicTime, _ wallTime: Duration?, _ now: MonotonicTime) -> [Int] {
        let moment = wallTime.map { ($0 + now.duration(to: time)).components.seconds }
        let holds = conditions.map { $0.hold(at: moment, in: zone) }
        return conditionOfItem.indices.filter { item in conditionOfItem[item].map { holds[$0] } ?? true }
    }

    private func changeOfItems(after now: MonotonicTime, _ wallTime: Duration?) -> MonotonicTime? {
        guard let wallTime else { return nil }
        let seconds = wallTime.components.seconds
        let moment = conditions.compactMap { $0.nextChange(after: seconds, in: zone) }.min()
        guard let moment, moment - seconds < Self.farthest else { return nil }
        return now.advanced(by: .seconds(moment) - wallTime)
    }

    /// Moves the list, for which it made the plan last.
    ///
    /// A list of its own scale goes on from there. A list that follows the clock does so until the end of its cycle.
    mutating func take(_ step: PlaylistStep, at now: MonotonicTime) throws(StepRefusal) {
        guard var clock else { throw .onlyItem }
        let scale = counting(clock, at: now).scale(now)
        guard let turn = timeline.turn(at: scale, among: due) else { throw .onlyItem }
        let start = try start(of: step, after: turn)
        if clock.isAligned {
            let time = clock.scale(now)
            let end = move?.end ?? timeline.endOfCycle(at: time, among: due)
            move = end.map { Move(offset: start - time, end: $0) }
        } else {
            clock.set(start, at: now)
            self.clock = clock
        }
    }

    /// The beginning of the turn that follows a turn by a step, in nanoseconds of the scale.
    private func start(of step: PlaylistStep, after turn: PlaylistTimeline.Turn) throws(StepRefusal) -> Int64 {
        switch step {
        case .next:
            guard due.count > 1 else { throw .onlyItem }
            guard turn.end < .max else { throw .lastItem }
            return turn.end
        case .previous:
            guard due.count > 1 else { throw .onlyItem }
            // A scale of its own has no turns before 0.
            let length = turn.start > 0 ? 0 : timeline.endOfCycle(at: 0, among: due) ?? 0
            let time = turn.start + (playlist.course.repeats ? Self.keptCycles * length : 0) - 1
            guard time >= 0, let former = timeline.turn(at: time, among: due) else { throw .firstItem }
            return former.start
        case .item(let number):
            guard number >= 1, number <= playlist.items.count else { throw .noItem(count: playlist.items.count) }
            guard let start = timeline.start(of: number - 1, in: turn.cycle, among: due) else { throw .notNow }
            return start
        case .named(let title):
            let items = Set(playlist.items.indices.filter { playlist.items[$0].title.isTitle(title) })
            guard !items.isEmpty else {
                throw .noTitle(playlist.items.prefix(Self.mostTitles).map { $0.title.shortened(to: 64).printable })
            }
            let starts = timeline.starts(of: items, in: turn.cycle, among: due)
            guard let start = starts.first(where: { $0 > turn.start }) ?? starts.first else { throw .notNow }
            return start
        }
    }

    private func clock(at now: MonotonicTime, _ wallTime: Duration?, in origin: AlignedTime?) -> PlaylistClock {
        if playlist.course.alignment == .clock {
            if let wallTime { return PlaylistClock(wallTime, at: now, after: clock) }
            // A machine that has known the time once knows it from then on.
            if let clock, clock.isAligned { return clock }
        }
        // A list that ends counts from a beginning, which the turn of an only item does not have.
        if let origin, playlist.course.repeats || origin.wallTime > .seconds(1) { return PlaylistClock(from: origin) }
        guard let clock else { return PlaylistClock(from: now) }
        return clock.isAligned ? clock.own : clock
    }

    /// The time from which a list inside of an item counts: its turn. The only item has one turn that never ends.
    private func innerOrigin(of turn: Turn?, by clock: PlaylistClock, among due: [Int]) -> AlignedTime? {
        turn.flatMap { self.clock?.aligned(due.count == 1 ? clock.time(0) : $0.start) }
    }

    /// Returns the time of the clock at which a turn begins; nil if the list has a scale of its own.
    func wallTime(of turn: Turn) -> Duration? { clock?.aligned(turn.start)?.wallTime }

    /// The clock whose scale has the turns at a time: ahead, if a person has moved the list.
    private func counting(_ clock: PlaylistClock, at time: MonotonicTime) -> PlaylistClock {
        guard let move, clock.scale(time) < move.end else { return clock }
        return clock.ahead(by: move.offset)
    }

    /// The list's own scale after a change: the item keeps its turn, or the next item begins now.
    private func clock(after turn: FormerTurn, among due: [Int], at now: MonotonicTime) -> PlaylistClock {
        var clock = PlaylistClock(from: now)
        // The number of a cycle of the former list may be too large for a list of far longer cycles.
        let cycle = turn.cycle % Self.keptCycles
        if let item = turn.item, let start = timeline.start(of: item, in: cycle, among: due) {
            clock.set(start, at: turn.start)
        } else if let item = due.first(where: { $0 >= turn.following }) ?? due.first,
            let start = timeline.start(of: item, in: cycle, among: due)
        {
            clock.set(start, at: now)
        }
        return clock
    }

    /// The scale of its own when other items belong to the list. Without an item before, the list begins again.
    private func clock(_ clock: PlaylistClock, with due: [Int], at now: MonotonicTime) -> PlaylistClock {
        guard let turn = timeline.turn(at: clock.scale(now), among: self.due) else { return PlaylistClock(from: now) }
        let former = FormerTurn(
            item: turn.item, following: turn.item + 1, start: clock.time(turn.start), cycle: turn.cycle)
        return self.clock(after: former, among: due, at: now)
    }

    private func followingTurn(
        at time: MonotonicTime, _ now: MonotonicTime, _ wallTime: Duration?
    ) -> (Turn?, AlignedTime?) {
        let due = items(at: time, wallTime, now)
        guard var clock else { return (nil, nil) }
        if due == self.due {
            clock = counting(clock, at: time)
        } else if !clock.isAligned {
            clock = self.clock(clock, with: due, at: time)
        }
        let turn = timeline.turn(at: clock.scale(time), among: due).map { Turn(item: $0.item, start: time) }
        return (turn, innerOrigin(of: turn, by: clock, among: due))
    }
}

extension String {
    /// Whether it is another text, or a path that ends with it.
    fileprivate func isTitle(_ other: String) -> Bool { self == other || hasPrefix("/") && hasSuffix("/\(other)") }
}
