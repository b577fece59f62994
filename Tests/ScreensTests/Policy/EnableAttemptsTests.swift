import Testing

@testable import Screens

/// A connector that could not be enabled is tried again, one attempt at a time.
@Suite struct EnableAttemptsTests {
    private static let refused = DarkState(.modesetFailed, message: "refused")
    private static let stall = DarkState(.stalled, message: "stalled")

    @Test func theLastOfSeveralRetriesCounts() {
        var attempts = EnableAttempts()
        let retries = (0..<3).compactMap { _ in attempts.failed(Self.refused, mayPass: true) }
        #expect(retries.map { attempts.retryIsDue($0.number) } == [false, false, true])
        #expect(attempts.failure == nil)
    }

    @Test func aFailureIsRepeatedIfItsRetryFailsAlikeWithoutASuccessBetween() {
        var attempts = EnableAttempts()
        func fail(_ message: String) -> Bool {
            guard let retry = attempts.failed(DarkState(.modesetFailed, message: message), mayPass: true) else {
                return false
            }
            defer { _ = attempts.retryIsDue(retry.number) }
            return attempts.isRepeated
        }
        #expect([fail("one"), fail("one"), fail("other"), fail("other")] == [false, true, false, true])
        attempts.enabled()
        #expect(!fail("other"))
    }

    @Test func aRefusedModeIsNotTriedAgainUntilSomethingChanges() {
        var attempts = EnableAttempts()
        #expect(attempts.failed(Self.refused, mayPass: false) == nil)
        #expect(attempts.failure == Self.refused)
        attempts.conditionsChanged()
        #expect(attempts.failure == nil)
    }

    @Test func aStalledScreenStaysOffForItsPauseThoughMemoryIsFreed() {
        var attempts = EnableAttempts()
        #expect(attempts.stalled(Self.stall, at: MonotonicTime(nanoseconds: 0)) == .modeset)
        #expect(attempts.failure == nil)
        guard case .powerCycle(let retry) = attempts.stalled(Self.stall, at: MonotonicTime(nanoseconds: 1)) else {
            Issue.record("it is not disabled")
            return
        }
        attempts.conditionsChanged()
        #expect(attempts.failure == Self.stall)
        #expect(attempts.retryIsDue(retry.number) && attempts.failure == nil)
    }

    private enum Event: CaseIterable {
        case failsForNow, failsForGood, stalls, displayChanges, conditionsChange, retryTimer, leaves
    }

    /// Every order of six events: 117,649 orders.
    @Test func aFailureThatMayPassAlwaysHasARetry() {
        var stuck: [[Event]] = []
        func play(_ attempts: EnableAttempts, _ timers: [UInt64], isForGood: Bool, _ history: [Event]) {
            let failure = attempts.failure
            // A pending retry has a timer with its number.
            if attempts.isRetryPending, timers.isEmpty { stuck.append(history) }
            if let failure, !isForGood || failure.reason == .stalled, !attempts.isRetryPending {
                stuck.append(history)
            }
            guard history.count < 6 else { return }
            for event in Event.allCases {
                var (next, timers, isForGood) = (attempts, timers, isForGood)
                switch event {
                case .failsForNow:
                    isForGood = false
                    if let retry = next.failed(Self.refused, mayPass: true) { timers.append(retry.number) }
                case .failsForGood:
                    isForGood = true
                    _ = next.failed(Self.refused, mayPass: false)
                case .stalls:
                    let now = MonotonicTime(nanoseconds: Int64(history.count))
                    if case .powerCycle(let retry) = next.stalled(Self.stall, at: now) { timers.append(retry.number) }
                case .displayChanges: next.displayChanged()
                case .conditionsChange: next.conditionsChanged()
                case .retryTimer: if !timers.isEmpty { _ = next.retryIsDue(timers.removeFirst()) }
                case .leaves: next.reset()
                }
                play(next, timers, isForGood: isForGood, history + [event])
            }
        }
        play(EnableAttempts(), [], isForGood: false, [])
        let orders = stuck.prefix(3).map { "\($0)" }
        #expect(orders.isEmpty)
    }
}
