/// Draws what the screens show.
public protocol VideoKitDelegate: AnyObject, Sendable {
    /// Draws one frame of one screen.
    ///
    /// Called once per refresh on that screen's own thread: one call at a time for a screen, concurrently for several.
    /// What is drawn is shown at the next refresh. A call that draws nothing flips nothing; with
    /// ``ExternalView/nextUpdate`` set to ``NextUpdate/whenNeeded`` no call follows until
    /// ``VideoKit/setNeedsDisplay(_:)``. A call that takes longer than a refresh costs this screen frames, which are
    /// counted, and no other screen anything.
    ///
    /// - Parameter view: keeps its picture from call to call; it is lent for this one only.
    func updateExternalView(_ view: inout ExternalView)
}
