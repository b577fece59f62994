/// A card's device node: who may open it.
struct NodeFacts: Sendable, Hashable {
    let owner: UInt32
    let group: UInt32
    /// The names, or the numbers where there are none.
    let ownerName: String
    let groupName: String
    /// The permission bits.
    let mode: UInt32
    /// Whether udev lets whoever sits at the machine open it, by an access list (`uaccess`).
    let isForSeat: Bool

    /// Whether the bits let a user read and write, access lists aside.
    func admits(_ user: UserFacts) -> Bool {
        if user.isRoot { return true }
        if user.id == owner { return mode & 0o600 == 0o600 }
        return user.groups.contains(group) ? admitsGroup : mode & 0o006 == 0o006
    }

    /// Whether the bits let the members of the group read and write.
    var admitsGroup: Bool { mode & 0o060 == 0o060 }

    /// As `ls -l` has it: `root:video crw-rw----`.
    var title: String {
        let letters = "rwxrwxrwx".enumerated().map { mode & (0o400 >> UInt32($0.offset)) != 0 ? $0.element : "-" }
        return "\(ownerName):\(groupName) c\(String(letters))"
    }
}
