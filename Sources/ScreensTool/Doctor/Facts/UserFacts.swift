/// Who asks.
struct UserFacts: Sendable, Hashable {
    var id: UInt32 = 0
    /// Nil where the user database has none.
    var name: String?
    /// The groups of this process.
    var groups: Set<UInt32> = []
    /// The groups that the group database gives the user: a login from now on would have them.
    var groupsInDatabase: Set<UInt32> = []

    var isRoot: Bool { id == 0 }

    /// For people.
    var title: String { name ?? "user \(id)" }
}
