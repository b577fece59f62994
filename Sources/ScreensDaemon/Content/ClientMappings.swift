import Synchronization

/// The mapped files of all clients that draw, counted by their users: the table in which the handler of `SIGBUS` finds
/// mappings has 1024 entries, also for the framebuffers of the screens.
final class ClientMappings: Sendable {
    /// The most files of all clients. The other entries of the table are for framebuffers.
    static let most = 896
    /// The most files of one user, so that another user can draw meanwhile.
    static let mostOfUser = most / 2

    /// Why a file is not mapped.
    enum Refusal: Error, Sendable, Hashable {
        /// The user has as many as possible.
        case user
        /// All users together have as many as possible.
        case all

        /// A sentence for people.
        var message: String {
            switch self {
            case .user: "this user has \(mostOfUser) files mapped already, the most of one user"
            case .all: "clients have \(most) files mapped already, the most in total"
            }
        }
    }

    /// The place of one file, which is given back when this object ends.
    final class Share: Sendable {
        private let user: UInt32
        private let mappings: ClientMappings

        fileprivate init(_ user: UInt32, _ mappings: ClientMappings) {
            self.user = user
            self.mappings = mappings
        }

        deinit { mappings.giveBack(user) }
    }

    static let shared = ClientMappings()

    private let counts = Mutex<[UInt32: Int]>([:])

    /// Takes a place for a file of a user.
    func share(for user: UInt32) throws(Refusal) -> Share {
        let refusal: Refusal? = counts.withLock { counts in
            let own = counts[user] ?? 0
            if own >= Self.mostOfUser { return .user }
            if counts.values.reduce(0, +) >= Self.most { return .all }
            counts[user] = own + 1
            return nil
        }
        if let refusal { throw refusal }
        return Share(user, self)
    }

    private func giveBack(_ user: UInt32) {
        counts.withLock { counts in
            let left = (counts[user] ?? 1) - 1
            counts[user] = left > 0 ? left : nil
        }
    }
}
