/// The seam to the hardware: one card with its connectors.
///
/// Two answer it, ``KMSCard`` and the card behind ``SimulatedCard``. All calls are made on the thread of the card's
/// session, but for those of ``DisplayPipe``.
protocol DisplayCard: AnyObject, Sendable {
    /// The primary node, such as `/dev/dri/card0`.
    var path: String { get }
    /// The kernel driver's name.
    var driver: String { get }
    /// Whether modes may be set now.
    var isMaster: Bool { get }

    /// Looks at every connector.
    ///
    /// - Parameter probing: whether the hardware is asked, which takes time.
    func state(probing: Bool) throws(ScreenError) -> CardState

    /// Remembers what is shown now, for ``restore()``.
    func rememberState() throws(ScreenError)

    /// Sets a mode, with a black picture. Whatever the CRTC showed before ends.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/modeRefused`` where the driver refuses, ``ScreenError/Code/busy``
    ///   where another program is master.
    func light(connector: UInt32, crtc: Int, mode: ScreenMode) throws(ScreenError) -> any DisplayPipe

    /// Shows again what was shown when ``rememberState()`` was called, as far as it still exists.
    func restore()
}
