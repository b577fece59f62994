import Screens

/// Decides about new connections where there are many: one user's connections never cost another user theirs.
struct ClientLimits: Sendable, Hashable {
    /// A connection that is there.
    struct Connection: Sendable, Hashable {
        let number: UInt64
        let user: UInt32
        /// When it had a call last, or came.
        let lastUse: MonotonicTime
        let use: Use
    }

    /// The use that a client makes of a connection, from the least to the most.
    enum Use: Sendable, Hashable {
        case idle
        /// It gets events, and would connect again.
        case watching
        /// It has a call that is being answered, or a screen, which shows something else without it.
        case occupied
    }

    /// The answer to a new connection.
    enum Answer: Sendable, Hashable {
        /// It is taken, after another one is closed where one is named.
        case take(closing: UInt64?)
        /// It is closed.
        case refuse
    }

    /// All connections.
    let all: Int
    /// Those that only root may have.
    let reserve: Int
    /// Those of one user except root.
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
        // The user with the most connections has the least right to them.
        let counts = Dictionary(connections.map { ($0.user, 1) }, uniquingKeysWith: +)
        let users = counts.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.map(\.key)
        for other in users where other == user || isRoot || (counts[other] ?? 0) > (counts[user] ?? 0) {
            let answer = Self.replacing(.idle, among: connections.lazy.filter { $0.user == other })
            if answer != .refuse { return answer }
        }
        // Many watching connections of some users would keep all others out for as long as they like.
        for other in users where other != 0 && (counts[other] ?? 0) > (counts[user] ?? 0) + 1 {
            let answer = Self.replacing(.watching, among: connections.lazy.filter { $0.user == other })
            if answer != .refuse { return answer }
        }
        return .refuse
    }

    /// Closes the one that was used the longest time ago.
    private static func replacing(_ use: Use, among connections: some Sequence<Connection>) -> Answer {
        let oldest = connections.filter { $0.use == use }.min { ($0.lastUse, $0.number) < ($1.lastUse, $1.number) }
        return oldest.map { .take(closing: $0.number) } ?? .refuse
    }
}
