import ScreensContents
import ScreensLinux
import ScreensManager

extension PlayingDocument {
    /// - Parameter isClockKnown: whether the machine knows the time.
    @MainLoop
    init(_ position: PlaylistPosition, isClockKnown: Bool) {
        func time(_ time: MonotonicTime) -> Int64? { isClockKnown ? Self.second(WallClock.time(of: time)) : nil }
        func item(_ item: PlaylistPosition.Item) -> Item {
            Item(item.title, number: item.number, time: time(item.start))
        }
        self.init(
            shown: position.shown.map(item), count: position.count, next: position.next.map(item),
            movedUntil: position.movedUntil.flatMap(time))
    }

    /// The nearest second: a turn that begins with a second has that one, although two readings of the clock differ.
    private static func second(_ time: Duration) -> Int64 { (time + .milliseconds(500)).components.seconds }
}
