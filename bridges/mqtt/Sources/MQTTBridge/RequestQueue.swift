/// The requests that wait for their turn, within limits.
struct RequestQueue {
    /// A request about a display.
    struct Entry {
        let display: String
        let request: ScreenRequest
        /// The setting, if the request has one plain value: a later value replaces it.
        let key: String?
        /// Whether its outcome is a retained message, because the settings are desired ones.
        var isDesired = false
    }

    /// The most requests that wait.
    private static let most = 64
    /// The most calls without an answer.
    private static let mostStarted = 4

    private var entries: [Entry] = []
    /// The calls of clients: the daemon logs each.
    private var allowance = Allowance(most: 20, perSecond: 10)

    /// Whether a further request has room.
    var hasRoom: Bool { entries.count < Self.most }

    /// Adds a request.
    ///
    /// - Returns: false if too many wait.
    mutating func add(_ entry: Entry) -> Bool {
        let isSame = { (other: Entry) in other.display == entry.display && other.key == entry.key }
        // The newer value does not take the older one's place: a request between the two would override it.
        if entry.key != nil { entries.removeAll(where: isSame) }
        guard hasRoom else { return false }
        entries.append(entry)
        return true
    }

    /// Returns the next request whose turn has come.
    ///
    /// - Parameter started: the number of calls without an answer.
    mutating func next(at now: Double, started: Int) -> Entry? {
        guard !entries.isEmpty, started < Self.mostStarted, allowance.take(at: now) else { return nil }
        return entries.removeFirst()
    }

    /// The time at which ``next(at:started:)`` returns a request; nil if that does not depend on the time.
    func deadline(after now: Double, started: Int) -> Double? {
        guard !entries.isEmpty, started < Self.mostStarted else { return nil }
        var allowance = allowance
        return allowance.next(after: now)
    }

    /// Removes all requests, and returns them.
    mutating func removeAll() -> [Entry] {
        defer { entries = [] }
        return entries
    }
}
