import Testing

@testable import Screens

@Suite struct PlayoutTests {
    private static let sixty = RefreshRate(numerator: 60, denominator: 1)
    private static let thirty = RefreshRate(numerator: 30, denominator: 1)

    /// A screen at 60 Hz.
    private struct Bench {
        var playout: Playout
        var refresh: Int64 = 5000

        mutating func step(_ waiting: Int, refreshes: Int64 = 1, isFinished: Bool = false, jitter: Int64 = 0)
            -> Playout.Step
        {
            refresh += refreshes
            let time = MonotonicTime(nanoseconds: sixty.nanoseconds(ofRefreshes: refresh) + jitter)
            return playout.step(at: time, rate: sixty, waiting: waiting, isFinished: isFinished)
        }
    }

    private func bench(_ source: RefreshRate?) -> Bench { Bench(playout: Playout(source: source)) }

    @Test func aFrameStaysForItsRefreshes() {
        var bench = bench(Self.thirty)
        #expect(bench.step(0) == .wait)
        #expect(bench.step(0) == .wait)
        #expect(bench.step(3) == .show(frames: 1, refreshes: 2))
        #expect(bench.step(2) == .keep(refreshes: 1))
        #expect(bench.step(2) == .show(frames: 1, refreshes: 2))
        #expect(bench.step(2, refreshes: 2) == .show(frames: 1, refreshes: 2))
        #expect(bench.playout.shown == 3 && bench.playout.late == 0 && bench.playout.skipped == 0)
    }

    @Test func theLastFrameHasItsTime() {
        var bench = bench(Self.thirty)
        #expect(bench.step(1, isFinished: true) == .show(frames: 1, refreshes: 2))
        #expect(bench.step(0, isFinished: true) == .keep(refreshes: 1))
        #expect(bench.step(0, isFinished: true) == .end)
        #expect(bench.step(0, isFinished: true) == .end)
    }

    @Test func withoutAnyFrameItEndsAtOnce() {
        var bench = bench(nil)
        #expect(bench.step(0) == .wait)
        #expect(bench.step(0, isFinished: true) == .end)
        #expect(bench.playout.shown == 0)
    }

    /// The next frame is not shortened, and no frame is left out.
    @Test func aLateFrameMovesItsSuccessors() {
        var bench = bench(Self.thirty)
        #expect(bench.step(1) == .show(frames: 1, refreshes: 2))
        #expect(bench.step(0, refreshes: 2) == .wait)
        #expect(bench.step(0, refreshes: 3) == .wait)
        #expect(bench.step(2, refreshes: 1) == .show(frames: 1, refreshes: 2))
        #expect(bench.step(3, refreshes: 2) == .show(frames: 1, refreshes: 2))
        #expect(bench.playout.late == 1 && bench.playout.skipped == 0)
    }

    @Test func aSourceThatIsFasterLosesFramesEvenly() {
        var bench = bench(RefreshRate(numerator: 120, denominator: 1))
        for _ in 0..<10 { #expect(bench.step(3) == .show(frames: 2, refreshes: 1)) }
        #expect(bench.playout.shown == 10 && bench.playout.skipped == 10 && bench.playout.late == 0)
    }

    @Test func aScreenThatIsTooSlowLosesFramesAndKeepsTheTempo() {
        var bench = bench(nil)
        #expect(bench.step(3) == .show(frames: 1, refreshes: 1))
        for _ in 0..<5 { #expect(bench.step(3, refreshes: 2) == .show(frames: 2, refreshes: 1)) }
        #expect(bench.playout.skipped == 5)
    }

    @Test func afterADarkScreenTheFilmGoesOnFromItsPosition() {
        var bench = bench(nil)
        #expect(bench.step(3) == .show(frames: 1, refreshes: 1))
        #expect(bench.step(3, refreshes: 36_000) == .show(frames: 1, refreshes: 1))
        #expect(bench.step(3) == .show(frames: 1, refreshes: 1))
        #expect(bench.playout.skipped == 0 && bench.playout.late == 0)
    }

    /// Times differ from the refreshes by up to four tenths of a refresh.
    @Test func timesThatAreNotExactAreCountedExactly() {
        var bench = bench(Self.thirty)
        var shown = 0
        for refresh in 0..<6000 {
            let jitter = Int64.random(in: -4_000_000...4_000_000)
            if case .show = bench.step(3, jitter: jitter) {
                #expect(refresh == shown * 2)
                shown += 1
            }
        }
        #expect(shown == 3000)
    }

    /// The card's quartz is 200 millionths slower than the processor's.
    @Test func theDisplayIsTheClock() {
        var playout = Playout(source: Self.thirty)
        var shown = 0
        for refresh in 0..<600_000 as Range<Int64> {
            let time = MonotonicTime(nanoseconds: refresh * 16_670_000)
            if case .show = playout.step(at: time, rate: Self.sixty, waiting: 3, isFinished: false) { shown += 1 }
        }
        #expect(shown == 300_000 && playout.skipped == 0 && playout.late == 0)
    }

    @Test func anotherRateOfTheScreenBeginsAnotherPullDown() {
        var playout = Playout(source: Self.thirty)
        let fifty = RefreshRate(numerator: 50, denominator: 1)
        func time(_ refresh: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: refresh * 20_000_000) }
        #expect(
            playout.step(at: .zero, rate: Self.sixty, waiting: 3, isFinished: false) == .show(frames: 1, refreshes: 2))
        let steps = (2..<8 as Range<Int64>).map {
            playout.step(at: time($0), rate: fifty, waiting: 3, isFinished: false)
        }
        #expect(
            steps == [
                .show(frames: 1, refreshes: 1), .show(frames: 1, refreshes: 2), .keep(refreshes: 1),
                .show(frames: 1, refreshes: 2), .keep(refreshes: 1), .show(frames: 1, refreshes: 1),
            ])
    }

    @Test func timesThatGoBackAreNotRefreshes() {
        var bench = bench(nil)
        #expect(bench.step(3) == .show(frames: 1, refreshes: 1))
        #expect(bench.step(3, refreshes: -4) == .keep(refreshes: 1))
        #expect(bench.step(3, refreshes: 1) == .show(frames: 1, refreshes: 1))
    }
}
