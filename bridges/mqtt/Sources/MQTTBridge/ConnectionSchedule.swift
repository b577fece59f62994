/// The attempts to connect to one peer, and their lines in the journal: one line for an outage, however long it is and
/// however often the peer refuses.
package struct ConnectionSchedule {
    /// The seconds after which a connection has succeeded for good.
    private static let lasting = 60.0
    /// The seconds until an attempt has failed.
    private static let longestAttempt = 30.0

    private enum State {
        case waiting(until: Double)
        case attempting(since: Double)
        case connected(since: Double, isLasting: Bool)
    }

    /// The name of the peer in the journal.
    private let peer: String
    private var state = State.waiting(until: 0)
    private var backoff = Backoff()
    private var isReported = false
    private var attempts = 0

    package init(peer: String) { self.peer = peer }

    /// The next time at which ``step(at:)`` has something to do.
    package var deadline: Double? {
        switch state {
        case .waiting(let time): time
        case .attempting(let since): since + Self.longestAttempt
        case .connected(let since, let isLasting): isLasting ? nil : since + Self.lasting
        }
    }

    /// The action that is due.
    package enum Step: Sendable, Hashable {
        case nothing
        case connect
        /// The attempt takes too long.
        case giveUp
        /// The connection has lasted; the line for the journal.
        case log(String)
    }

    package mutating func step(at now: Double) -> Step {
        switch state {
        case .waiting(let time) where now >= time:
            state = .attempting(since: now)
            attempts += 1
            return .connect
        case .attempting(let since) where now >= since + Self.longestAttempt: return .giveUp
        case .connected(let since, isLasting: false) where now >= since + Self.lasting:
            state = .connected(since: since, isLasting: true)
            backoff.reset()
            guard isReported else { return .nothing }
            isReported = false
            defer { attempts = 0 }
            return .log("connected to \(peer) again, after \(attempts) attempt\(attempts == 1 ? "" : "s")")
        default: return .nothing
        }
    }

    /// Records that the peer has accepted the connection.
    ///
    /// - Returns: a line for the journal, unless an outage has been reported: then a connection must last first.
    package mutating func succeed(at now: Double) -> String? {
        state = .connected(since: now, isLasting: false)
        guard !isReported else { return nil }
        attempts = 0
        return "connected to \(peer)"
    }

    /// Records that an attempt has failed, or a connection is lost.
    ///
    /// - Parameter random: 0 to 1.
    /// - Returns: a line for the journal, if it has none of this outage.
    package mutating func fail(at now: Double, because reason: String, random: Double) -> String? {
        if case .waiting = state { return nil }
        state = .waiting(until: now + backoff.pause(random))
        defer { isReported = true }
        return isReported ? nil : "no connection to \(peer): \(reason); it is tried again without further lines"
    }
}
