import Testing

@testable import Screens

/// Rules that hold in every history. Each seed gives another history, always the same one.
@Suite struct HistoryTests {
    @Test(arguments: [Pacing.vblank, .timer], [2, 3])
    func noHistoryBreaksTheRules(_ pacing: Pacing, _ buffers: Int) {
        for seed in 0..<120 as Range<UInt64> {
            var history = History(
                seed: seed, faults: [.events, .kernel, .jumps, .behaviour], links: 1 + Int(seed % 3), buffers: buffers,
                pacing: pacing)
            var steps = 0
            while steps < 500, history.step() { steps += 1 }
        }
    }

    /// Each refresh shows a new frame or is counted with a cause: none is forgotten, and none is counted twice.
    @Test(arguments: [Pacing.vblank, .timer], [[], .kernel, .jumps, [.kernel, .jumps]] as [History.Faults])
    func everyRefreshIsCounted(_ pacing: Pacing, _ faults: History.Faults) {
        for seed in 0..<40 as Range<UInt64> {
            var history = History(seed: seed, faults: faults, links: 1, buffers: 2, pacing: pacing)
            // The first frames have no earlier frames after which they could be late.
            while history.clock.presented < 3, history.step() {}
            let before = history.account
            for _ in 0..<1500 where !history.step() { Issue.record("every flip comes") }
            if abs(history.account - before) > 1 { Issue.record("seed \(seed): \(history.account - before)") }
        }
    }

    /// The count of refreshes and their time still agree to the nanosecond after months of frames.
    @Test func nothingDriftsInMonths() throws {
        let rate = RefreshRate(numerator: 60_000, denominator: 1001)
        var clock = FrameClock(rate: rate, pacing: .timer, start: 0)
        clock.screenEnabled(showsFrame: false, at: .at(0))
        clock.addLink(interval: 1, at: 0)
        let months: Int64 = 100 * 86_400_000 * ms
        guard case .draw = clock.action(at: 0) else {
            Issue.record("the first frame is due")
            return
        }
        clock.linkReturned(0, next: .whenNeeded)
        clock.frameUnchanged(at: 0)
        clock.setNeedsDisplay()
        guard case .draw = clock.action(at: months) else {
            Issue.record("it was requested")
            return
        }
        let target = clock.timing(ofLink: 0).targetTimestamp.nanoseconds
        let refreshes = rate.refreshes(nearest: target)
        #expect(target == rate.nanoseconds(ofRefreshes: refreshes))
        #expect(target > months && target <= months + rate.nanoseconds(ofRefreshes: 1))
    }
}
