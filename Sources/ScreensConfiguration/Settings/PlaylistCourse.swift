/// How a playlist goes through its items.
package struct PlaylistCourse: Sendable, Hashable {
    /// The order of the items.
    package enum Order: String, Sendable, Hashable, CaseIterable {
        /// The order of the list.
        case listed
        /// A different order in each cycle, which all machines compute alike.
        case shuffled
    }

    /// The beginning of the first cycle.
    package enum Alignment: String, Sendable, Hashable, CaseIterable {
        /// The moment at which the playlist is shown.
        case start
        /// 1970-01-01 00:00:00 UTC by the clock of the machine: the same item at the same time on all machines.
        case clock
    }

    /// The time of an item without a time of its own, and the time that each item fades into the next.
    package let pace: ContentPace
    package let order: Order
    package let alignment: Alignment
    /// Whether it begins again after its last item. If not, the last item stays.
    package let repeats: Bool

    static let parts =
        ContentPace.parts + [
            ContentKey(withoutOption: "order", "string"), alignPart, ContentKey(withoutOption: "repeat", "bool"),
        ]

    static let alignPart = ContentKey(withoutOption: "align", "string")

    /// Makes the course of a playlist that is repeated in its order.
    package init(
        _ pace: ContentPace = ContentPace(), order: Order = .listed, alignment: Alignment = .start,
        repeats: Bool = true
    ) {
        self.pace = pace
        self.order = order
        self.alignment = alignment
        self.repeats = repeats
    }

    /// Reads the keys of a playlist.
    init(_ table: SectionReader) {
        pace = ContentPace(table)
        order = table.choice("order", among: Order.allCases.map { ($0.rawValue, $0) }) ?? .listed
        alignment = Self.alignment(table)
        repeats = table.flag("repeat") ?? true
        if alignment == .clock, !repeats {
            table.add("is not possible with align = \"clock\": a cycle has no beginning of its own", at: "repeat")
        }
    }

    static func alignment(_ table: SectionReader) -> Alignment {
        table.choice("align", among: Alignment.allCases.map { ($0.rawValue, $0) }) ?? .start
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        [
            ("order", .text(order.rawValue)), ("align", .text(alignment.rawValue)), ("repeat", .flag(repeats)),
        ] + pace.written(spelling)
    }
}
