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
    package init(_ list: PlaylistKind, at moment: Int64, in zone: LocalTime) {
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
}
