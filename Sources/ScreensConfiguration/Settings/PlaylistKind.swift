/// Contents that are shown one after the other, each for its time.
package struct PlaylistKind: ContentContainer {
    package let items: [PlaylistItem]
    package let course: PlaylistCourse

    static let noun = "a playlist"
    static let example = #"""
        # Contents one after the other, each for its time (10 s by default), and some of them only at their times. With
        # align = "clock" all machines with the same list show the same item at the same time.
        [[screen]]
        match = { card = "virtio_gpu" }
        content = { playlist = ["sign", { image = "/srv/lunch.png", for = "20 s", during = "Mo-Fr 11:00-14:00" }, { color = "#102030", for = "2 s", until = 2027-01-06 }], align = "clock" }


        """#
    static let parts = [ContentKey(withoutOption: "playlist", "[]Content")] + PlaylistCourse.parts

    /// The most items of a playlist with all playlists in it.
    static let mostItems = 10_000
    /// How deep playlists may be inside of each other.
    private static let deepest = 8
    /// The longest time of a cycle. Times are counted in nanoseconds.
    package static let longest = TimeLength(milliseconds: 1000 * 86_400_000)

    package init(_ items: [PlaylistItem], _ course: PlaylistCourse = PlaylistCourse()) {
        self.items = items
        self.course = course
    }

    init?(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        let course = PlaylistCourse(table)
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
        for element in elements where !table.isGivenUp {
            if let item = PlaylistItem(element, in: table, every: course.pace.interval) { items.append(item) }
        }
        guard items.count == elements.count else { return nil }
        self.init(items, course)
        let faded = zip(items, lengths).filter { item, _ in item.fade == nil }.map { $1 }
        if let shortest = faded.min(), course.pace.fade > shortest {
            table.add("is longer than the shortest item, \(shortest)", at: "fade")
        }
        let length = TimeLength(milliseconds: lengths.reduce(0) { $0 + $1.milliseconds })
        if length > Self.longest { table.add("lasts \(length), and may last \(Self.longest)", at: "playlist") }
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        [("playlist", .values(items.map { $0.written(spelling) }))] + course.written(spelling)
    }

    /// The time of each item.
    package var lengths: [TimeLength] { items.map { $0.length ?? course.pace.interval } }

    package var title: String { "playlist" }
    package var followsClock: Bool { course.alignment == .clock || containsClock }

    var contents: [ContentSetting] { items.map(\.content) }

    func mapping(_ change: (ContentSetting) -> ContentSetting) -> ContentSetting {
        .playlist(PlaylistKind(items.map { $0.with(change($0.content)) }, course))
    }
}

extension ContentSetting {
    package static func playlist(_ playlist: PlaylistKind) -> ContentSetting { ContentSetting(playlist) }
}
