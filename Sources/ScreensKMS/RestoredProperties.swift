/// The properties of an object whose former values are restored at the end of a program, in addition to the picture:
/// all properties that programs may set and that outlive them.
package struct RestoredProperties: Sendable {
    /// A property with its name.
    package typealias Named = (name: String, entry: Properties.Entry)

    /// The properties of ``KnownProperty``, in the order of the table.
    package let known: [Named]
    /// The properties whose meaning only the driver knows, by name.
    package let others: [Named]

    /// Makes the list for an object.
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
        // States of a link or a display, which the kernel also changes.
        "link-status", "Content Protection", "HDCP Content Type", "EDID", "PATH", "TILE",
        // The legacy form of `ACTIVE`: atomic commits that name it are refused.
        "DPMS",
        // A person's choice by a key of the machine.
        "privacy-screen sw-state",
        // Parts of one commit: descriptors, addresses and damage of the program that made it.
        "IN_FENCE_FD", "OUT_FENCE_PTR", "WRITEBACK_OUT_FENCE_PTR", "FB_DAMAGE_CLIPS",
    ]
}
