import Testing

@testable import ScreensContents

/// The turns of items, as they follow from the list and the time.
struct PlaylistTimelineTests {
    private static let lengths: [Int64] = [10, 20, 30, 5]

    private func timeline(isShuffled: Bool = false, repeats: Bool = true) -> PlaylistTimeline {
        PlaylistTimeline(Self.lengths, isShuffled: isShuffled, repeats: repeats)
    }

    @Test(
        arguments: [
            (0, 0, 0, 10), (9, 0, 0, 10), (10, 1, 10, 30), (59, 2, 30, 60), (60, 3, 60, 65), (65, 0, 65, 75),
            (6_500_000_000_012, 1, 6_500_000_000_010, 6_500_000_000_030), (-1, 3, -5, 0), (-65, 0, -65, -55),
        ] as [(Int64, Int, Int64, Int64)])
    func anItemHasItsTurnInEachCycle(time: Int64, item: Int, start: Int64, end: Int64) throws {
        let turn = try #require(timeline().turn(at: time, among: [0, 1, 2, 3]))
        #expect((turn.item, turn.start, turn.end) == (item, start, end))
    }

    @Test func anItemThatDoesNotBelongToTheListTakesNoTime() throws {
        let turn = try #require(timeline().turn(at: 12, among: [0, 3]))
        #expect((turn.item, turn.start, turn.end) == (3, 10, 15))
        #expect(timeline().turn(at: 12, among: []) == nil)
    }

    @Test func theLastItemStaysIfTheListDoesNotRepeat() throws {
        let timeline = timeline(repeats: false)
        #expect(timeline.turn(at: 59, among: [0, 1, 2, 3])?.item == 2)
        for time: Int64 in [60, 65, 1_000_000] {
            let turn = try #require(timeline.turn(at: time, among: [0, 1, 2, 3]))
            #expect((turn.item, turn.start, turn.end) == (3, 60, .max))
        }
    }

    @Test func turnsFollowEachOtherWithoutAGap() throws {
        for isShuffled in [false, true] {
            var time: Int64 = 0
            for _ in 0..<1000 {
                let turn = try #require(timeline(isShuffled: isShuffled).turn(at: time, among: [0, 1, 2, 3]))
                #expect(turn.start == time && turn.end - turn.start == Self.lengths[turn.item])
                let start = timeline(isShuffled: isShuffled).start(of: turn.item, in: turn.cycle, among: [0, 1, 2, 3])
                #expect(start == time)
                time = turn.end
            }
        }
    }

    @Test func aShuffledCycleHasEachItemOnceAndNoneTwiceInARow() throws {
        let timeline = timeline(isShuffled: true)
        var (time, former) = (Int64(0), -1)
        var orders: Set<[Int]> = []
        for _ in 0..<500 {
            var order: [Int] = []
            for _ in 0..<4 {
                let turn = try #require(timeline.turn(at: time, among: [0, 1, 2, 3]))
                #expect(turn.item != former)
                former = turn.item
                order.append(turn.item)
                time = turn.end
            }
            #expect(order.sorted() == [0, 1, 2, 3])
            orders.insert(order)
        }
        #expect(orders.count == 24)
    }

    /// Machines with other versions have to compute the same order.
    @Test func theOrderOfACycleNeverChanges() throws {
        let timeline = timeline(isShuffled: true)
        var (time, items) = (Int64(0), [Int]())
        while items.count < 16, let turn = timeline.turn(at: time, among: [0, 1, 2, 3]) {
            items.append(turn.item)
            time = turn.end
        }
        #expect(items == [2, 1, 0, 3, 2, 0, 3, 1, 0, 1, 3, 2, 3, 2, 0, 1])
    }
}
