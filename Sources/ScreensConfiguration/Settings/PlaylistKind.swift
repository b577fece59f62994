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
    /// The time of an item without a time of its own.
    package let interval: TimeLength
    /// The time that each item fades into the next.
    package let fade: TimeLength
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
    static let parts = [
        ContentKey(withoutOption: "playlist", "[]Content"),
        ContentKey("interval", "time", "The time that each slide is shown, as in '10 s', or in seconds."),
        ContentKey("fade", "time", "The time that each slide fades into the next, as in '500 ms'."),
        ContentKey(withoutOption: "order", "string"), ContentKey(withoutOption: "align", "string"),
        ContentKey(withoutOption: "repeat", "bool"),
    ]

    /// The most items of a playlist with all playlists in it.
    static let mostItems = 10_000
    /// How deep playlists may be inside of each other.
    private static let deepest = 8
    /// The longest time of a cycle. Times are counted in nanoseconds.
    private static let longest = TimeLength(milliseconds: 1000 * 86_400_000)
    private static let defaultInterval = TimeLength(milliseconds: 10_000)

    /// Makes a playlist that repeats its items.
    package init(
        _ items: [PlaylistItem], interval: TimeLength = TimeLength(milliseconds: 10_000),
        fade: TimeLength = TimeLength(milliseconds: 0), order: Order = .listed, alignment: Alignment = .start,
        repeats: Bool = true
    ) {
        self.items = items
        self.interval = interval
        self.fade = fade
        self.order = order
        self.alignment = alignment
        self.repeats = repeats
    }

    init?(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        let interval = table.value("interval", takesNumbers: true) { (text) throws(ValueProblem) in
            try TimeLength.limited(text, from: PlaylistItem.shortest)
        }
        let fade = table.value("fade", takesNumbers: true) { (text) throws(ValueProblem) in
            try TimeLength.limited(text, from: 0)
        }
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
            items, interval: interval ?? Self.defaultInterval, fade: fade ?? TimeLength(milliseconds: 0),
            order: order ?? .listed, alignment: alignment ?? .start, repeats: repeats ?? true)
        if let shortest = items.map({ $0.length ?? self.interval }).min(), self.fade > shortest {
            table.add("is longer than the shortest item, \(shortest)", at: "fade")
        }
        let length = TimeLength(milliseconds: items.reduce(0) { $0 + ($1.length ?? self.interval).milliseconds })
        if length > Self.longest { table.add("lasts \(length), and may last \(Self.longest)", at: "playlist") }
        if self.alignment == .clock, !self.repeats {
            table.add("is not possible with align = \"clock\": a cycle has no beginning of its own", at: "repeat")
        }
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        [
            ("playlist", .values(items.map { $0.written(spelling) })), ("interval", .text(interval.description)),
            ("fade", .text(fade.description)), ("order", .text(spelling.spell(order.rawValue))),
            ("align", .text(spelling.spell(alignment.rawValue))), ("repeat", .flag(repeats)),
        ]
    }

    package var needs: [ContentNeed] { items.flatMap { $0.content.needs } }

    /// Returns the same playlist with other contents.
    func mapping(_ change: (ContentSetting) -> ContentSetting) -> PlaylistKind {
        PlaylistKind(
            items.map { $0.with(change($0.content)) }, interval: interval, fade: fade, order: order,
            alignment: alignment, repeats: repeats)
    }
}

extension ContentSetting {
    package static func playlist(_ playlist: PlaylistKind) -> ContentSetting { ContentSetting(playlist) }
}
