import ScreensConfiguration

/// The places that the items of a list have in the list that replaces it.
struct PlaylistMatch {
    private let former: PlaylistKind
    private let list: PlaylistKind
    /// The places of each content in the new list, ascending.
    private let places: [ContentSetting: [Int]]

    init(_ former: PlaylistKind, _ list: PlaylistKind) {
        self.former = former
        self.list = list
        places = Dictionary(grouping: list.items.indices) { list.items[$0].content }
    }

    /// The place of an item: the nearest one with the same content. A playlist inside of the list that has itself
    /// changed is found at its former place.
    subscript(item: Int) -> Int? {
        let content = former.items[item].content
        if let nearest = places[content]?.min(by: { abs($0 - item) < abs($1 - item) }) { return nearest }
        guard list.items.indices.contains(item), content.kind is PlaylistKind,
            list.items[item].content.kind is PlaylistKind
        else { return nil }
        return item
    }
}
