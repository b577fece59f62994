import Synchronization

/// The recorded calls on a simulated card, for our own tests.
final class SimulatedHistory: Sendable {
    /// The changes of a commit.
    enum Commit: Hashable {
        /// The connectors show something else, each in a mode.
        case modeset([String: ScreenMode])
        case disable(String)
    }

    private struct State {
        var modesets: [ScreenMode] = []
        var commits: [Commit] = []
        var probes: [[String]] = []
    }

    private let state = Mutex(State())

    /// The modes that were to be set, in order, including refused ones.
    var modesets: [ScreenMode] { state.withLock(\.modesets) }

    /// The commits that changed what is shown, in order; flips are not among them.
    var commits: [Commit] { state.withLock(\.commits) }

    /// The connectors of each probe.
    var probes: [[String]] { state.withLock(\.probes) }

    func requested(_ mode: ScreenMode) {
        state.withLock { $0.modesets.append(mode) }
    }

    func committed(_ commit: Commit) {
        state.withLock { $0.commits.append(commit) }
    }

    func probed(_ names: [String]) {
        state.withLock { $0.probes.append(names) }
    }
}
