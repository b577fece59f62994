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

        /// Whether it is the same turn as another one. Two readings of the clock differ by less than a millisecond,
        /// unless the clock was set.
        func isSame(as other: Turn) -> Bool {
            let tolerance: Int64 = 1_000_000
            return item == other.item && abs(start.nanoseconds - other.start.nanoseconds) < tolerance
        }
    }

    /// The turn now; nil if no item belongs to the list.
    private(set) var current: Turn?
    /// The turn of the next other item; nil if the current item stays for good.
    private(set) var next: Turn?
    /// The time at which the plan has to be made again; nil if it never changes.
    private(set) var end: MonotonicTime?

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
    /// The items that belong to the list, as last seen.
    private var due: [Int] = []

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
            isShuffled: playlist.order == .shuffled, repeats: playlist.repeats)
    }

    /// How many items belong to the list.
    var count: Int { due.count }

    /// Makes the plan for a time.
    ///
    /// - Parameter wallTime: the time since 1970-01-01 00:00:00 UTC; nil if it is not known.
    mutating func take(_ now: MonotonicTime, _ wallTime: Duration?) {
        let due = items(at: now, wallTime, now)
        var clock = clock(at: now, wallTime)
        if !clock.isAligned, due != self.due { takeItems(due, at: now, in: &clock) }
        // The turn of an inner list may come earlier than it was to come.
        if !clock.isAligned, clock.scale(now) < 0 { clock = PlaylistClock(from: now) }
        self.clock = clock
        self.due = due
        let turn = timeline.turn(at: clock.scale(now), among: due)
        current = turn.map { Turn(item: $0.item, start: clock.time($0.start)) }
        let change = changeOfItems(after: now, wallTime)
        // The only item stays: its next turn changes nothing.
        let turnEnd = turn.flatMap { $0.end == .max || due.count == 1 ? nil : clock.time($0.end) }
        end = [turnEnd, change].compactMap(\.self).min()
        next = end.flatMap { followingTurn(at: $0, now, wallTime) }
        if next?.item == current?.item { next = nil }
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
        let moment = conditions.compactMap { $0.nextChange(after: wallTime.components.seconds, in: zone) }.min()
        return moment.map { now.advanced(by: .seconds($0) - wallTime) }
    }

    private func clock(at now: MonotonicTime, _ wallTime: Duration?) -> PlaylistClock {
        if playlist.alignment == .clock, let wallTime { return PlaylistClock(wallTime, at: now) }
        // A machine that has known the time once knows it from then on.
        return clock ?? PlaylistClock(from: now)
    }

    /// Moves the playlist's own scale when other items belong to the list: the shown item keeps its turn, or the next
    /// one begins now. Without an item before, the list begins again.
    private func takeItems(_ due: [Int], at now: MonotonicTime, in clock: inout PlaylistClock) {
        guard let turn = timeline.turn(at: clock.scale(now), among: self.due) else {
            clock = PlaylistClock(from: now)
            return
        }
        // A cycle of the list before may be far shorter: its number times a longer one has no end.
        let cycle = turn.cycle % Self.keptCycles
        if let start = timeline.start(of: turn.item, in: cycle, among: due) {
            clock.set(start, at: clock.time(turn.start))
        } else if let item = due.first(where: { $0 > turn.item }) ?? due.first,
            let start = timeline.start(of: item, in: cycle, among: due)
        {
            clock.set(start, at: now)
        }
    }

    private func followingTurn(at time: MonotonicTime, _ now: MonotonicTime, _ wallTime: Duration?) -> Turn? {
        let due = items(at: time, wallTime, now)
        guard var clock else { return nil }
        if !clock.isAligned, due != self.due { takeItems(due, at: time, in: &clock) }
        let turn = timeline.turn(at: clock.scale(time), among: due)
        return turn.map { Turn(item: $0.item, start: time) }
    }
}
