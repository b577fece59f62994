extension VideoKit {
    /// Makes a link that draws on a screen, beside the delegate and the links that there are.
    ///
    /// It is called after them, and for the first time with the next frame. The delegate is called by a link of its own,
    /// the first of each screen.
    ///
    /// - Parameters:
    ///   - screen: one that is connected. While it is dark the link waits.
    ///   - frameInterval: refreshes from one frame to the next; 2 halves the rate.
    ///   - draw: called on the screen's own thread with a view that keeps its picture from call to call. It is kept until
    ///     the link is invalidated.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen`` where no such screen is connected, or
    ///   ``ScreenError/Code/invalidArgument`` for an interval outside ``Settings/frameIntervals``.
    public func makeDisplayLink(
        for screen: ScreenID, frameInterval: Int = 1, draw: @escaping @Sendable (inout ExternalView) -> Void
    ) throws(ScreenError) -> DisplayLink {
        let cadence = try FrameCadence.checked(interval: frameInterval)
        let present = Set(screens.map(\.id))
        guard present.contains(screen) else {
            throw ScreenError(
                .noSuchScreen, operation: "draw on", object: "screen \(screen)",
                remedy: "an id is good for one connection of its display")
        }
        return shared.links.add(to: screen, present: present) { home in
            DisplayLink(home: home, cadence: cadence, draw: draw)
        }
    }
}
