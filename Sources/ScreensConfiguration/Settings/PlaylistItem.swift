/// A content of a playlist, with its time.
package struct PlaylistItem: Sendable, Hashable {
    package let content: ContentSetting
    /// A word for people: the name of its content, or the content's own title.
    package let title: String
    /// The time for which it is shown; nil for the interval of its playlist.
    package let length: TimeLength?
    /// The times at which it belongs to the playlist.
    package let times: PlaylistTimes
    /// The time in which the item before it fades into it; nil for the fade of its playlist.
    package let fade: TimeLength?
    /// Why it is not shown, with its place in the file; nil if it can be. It keeps its time in the list.
    package let refusal: String?
    /// The key that is not known, for which it is refused. It is written, so that the item stays refused elsewhere.
    private let unknownKey: String?

    /// The keys of an item beside the keys of its content. Contents that fade by themselves have a `fade` of their own;
    /// of the others it is a key of the item.
    static let keys: [(key: String, varlink: String)] = [
        ("for", "string"), ("during", "string"), ("from", "string"), ("until", "string"),
    ]

    package init(
        _ content: ContentSetting, for length: TimeLength? = nil, _ times: PlaylistTimes = PlaylistTimes(),
        fade: TimeLength? = nil
    ) {
        self.init(content, title: content.title, for: length, times, fade: fade)
    }

    package init(
        _ content: ContentSetting, title: String, for length: TimeLength?, _ times: PlaylistTimes = PlaylistTimes(),
        fade: TimeLength? = nil, refusal: String? = nil, unknownKey: String? = nil
    ) {
        self.content = content
        self.title = title
        self.length = length
        self.times = times
        self.fade = fade
        self.refusal = refusal
        self.unknownKey = unknownKey
    }

    /// Reads an element of a list; nil if it has problems, which are recorded. An item with a key that only a later
    /// version may know is not shown: the key may be a restriction, or its kind.
    ///
    /// - Parameter interval: the time of an item without a time of its own.
    init?(_ element: SectionReader.Element, in playlist: SectionReader, every interval: TimeLength) {
        var (length, times, own) = (TimeLength?.none, PlaylistTimes(), SectionReader?.none)
        let faults = playlist.faultCount
        let read = ContentSetting.element(
            element, in: playlist, as: "no program is part of a playlist", besides: Self.fadeKey,
            withUnknownKey: "the item is not shown"
        ) { table in
            own = table
            length = table.length("for", from: ContentPace.shortest)
            times = PlaylistTimes(table)
        }
        let unknown = own?.firstUnknown
        let refusal = unknown.map { "\($0.place): the key '\($0.name)' is not known" }
        guard let (content, table) = read else {
            guard let unknown, playlist.faultCount == faults else { return nil }
            self.init(.none, title: unknown.name, for: length, times, refusal: refusal, unknownKey: unknown.name)
            return
        }
        guard let table else {
            self.init(content)
            return
        }
        let fade = content.has(Self.fadeKey) ? nil : table.length(Self.fadeKey, from: 0)
        if let fade, fade > length ?? interval {
            table.add("is longer than the item, \(length ?? interval)", at: Self.fadeKey)
        }
        self.init(
            content, title: content.title, for: length, times, fade: fade, refusal: refusal, unknownKey: unknown?.name)
    }

    private static let fadeKey = "fade"

    func written(_ spelling: Spelling) -> SettingValue {
        let lengths = [("for", length), (Self.fadeKey, fade)].compactMap { key, length in
            length.map { (key, SettingValue.text($0.description)) }
        }
        let keys = lengths + times.written + [unknownKey].compactMap(\.self).map { ($0, .flag(true)) }
        return content == .none ? .table(keys) : content.written(spelling, with: keys)
    }

    /// Returns the same item with another content, such as the content that its name stands for.
    func with(_ content: ContentSetting) -> PlaylistItem {
        PlaylistItem(
            content, title: title, for: length, times, fade: fade, refusal: refusal, unknownKey: unknownKey)
    }
}
