import Synchronization

/// The sessions of all cards that draw, for any thread, and the counts of former sessions.
///
/// A session adds itself when its drawing begins, and removes itself when it stops. Only the ``Slot`` of a connector
/// refers to the connector's own session.
final class EnabledScreens: Sendable {
    private struct State {
        var sessions: [ScreenSession] = []
        var past: [String: ScreenStatistics] = [:]
        var modesets: [String: UInt64] = [:]
        var stalls: [String: UInt64] = [:]

        func statistics(of session: ScreenSession) -> ScreenStatistics {
            let name = session.screen.qualifiedName
            return session.statistics(modesets: modesets[name] ?? 0, stalls: stalls[name] ?? 0)
        }
    }

    private let state = Mutex(State())

    func add(_ session: ScreenSession) {
        state.withLock { $0.sessions.append(session) }
    }

    func remove(_ session: ScreenSession) {
        state.withLock { state in
            state.sessions.removeAll { $0 === session }
            // A session without a modeset does not change the counts.
            guard session.picture.shownBuffer != nil else { return }
            state.past[session.screen.qualifiedName] = state.statistics(of: session).ended
        }
    }

    func countModeset(of session: ScreenSession) {
        state.withLock { $0.modesets[session.screen.qualifiedName, default: 0] += 1 }
    }

    /// Counts that a screen's flips no longer complete.
    func countStall(of session: ScreenSession) {
        state.withLock { $0.stalls[session.screen.qualifiedName, default: 0] += 1 }
    }

    var sessions: [ScreenSession] { state.withLock(\.sessions) }

    /// The statistics of each screen's session, or of its last one.
    var statistics: [ScreenStatistics] {
        state.withLock { state in
            var all = state.past
            for session in state.sessions { all[session.screen.qualifiedName] = state.statistics(of: session) }
            return all.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}
