extension VideoKit {
    /// Makes a link that draws on a screen, beside the delegate and other links.
    ///
    /// It is called after them, and for the first time with the next frame. The delegate is called by a link of its own,
    /// the first of each screen.
    ///
    /// - Parameters:
    ///   - screen: a connected screen. While it is dark the link waits.
    ///   - frameInterval: refreshes from one frame to the next; 2 halves the rate.
    ///   - draw: called on the screen's own thread with a view that keeps its picture from call to call. It is
    ///     released when the link ends.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen`` where no such screen is connected, or
    ///   ``ScreenError/Code/invalidArgument`` for an interval outside ``Settings/frameIntervals``, or without a
    ///   delegate, since no screen is lit then.
    public func makeDisplayLink(
        for screen: ScreenID, frameInterval: Int = 1, draw: @escaping @Sendable (inout ExternalView) -> Void
    ) throws(ScreenError) -> DisplayLink {
        let cadence = try FrameCadence.checked(interval: frameInterval)
        guard shared.settings.delegate != nil else {
            throw ScreenError(
                .invalidArgument, operation: "draw on", object: "screen \(screen)",
                remedy: "this VideoKit only observes: make it with a delegate")
        }
        return try shared.displays.addLink(to: screen) { home in
            DisplayLink(home: home, cadence: cadence, draw: draw)
        }
    }
}
