import Screens

/// Decides about new connections where there are many: one user's connections never cost another user theirs.
struct ClientLimits: Sendable, Hashable {
    /// A connection that is there.
    struct Connection: Sendable, Hashable {
        let number: UInt64
        let user: UInt32
        /// When it had a call last, or came.
        let lastUse: MonotonicTime
        /// Whether it neither watches nor has a call.
        let isIdle: Bool
        /// Whether it has a screen, which shows something else without it.
        var hasScreens = false
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
        if !isRoot, own.count >= perUser { return Self.replacing(among: own) }
        guard connections.count >= (isRoot ? all : all - reserve) else { return .take(closing: nil) }
        // The user with the most connections has the least right to them.
        let counts = Dictionary(connections.map { ($0.user, 1) }, uniquingKeysWith: +)
        let users = counts.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.map(\.key)
        for other in users where other == user || isRoot || (counts[other] ?? 0) > (counts[user] ?? 0) {
            let answer = Self.replacing(among: connections.lazy.filter { $0.user == other })
            if answer != .refuse { return answer }
        }
        // Many watching connections of some users would keep all others out for as long as they like.
        guard let first = users.first, first != 0, (counts[first] ?? 0) > (counts[user] ?? 0) + 1 else {
            return .refuse
        }
        let longest = connections.filter { $0.user == first && !$0.hasScreens }.min {
            ($0.lastUse, $0.number) < ($1.lastUse, $1.number)
        }
        return longest.map { .take(closing: $0.number) } ?? .refuse
    }

    private static func replacing(among connections: some Sequence<Connection>) -> Answer {
        let idle = connections.filter(\.isIdle).min { ($0.lastUse, $0.number) < ($1.lastUse, $1.number) }
        return idle.map { .take(closing: $0.number) } ?? .refuse
    }
}
