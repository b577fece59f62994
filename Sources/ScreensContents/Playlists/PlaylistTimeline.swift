/// The turns of a playlist's items on a scale of time. They follow from the list and the time alone, so that every
/// machine computes the same ones.
struct PlaylistTimeline: Sendable {
    /// The turn of an item.
    struct Turn: Sendable, Hashable {
        /// The index of the item in the list.
        let item: Int
        /// The number of the cycle, from 0 at the beginning of the scale.
        let cycle: Int64
        /// The beginning in nanoseconds of the scale.
        let start: Int64
        /// The end in nanoseconds of the scale; `.max` if the item stays for good.
        let end: Int64
    }

    /// The time of each item in nanoseconds, more than 0.
    private let lengths: [Int64]
    private let isShuffled: Bool
    private let repeats: Bool

    init(_ lengths: [Int64], isShuffled: Bool, repeats: Bool) {
        self.lengths = lengths
        self.isShuffled = isShuffled
        self.repeats = repeats
    }

    /// Returns the turn at a time.
    ///
    /// - Parameters:
    ///   - time: nanoseconds of the scale.
    ///   - due: the indices of the items that belong to the list then, ascending.
    /// - Returns: nil if no item does.
    func turn(at time: Int64, among due: [Int]) -> Turn? {
        let length = due.reduce(0) { $0 + lengths[$1] }
        guard length > 0 else { return nil }
        let cycle = repeats ? Self.quotient(time, length) : 0
        let order = order(of: cycle, among: due)
        var start = cycle * length
        for (place, item) in order.enumerated() {
            let isLast = place == order.count - 1
            let end = !repeats && isLast ? Int64.max : start + lengths[item]
            if time < end || isLast { return Turn(item: item, cycle: cycle, start: start, end: end) }
            start = end
        }
        return nil
    }

    /// Returns the beginning of an item in a cycle, in nanoseconds of the scale; nil if the item does not belong to it.
    func start(of item: Int, in cycle: Int64, among due: [Int]) -> Int64? {
        starts(of: [item], in: cycle, among: due).first
    }

    /// Returns the beginnings of items in a cycle, in nanoseconds of the scale and in their order.
    func starts(of items: Set<Int>, in cycle: Int64, among due: [Int]) -> [Int64] {
        var starts: [Int64] = []
        var start = cycle * due.reduce(0) { $0 + lengths[$1] }
        for next in order(of: cycle, among: due) {
            if items.contains(next) { starts.append(start) }
            start += lengths[next]
        }
        return starts
    }

    /// Returns the end of the cycle at a time, both in nanoseconds of the scale; nil without items.
    func endOfCycle(at time: Int64, among due: [Int]) -> Int64? {
        let length = due.reduce(0) { $0 + lengths[$1] }
        return length > 0 ? (Self.quotient(time, length) + 1) * length : nil
    }

    /// Returns the items of a cycle in their order.
    private func order(of cycle: Int64, among due: [Int]) -> [Int] {
        guard isShuffled, due.count > 1 else { return due }
        var order = Self.shuffled(due, cycle)
        // No item is shown twice in a row. With more than two items this leaves the last one of the cycle in its place.
        if due.count > 2, order[0] == Self.shuffled(due, cycle - 1).last { order.swapAt(0, 1) }
        return order
    }

    /// Returns a permutation that depends on the number alone, by the method of Fisher and Yates.
    private static func shuffled(_ due: [Int], _ number: Int64) -> [Int] {
        var order = due
        var numbers = MixedNumbers(seed: UInt64(bitPattern: number))
        for place in order.indices.dropFirst().reversed() {
            order.swapAt(place, Int(numbers.next() % UInt64(place + 1)))
        }
        return order
    }

    private static func quotient(_ time: Int64, _ length: Int64) -> Int64 {
        time >= 0 ? time / length : -((length - 1 - time) / length)
    }
}

/// A sequence of numbers that follows from its seed: the generator SplitMix64 (Steele, Lea and Flood, 2014).
private struct MixedNumbers {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
