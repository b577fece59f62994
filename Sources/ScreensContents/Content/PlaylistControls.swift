import ScreensLinux

/// A step by which a person moves a playlist.
package enum PlaylistStep: Sendable, Hashable {
    case next
    case previous
    /// A step to the item with this number, from 1 in the order of the list.
    case item(Int)
    /// A step to the next item with this title, or with a path that ends with it.
    case named(String)
}

/// The reason why a playlist does not take a step.
package enum StepRefusal: Error, Sendable, Hashable {
    /// No playlist is shown.
    case noPlaylist
    /// The list has items from 1 to this number.
    case noItem(count: Int)
    /// No item has this title. The list has these.
    case noTitle([String])
    /// The item does not belong to the list at this time.
    case notNow
    /// No other item belongs to the list at this time.
    case onlyItem
    /// The list is not repeated, and its first item is shown.
    case firstItem
    /// The list is not repeated, and its last item is shown.
    case lastItem

    /// A sentence without its subject, for people.
    package var message: String {
        switch self {
        case .noPlaylist: "shows no playlist"
        case .noItem(let count): "must be 1 to \(count): the playlist has as many items"
        case .noTitle(let titles):
            "must be the name of an item: the playlist has \(titles.joined(separator: ", "))"
        case .notNow: "is an item that its `during`, `from` or `until` leaves out at this time"
        case .onlyItem: "shows the only item that belongs to its playlist at this time"
        case .firstItem: "shows the first item of its playlist, which is not repeated"
        case .lastItem: "shows the last item of its playlist, which is not repeated"
        }
    }
}

/// A content with a playlist in it.
@MainLoop
package protocol PlaylistControls: PictureNaming {
    /// The positions of the playlist and of the playlists in it, the outermost first; empty if none is shown.
    var positions: [PlaylistPosition] { get }

    /// Moves the playlist.
    ///
    /// - Parameter circumstances: the circumstances now.
    func take(_ step: PlaylistStep, _ circumstances: Circumstances) throws(StepRefusal)
}
