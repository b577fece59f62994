import Synchronization

/// The commits that a simulated card refuses because a test requires it.
final class SimulatedRefusals: Sendable {
    /// A number of commits that fail, and their error number.
    private struct Series {
        var count = 0
        var errno: Int32 = 0

        mutating func take() -> Int32? {
            guard count > 0 else { return nil }
            count -= 1
            return errno
        }
    }

    private struct State {
        var modes: [SimulatedMode: Int32] = [:]
        var modesets = Series()
        var flips = Series()
        var refusesSeveral = false
    }

    private let state = Mutex(State())

    // MARK: The test

    func refuse(_ mode: SimulatedMode, errno: Int32) {
        state.withLock { $0.modes[mode] = errno }
    }

    func accept(_ mode: SimulatedMode) {
        state.withLock { $0.modes[mode] = nil }
    }

    func refuseModesets(_ count: Int, errno: Int32) {
        state.withLock { $0.modesets = Series(count: count, errno: errno) }
    }

    func refuseFlips(_ count: Int, errno: Int32) {
        state.withLock { $0.flips = Series(count: count, errno: errno) }
    }

    func refuseSeveral() {
        state.withLock { $0.refusesSeveral = true }
    }

    // MARK: The card

    /// Whether it refuses to set several modes at once.
    var refusesSeveral: Bool { state.withLock(\.refusesSeveral) }

    /// The error number for each commit of a mode; nil if the mode is not refused.
    func refusal(of mode: ScreenMode) -> Int32? {
        state.withLock { state in
            state.modes.first { ScreenMode(id: 0, $0.key).description == mode.description }?.value
        }
    }

    /// The error number for a modeset, which is counted; nil if it is not refused.
    func takeModeset() -> Int32? { state.withLock { $0.modesets.take() } }

    /// The error number for a flip, which is counted; nil if it is not refused.
    func takeFlip() -> Int32? { state.withLock { $0.flips.take() } }
}
