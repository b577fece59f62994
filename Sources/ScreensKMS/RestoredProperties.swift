/// The properties of an object whose found values the end of a program puts back, apart from the picture: all that programs
/// may set and that outlive them.
package struct RestoredProperties: Sendable {
    /// A property with its name.
    package typealias Named = (name: String, entry: Properties.Entry)

    /// Those of ``KnownProperty``, in the order of the table.
    package let known: [Named]
    /// Those of which only the driver knows the meaning, by name.
    package let others: [Named]

    /// Those of an object.
    package init(of object: some ModeObject) {
        let table = object.known { _ in true }
        let inTable = Set(table.map(\.known.name))
        known = table.filter { $0.known.role != .picture }.map { ($0.known.name, $0.entry) }
        others = object.properties.all.filter { name, entry in
            // Objects, such as framebuffers, end with the program that made them.
            !entry.isImmutable && entry.kind != .object && !inTable.contains(name) && !Self.exceptions.contains(name)
        }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Properties that programs may set, but whose values do not belong to the card.
    private static let exceptions: Set = [
        // States of a link or a display, which the kernel changes, too.
        "link-status", "Content Protection", "HDCP Content Type", "EDID", "PATH", "TILE",
        // The legacy form of `ACTIVE`: atomic commits that name it are refused.
        "DPMS",
        // A person's choice, by a key of the machine.
        "privacy-screen sw-state",
        // Parts of one commit: descriptors and addresses of the program that made it, and its damage.
        "IN_FENCE_FD", "OUT_FENCE_PTR", "WRITEBACK_OUT_FENCE_PTR", "FB_DAMAGE_CLIPS",
    ]
}
