import ScreensConfiguration
import ScreensLinux

/// The items of a list that belong to it at a time, without items that the daemon refuses.
package struct PlaylistPreview: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        /// Its number, from 1 in the order of the list.
        package let number: Int
        /// A word for people: the name of its content, or a path or a colour.
        package let title: String
    }

    package let items: [Item]
    /// The number of the item that is shown; nil unless the list follows the clock.
    package let shown: Int?

    /// - Parameter moment: the time in seconds since 1970-01-01 00:00:00 UTC.
    init(_ list: PlaylistKind, at moment: Int64, in zone: LocalTime) {
        items = list.items.enumerated().compactMap { index, item in
            guard item.refusal == nil, item.times.hold(at: moment, in: zone) else { return nil }
            return Item(number: index + 1, title: item.title)
        }
        guard list.course.alignment == .clock else {
            shown = nil
            return
        }
        var plan = PlaylistPlan(list, in: zone)
        plan.take(.zero.advanced(by: .seconds(moment)), .seconds(moment))
        shown = plan.current.map { $0.item + 1 }
    }

    /// Returns the preview of the list that `screens go` moves in a content: its own one, the list of a playlist file
    /// or of a folder as they are now, or the list of the first zone that has one. Blocks its thread.
    ///
    /// - Parameter moment: the time in seconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: nil if the content has no list.
    /// - Throws: ``Failure`` if a file or a folder cannot be read, or has no entry that can be shown.
    package static func reading(
        _ content: ContentSetting, at moment: Int64, in zone: LocalTime
    ) throws(Failure) -> PlaylistPreview? {
        try list(of: content).map { PlaylistPreview($0, at: moment, in: zone) }
    }

    private static func list(of content: ContentSetting) throws(Failure) -> PlaylistKind? {
        if let list = content.kind as? PlaylistKind { return list }
        if let layout = content.kind as? LayoutKind {
            for zone in layout.zones {
                if let list = try list(of: zone.content) { return list }
            }
        }
        guard let source = PlaylistSource(content) else { return nil }
        let text = try source.read(at: source.path)
        let (list, problems) = source.playlist(text)
        guard !list.items.isEmpty else { throw text.emptyFailure(problems.first, of: source.path) }
        return list
    }
}
