/// Draws the pictures of the screens.
public protocol VideoKitDelegate: AnyObject, Sendable {
    /// Draws one frame of one screen.
    ///
    /// Called once per refresh on that screen's own thread: one call at a time for a screen, concurrently for several.
    /// The picture is shown at the next refresh. A call that draws nothing flips nothing; with
    /// ``ExternalView/nextUpdate`` set to ``NextUpdate/whenNeeded`` no call follows until
    /// ``VideoKit/setNeedsDisplay(_:)``. A call that takes longer than a refresh makes this screen miss frames, which are
    /// counted; other screens are not affected.
    ///
    /// - Parameter view: keeps its picture from call to call; it is lent for this one only.
    func updateExternalView(_ view: inout ExternalView)

    /// The content ends: it is not shown any more, and data that is kept for it can be released.
    ///
    /// Called once for each ``ExternalView/content``, on any thread, after the last call that drew it has returned: when
    /// its display has been gone for longer than ``VideoKit/Settings/contentRetention``, when a mode of another size was
    /// set, and by ``VideoKit/stop()``. A short disconnect, a screen that is off and a pause do not end it.
    func contentDidEnd(_ content: ContentID)
}

extension VideoKitDelegate {
    /// Does nothing: for delegates that keep nothing for each screen.
    public func contentDidEnd(_ content: ContentID) {}
}

/// The delegate to call, as long as it exists.
final class DelegateReference: Sendable {
    weak let delegate: (any VideoKitDelegate)?

    init(_ delegate: any VideoKitDelegate) {
        self.delegate = delegate
    }
}
