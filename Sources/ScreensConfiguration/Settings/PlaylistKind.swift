/// Contents that are shown one after the other, each for its time.
package struct PlaylistKind: WrittenKind {
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

    package let items: [PlaylistItem]
    /// The time of an item without a time of its own, and the time that each item fades into the next.
    package let pace: ContentPace
    package let order: Order
    package let alignment: Alignment
    /// Whether it begins again after its last item. If not, the last item stays.
    package let repeats: Bool

    static let noun = "a playlist"
    static let example = #"""
        # Contents one after the other, each for its time (10 s by default), and some of them only at their times. With
        # align = "clock" all machines with the same list show the same item at the same time.
        [[screen]]
        match = { card = "virtio_gpu" }
        content = { playlist = ["sign", { image = "/srv/lunch.png", for = "20 s", during = "Mo-Fr 11:00-14:00" }, { color = "#102030", for = "2 s", until = 2027-01-06 }], align = "clock" }


        """#
    static let parts =
        [ContentKey(withoutOption: "playlist", "[]Content")] + ContentPace.parts + [
            ContentKey(withoutOption: "order", "string"), ContentKey(withoutOption: "align", "string"),
            ContentKey(withoutOption: "repeat", "bool"),
        ]

    /// The most items of a playlist with all playlists in it.
    static let mostItems = 10_000
    /// How deep playlists may be inside of each other.
    private static let deepest = 8
    /// The longest time of a cycle. Times are counted in nanoseconds.
    private static let longest = TimeLength(milliseconds: 1000 * 86_400_000)

    /// Makes a playlist that repeats its items.
    package init(
        _ items: [PlaylistItem], _ pace: ContentPace = ContentPace(), order: Order = .listed,
        alignment: Alignment = .start, repeats: Bool = true
    ) {
        self.items = items
        self.pace = pace
        self.order = order
        self.alignment = alignment
        self.repeats = repeats
    }

    init?(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        let pace = ContentPace(table)
        let order = table.choice("order", among: Order.allCases.map { ($0.rawValue, $0) })
        let alignment = table.choice("align", among: Alignment.allCases.map { ($0.rawValue, $0) })
        let repeats = table.flag("repeat")
        guard let elements = table.elements("playlist") else { return nil }
        guard !elements.isEmpty, elements.count <= Self.mostItems else {
            table.add("must have 1 to \(Self.mostItems) items, not \(elements.count)", at: "playlist")
            return nil
        }
        guard table.path.count(of: "playlist") < Self.deepest else {
            table.add("is inside of \(Self.deepest) other playlists", at: "playlist")
            return nil
        }
        var items: [PlaylistItem] = []
        for element in elements where !table.list.isFull {
            if let item = PlaylistItem(element, in: table) { items.append(item) }
        }
        guard items.count == elements.count else { return nil }
        self.init(
            items, pace, order: order ?? .listed, alignment: alignment ?? .start, repeats: repeats ?? true)
        if let shortest = lengths.min(), pace.fade > shortest {
            table.add("is longer than the shortest item, \(shortest)", at: "fade")
        }
        let length = TimeLength(milliseconds: lengths.reduce(0) { $0 + $1.milliseconds })
        if length > Self.longest { table.add("lasts \(length), and may last \(Self.longest)", at: "playlist") }
        if alignment == .clock, repeats == false {
            table.add("is not possible with align = \"clock\": a cycle has no beginning of its own", at: "repeat")
        }
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        [
            ("playlist", .values(items.map { $0.written(spelling) })), ("order", .text(order.rawValue)),
            ("align", .text(alignment.rawValue)), ("repeat", .flag(repeats)),
        ] + pace.written(spelling)
    }

    /// The time of each item.
    package var lengths: [TimeLength] { items.map { $0.length ?? pace.interval } }

    package var needs: [ContentNeed] { items.flatMap { $0.content.needs } }

    /// Returns the same playlist with other contents.
    func mapping(_ change: (ContentSetting) -> ContentSetting) -> PlaylistKind {
        PlaylistKind(
            items.map { $0.with(change($0.content)) }, pace, order: order, alignment: alignment, repeats: repeats)
    }
}

extension ContentSetting {
    package static func playlist(_ playlist: PlaylistKind) -> ContentSetting { ContentSetting(playlist) }
}
