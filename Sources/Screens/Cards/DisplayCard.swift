import KMS

/// The seam to the hardware: one card with its connectors.
///
/// Two answer it: ``KMSCard`` and ``SimulatedCard``. Looking and setting modes may take long, and is done on the thread
/// of the card's session; events are delivered on a thread that does nothing else.
protocol DisplayCard: AnyObject, Sendable {
    /// The primary node, such as `/dev/dri/card0`.
    var path: String { get }
    /// The kernel driver's name.
    var driver: String { get }
    /// Whether modes may be set now.
    var isMaster: Bool { get }
    /// Whether its node is still there: a card that is being removed answers for a while as if nothing were wrong.
    var isPresent: Bool { get }

    /// Looks at every connector.
    ///
    /// - Parameter probing: whether the hardware is asked, which takes time.
    func state(probing: Bool) throws(ScreenError) -> CardState

    /// What a connector's display shows, whoever shows it. It takes some milliseconds.
    ///
    /// - Parameter name: what the screen is called in errors.
    func capture(connector: ConnectorID, name: String) throws(ScreenError) -> ScreenCapture

    /// What is shown now, for ``restore(_:)``; nil where there is nothing to come back to.
    func foundState() throws(ScreenError) -> FoundState?

    /// Sets a mode, with a black picture. Whatever the CRTC showed before ends.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/modeRefused`` where the driver refuses,
    ///   ``ScreenError/Code/busy`` where another program is master.
    func light(connector: ConnectorID, crtc: Int, mode: ScreenMode, _ options: PipeOptions) throws(ScreenError)
        -> any DisplayPipe

    /// Shows again what was found, as far as it still exists.
    ///
    /// - Returns: whether it does; else what is lit has to be extinguished.
    func restore(_ found: FoundState) -> Bool

    /// Sets what outlives a modeset as it was found (colours, link and picture properties), and leaves the picture alone.
    func restoreSettings(_ found: FoundState)

    /// Has what was found shown again if the process crashes before it resigns, where the program wants that.
    func restoreAfterCrash(_ found: FoundState)

    /// Gives up setting modes, at once: others may want to, and the last reference may go later.
    func resign()

    /// Becomes readable when there are events to deliver.
    var eventDescriptor: Int32 { get }

    /// Hands the flips that are on the screen to their mailboxes. In the frame path.
    ///
    /// - Returns: false where the card has gone.
    func deliverEvents() -> Bool
}
