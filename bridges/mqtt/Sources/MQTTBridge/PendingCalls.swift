/// The calls of the daemon that have no answer yet, with the times at which they began.
struct PendingCalls {
    /// A reason to call the daemon.
    enum Purpose {
        case request(RequestQueue.Entry)
        case status
        case statistics
    }

    /// The seconds after which a call counts as unanswered.
    private static let longest = 30.0

    private var calls: [Int: (purpose: Purpose, since: Double)] = [:]
    private var lastToken = 0

    var count: Int { calls.count }

    /// Whether the counters were requested.
    var hasStatistics: Bool {
        calls.values.contains { if case .statistics = $0.purpose { true } else { false } }
    }

    /// The time at which the oldest call has waited too long.
    var deadline: Double? { calls.values.map(\.since).min().map { $0 + Self.longest } }

    /// Begins a call, and returns its token.
    mutating func begin(_ purpose: Purpose, at now: Double) -> Int {
        lastToken += 1
        calls[lastToken] = (purpose, now)
        return lastToken
    }

    /// Ends a call, and returns its purpose; nil for a token without a call.
    mutating func end(_ token: Int) -> Purpose? { calls.removeValue(forKey: token)?.purpose }

    /// Ends all calls, and returns the requests among them in their order.
    mutating func endAll() -> [RequestQueue.Entry] {
        defer { calls = [:] }
        return calls.sorted { $0.key < $1.key }.compactMap {
            if case .request(let entry) = $0.value.purpose { entry } else { nil }
        }
    }
}
