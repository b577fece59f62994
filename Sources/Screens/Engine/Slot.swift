import ScreensKMS

/// The record of one connector of a card: its state, its session, and the reason why it is dark. ``SlotTable`` has the
/// slots.
struct Slot {
    /// The last state that was read from the card, with the changes of our modesets since.
    private(set) var connector: ConnectorState
    /// The modes in ascending order, sorted once for each read.
    private(set) var modes: [ScreenMode]
    /// The session that drives it.
    private(set) var session: ScreenSession?
    /// The sessions that have ended, except for a call of the delegate that has not returned.
    var ending: [ScreenSession] = []
    /// A pipe that could not be disabled. If it stays enabled, later modesets fail.
    var stillEnabled: (any DisplayPipe)?
    /// Whether another program's picture could not be ended in this pass.
    var keepsForeignPicture = false
    var attempts = EnableAttempts()
    var lacksCRTC = false
    /// Whether only a modeset can change its colours.
    var needsModeset = false
    var linkRenewal = LinkRenewal()
    /// Whether the last read found no difference.
    var isUnchanged = true
    /// Whether its display is selected, according to the last pass.
    var isSelected = false
    /// The program that has leased the screen. The slot then has a session only if the content is to be shown again.
    var lease: LeasedScreen?
    /// The selected display that left it last; nil after another one has come.
    private(set) var lastDisplay: LastDisplay?

    /// A display that has left.
    struct LastDisplay {
        let key: DisplayKey
        let contentEnd: MonotonicTime
    }

    init(_ connector: ConnectorState) {
        self.connector = connector
        modes = connector.modes.sorted()
    }

    /// Whether it shows our picture over an HDMI link that may be scrambled.
    var mayBeScrambled: Bool {
        guard connector.isHDMI, let session else { return false }
        let mostBits = connector.properties.first { $0.name == "max bpc" }?.value.flatMap { UInt64($0) }
        return LinkRenewal.mayBeScrambled(clock: session.pipe.mode.timings.clock, mostBits: mostBits)
    }

    /// The CRTC that another program has with it by a lease.
    var leasedCRTC: CRTCIndex? { lease.flatMap { $0.isOver ? nil : $0.pipe.crtcIndex } }

    mutating func take(_ connector: ConnectorState) {
        if connector.modes != self.connector.modes { modes = connector.modes.sorted() }
        self.connector = connector
    }

    /// Records that a display left. The next one begins without the failures of this one.
    ///
    /// - Parameter deadline: when its content ends.
    mutating func displayLeft(_ key: DisplayKey, until deadline: MonotonicTime) {
        attempts.reset()
        linkRenewal = LinkRenewal()
        guard isSelected else { return }
        isSelected = false
        lastDisplay = LastDisplay(key: key, contentEnd: deadline)
    }

    /// Records that a display came.
    mutating func displayCame() {
        lastDisplay = nil
        attempts.displayChanged()
    }

    /// Records that a mode is set.
    mutating func enable(_ session: ScreenSession) {
        self.session = session
        attempts.enabled()
        connector.currentMode = session.pipe.mode
        lacksCRTC = false
    }

    /// Ends the session, except for running calls of the delegate.
    mutating func endSession() {
        if let session { ending.append(session) }
        session = nil
    }

    /// Disables its pipe. If that fails, it is repeated in the next pass.
    mutating func disable(_ pipe: any DisplayPipe) {
        connector.currentMode = nil
        if !pipe.disable() { stillEnabled = pipe }
    }

    /// Records the attempt to end another program's picture. If it failed, it is repeated in the next pass.
    mutating func cleared(_ isEnded: Bool) {
        keepsForeignPicture = !isEnded
        if isEnded { connector.currentMode = nil }
    }

    /// Notes the values of properties that a modeset has set, until the card is read again.
    mutating func note(_ properties: [String: String]) {
        if !properties.isEmpty { connector.properties = connector.properties.map { $0.set(by: properties) } }
    }

    /// Whether nothing is left of it, after its connector has gone.
    func isOver(at now: MonotonicTime) -> Bool {
        session == nil && ending.isEmpty && stillEnabled == nil && lease == nil
            && (lastDisplay.map { $0.contentEnd <= now } ?? true)
    }
}
