import Screens

/// Decides about new connections to one socket if there are many. One user's connections never cost another user
/// theirs, unless so many users watch that a new user has no place.
struct ClientLimits: Sendable, Hashable {
    /// An existing connection.
    struct Connection: Sendable, Hashable {
        let number: UInt64
        let user: UInt32
        /// The time of its last call, or of its start.
        let lastUse: MonotonicTime
        let use: Use
    }

    /// The use that a client makes of a connection, from least to most.
    enum Use: Sendable, Hashable {
        case idle
        /// The client gets events, and would connect again.
        case watching
        /// The client has an open call, or a screen that would show something else without it.
        case occupied
    }

    /// The answer to a new connection.
    enum Answer: Sendable, Hashable {
        /// The connection is accepted, after the named connection is closed, if one is named.
        case take(closing: UInt64?)
        /// The connection is closed.
        case refuse
    }

    /// The most connections of the socket.
    let all: Int
    /// The connections that only root may have.
    let reserve: Int
    /// The most connections of one user other than root.
    let perUser: Int

    init(all: Int) {
        self.all = all
        reserve = min(64, all / 8)
        perUser = max(1, all / 4)
    }

    /// Decides about a new connection of a user.
    func answer(to user: UInt32, among connections: some Collection<Connection>) -> Answer {
        let isRoot = user == 0
        let own = connections.lazy.filter { $0.user == user }
        if !isRoot, own.count >= perUser { return Self.replacing(.idle, among: own) }
        guard connections.count >= (isRoot ? all : all - reserve) else { return .take(closing: nil) }
        // The user with the most connections has the least right to another one.
        let counts = Dictionary(connections.map { ($0.user, 1) }, uniquingKeysWith: +)
        let users = counts.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.map(\.key)
        for other in users where other == user || isRoot || (counts[other] ?? 0) > (counts[user] ?? 0) {
            let answer = Self.replacing(.idle, among: connections.lazy.filter { $0.user == other })
            if answer != .refuse { return answer }
        }
        // Otherwise many watching connections of some users would keep all others out.
        for other in users where other != 0 && (counts[other] ?? 0) > (counts[user] ?? 0) + 1 {
            let answer = Self.replacing(.watching, among: connections.lazy.filter { $0.user == other })
            if answer != .refuse { return answer }
        }
        // One person with subordinate users may be all of them.
        guard counts[user] == nil else { return .refuse }
        return Self.replacing(.watching, among: connections.lazy.filter { $0.user != 0 })
    }

    /// The answer that closes the connection of a certain use that has been unused for the longest time.
    private static func replacing(_ use: Use, among connections: some Sequence<Connection>) -> Answer {
        let oldest = connections.filter { $0.use == use }.min { ($0.lastUse, $0.number) < ($1.lastUse, $1.number) }
        return oldest.map { .take(closing: $0.number) } ?? .refuse
    }
}
