import ScreensKMS

/// The record of one connector of a card: its state, its session, and the reason why it is dark.
struct Slot {
    /// The state that the card answered last, with the changes of our modesets since.
    fileprivate(set) var connector: ConnectorState
    /// Ascending; sorted once for each answer.
    fileprivate(set) var modes: [ScreenMode]
    /// The session that drives it.
    fileprivate(set) var session: ScreenSession?
    /// Sessions that are over but for a call of the delegate that has not returned.
    fileprivate(set) var ending: [ScreenSession] = []
    /// A pipe that could not be disabled: left enabled, it would make later modesets fail.
    fileprivate var stillEnabled: (any DisplayPipe)?
    /// Whether another program's picture could not be ended in this pass.
    fileprivate(set) var keepsForeignPicture = false
    fileprivate(set) var attempts = EnableAttempts()
    fileprivate(set) var lacksCRTC = false
    /// Whether its colours can only be changed by a modeset.
    fileprivate(set) var needsModeset = false
    fileprivate var linkRenewal = LinkRenewal()
    /// Whether the last read found it as it was.
    fileprivate var isUnchanged = true
    /// Whether its display is selected, by the last pass.
    fileprivate(set) var isSelected = false
    /// The program that has it by a lease. There is no session then, but one whose content is to be shown again.
    fileprivate(set) var lease: LeasedScreen?
    /// The selected display that left it last; nil once another one has come.
    fileprivate(set) var lastDisplay: LastDisplay?

    /// A display that has left.
    struct LastDisplay {
        let key: DisplayKey
        let contentEnd: MonotonicTime
    }

    fileprivate init(_ connector: ConnectorState) {
        self.connector = connector
        modes = connector.modes.sorted()
    }

    /// Whether it shows our picture over an HDMI link that may be scrambled.
    fileprivate var mayBeScrambled: Bool {
        guard connector.isHDMI, let session else { return false }
        let mostBits = connector.properties.first { $0.name == "max bpc" }?.value.flatMap { UInt64($0) }
        return LinkRenewal.mayBeScrambled(clock: session.pipe.mode.timings.clock, mostBits: mostBits)
    }

    /// The CRTC that another program has with it.
    var leasedCRTC: CRTCIndex? { lease.flatMap { $0.isOver ? nil : $0.pipe.crtcIndex } }

    fileprivate mutating func take(_ connector: ConnectorState) {
        if connector.modes != self.connector.modes { modes = connector.modes.sorted() }
        self.connector = connector
    }
}

/// The connectors of one card, in its own order.
struct SlotTable {
    private var slots: [ConnectorID: Slot] = [:]
    /// The connectors that the card has now: those of docks come and go.
    private var order: [ConnectorID] = []
    private var inventory: Inventory
    private(set) var crtcCount = 0
    /// Whether the displays were probed.
    private(set) var isFresh = false

    init(_ inventory: Inventory) {
        self.inventory = inventory
    }

    // MARK: Access

    /// The number of the card's session.
    var session: UInt64 { inventory.session }
    /// The connectors that the card has.
    var connectors: [ConnectorID] { order }
    var present: [Slot] { order.compactMap { slots[$0] } }
    /// The slots of connectors that the card no longer has.
    var absent: [Slot] {
        known.dropFirst(order.count).compactMap { slots[$0] }
    }
    /// The connectors that have a record: those of the card in its order, then those that it no longer has, by their numbers.
    private var known: [ConnectorID] {
        let present = Set(order)
        return order + slots.keys.filter { !present.contains($0) }.sorted { $0.rawValue < $1.rawValue }
    }
    /// The connectors whose displays may still report their EDID.
    var lackingEDID: [ConnectorID] { present.filter(\.connector.lacksEDID).map(\.connector.id) }

    subscript(connector: ConnectorID) -> Slot? { slots[connector] }

    var sessions: [(connector: ConnectorID, session: ScreenSession)] {
        known.compactMap { connector in slots[connector]?.session.map { (connector, $0) } }
    }

    /// The CRTCs of the enabled screens.
    var crtcs: [ConnectorID: CRTCIndex] { slots.compactMapValues { $0.session?.pipe.crtcIndex } }

    /// The session that the card has, where it is the only one.
    var onlySession: ScreenSession? {
        let sessions = sessions
        return sessions.count == 1 ? sessions.first?.session : nil
    }

    var ending: [ScreenSession] { known.flatMap { slots[$0]?.ending ?? [] } }

    func screenID(_ connector: ConnectorID) -> ScreenID { inventory.screenID(connector) }
    func key(of connector: ConnectorID) -> DisplayKey? { inventory.key(of: connector) }
    /// The key of the display on a connector, also of one that has not been taken as connected.
    func key(at connector: ConnectorState) -> DisplayKey {
        key(of: connector.id)
            ?? DisplayKey(identity: connector.identity, connector: inventory.place(of: connector))
    }
    /// The record of the display on a connector.
    func record(of connector: ConnectorID, in displays: DisplayTable) -> DisplayRecord {
        key(of: connector).map { displays[$0] } ?? DisplayRecord()
    }
    /// The keys of all displays.
    var keys: [DisplayKey] { order.compactMap { key(of: $0) } }
    func isTwin(_ connector: ConnectorID) -> Bool { inventory.isTwin(connector) }
    /// The identity of the display, which may report none at the moment.
    func identity(_ connector: ConnectorID) -> ScreenIdentity? {
        inventory.identity(connector) ?? slots[connector]?.connector.identity
    }

    /// Whether a call of the delegate for the display on a connector has not returned: one thread at a time calls it.
    func isEnding(_ connector: ConnectorID) -> Bool {
        let screen = screenID(connector)
        return slots[connector]?.ending.contains { $0.screen.id == screen && !$0.end.isDone } ?? false
    }

    // MARK: Attempts

    /// A display left: the next one begins without the failures of this one.
    ///
    /// - Parameter deadline: when its content ends.
    mutating func displayLeft(_ connector: ConnectorID, _ key: DisplayKey, until deadline: MonotonicTime) {
        slots[connector]?.attempts.reset()
        slots[connector]?.linkRenewal = LinkRenewal()
        guard slots[connector]?.isSelected == true else { return }
        slots[connector]?.isSelected = false
        slots[connector]?.lastDisplay = Slot.LastDisplay(key: key, contentEnd: deadline)
    }

    /// A display came.
    mutating func displayCame(_ connector: ConnectorID) {
        slots[connector]?.lastDisplay = nil
        displayChanged(connector)
    }

    /// Records which displays are selected.
    mutating func select(_ driven: Set<ScreenID>) {
        for connector in order {
            let isSelected = driven.contains(screenID(connector))
            slots[connector]?.isSelected = isSelected
        }
    }

    /// A display reports something else: its failures are forgotten.
    mutating func displayChanged(_ connector: ConnectorID) {
        slots[connector]?.attempts.displayChanged()
    }

    /// The settings of some displays are applied, whether or not they are others than before.
    mutating func settingsApplied(to keys: Set<DisplayKey>) {
        for connector in order where key(of: connector).map(keys.contains) == true {
            slots[connector]?.attempts.conditionsChanged()
        }
    }

    /// A modeset failed.
    ///
    /// - Returns: the retry to start, if any.
    mutating func modesetFailed(
        _ connector: ConnectorID, _ failure: DarkState, mayPass: Bool
    ) -> RetryTimer.Start? {
        slots[connector]?.attempts.failed(failure, mayPass: mayPass)
    }

    /// The flips of a screen stopped.
    mutating func flipsStalled(
        _ connector: ConnectorID, _ failure: DarkState, at now: MonotonicTime
    ) -> EnableAttempts.StallAnswer? {
        slots[connector]?.attempts.stalled(failure, at: now)
    }

    /// The timer of a retry fired.
    ///
    /// - Returns: whether the connector is to be tried now.
    mutating func retryIsDue(_ connector: ConnectorID, _ number: UInt64) -> Bool {
        slots[connector]?.attempts.retryIsDue(number) ?? false
    }

    /// Records which connectors the plan leaves without a CRTC.
    mutating func lackCRTC(_ lacking: Set<ConnectorID>) {
        for connector in order { slots[connector]?.lacksCRTC = lacking.contains(connector) }
    }

    mutating func requireModeset(_ connector: ConnectorID, _ isRequired: Bool = true) {
        slots[connector]?.needsModeset = isRequired
    }

    mutating func requireModesets() {
        for connector in order { requireModeset(connector) }
    }

    // MARK: Reading

    /// Compares a state that was read from the card with the present one, and takes it over.
    mutating func compare(
        _ state: CardState, _ displays: DisplayTable, until deadline: MonotonicTime
    ) -> [Inventory.Step] {
        let steps = displays.take(state, after: states, modesets: modesets, into: &inventory, until: deadline)
        replace(by: state)
        let changed = Set(steps.map(\.connector))
        for connector in slots.keys { slots[connector]?.isUnchanged = !changed.contains(connector) }
        return steps
    }

    /// Requires a modeset of links that may have lost their scrambling, after a hotplug whose read found no difference.
    mutating func renewLinks(after scope: HotplugScope, at now: MonotonicTime) {
        // An event without a connector refers to the change that the read found, if any.
        let isChanged = !slots.values.allSatisfy(\.isUnchanged)
        for (connector, slot) in slots
        where slot.isUnchanged && slot.mayBeScrambled && (scope.names(connector) || scope == .all && !isChanged) {
            if slots[connector]?.linkRenewal.isDue(at: now) ?? false { requireModeset(connector) }
        }
    }

    /// Whether a state differs from the slots.
    func differs(from state: CardState) -> Bool {
        var inventory = inventory
        return !inventory.take(state, after: states, modesets: modesets).isEmpty
    }

    /// Takes over a state without comparing it.
    mutating func replace(by state: CardState) {
        order = state.connectors.map(\.id)
        crtcCount = state.crtcCount
        isFresh = state.isFresh
        for connector in state.connectors {
            if slots[connector.id] == nil {
                slots[connector.id] = Slot(connector)
            } else {
                slots[connector.id]?.take(connector)
            }
        }
    }

    private var states: [ConnectorID: ConnectorState] { slots.mapValues(\.connector) }

    /// The modesets of the enabled screens, and whether the hardware still has them.
    private var modesets: [ConnectorID: Inventory.Modeset] {
        slots.compactMapValues { slot in
            slot.session.map {
                Inventory.Modeset(
                    timings: $0.pipe.mode.timings, isModeListed: $0.isModeListed, isOn: $0.pipe.isOn())
            }
        }
    }

    /// The displays report nothing any more.
    func release(from displays: DisplayTable) {
        displays.release(inventory)
    }

    /// The displays have left, with their card.
    func left(_ displays: DisplayTable, until deadline: MonotonicTime) {
        displays.left(inventory, connectors: order, until: deadline)
    }

    // MARK: Leases

    /// The connectors that other programs have, and those that come back.
    var leases: [(connector: ConnectorID, lease: LeasedScreen)] {
        known.compactMap { connector in slots[connector]?.lease.map { (connector, $0) } }
    }

    /// Notes that another program has a connector.
    mutating func lend(_ connector: ConnectorID, _ lease: LeasedScreen) {
        slots[connector]?.lease = lease
    }

    /// Takes a connector back; its program's picture stays until ``forgetLease(_:)``.
    mutating func revoke(_ connector: ConnectorID) {
        slots[connector]?.lease?.revoke()
    }

    /// The program of a lease shows its own picture: that of the program before can go.
    mutating func endFormerLease(_ connector: ConnectorID) {
        slots[connector]?.lease?.endFormer()
    }

    /// Another picture is there, or none.
    mutating func forgetLease(_ connector: ConnectorID) {
        slots[connector]?.lease = nil
    }

    /// The card's file has gone, and all leases with it.
    mutating func forgetLeases() {
        for connector in slots.keys { forgetLease(connector) }
    }

    // MARK: Sessions

    /// A mode is set. An earlier pipe on its CRTC is not disabled any more: that would disable the new one.
    mutating func enable(_ connector: ConnectorID, _ session: ScreenSession) {
        for other in slots.keys where slots[other]?.stillEnabled?.crtcIndex == session.pipe.crtcIndex {
            slots[other]?.stillEnabled = nil
        }
        slots[connector]?.session = session
        slots[connector]?.attempts.enabled()
        slots[connector]?.connector.currentMode = session.pipe.mode
        slots[connector]?.lacksCRTC = false
    }

    /// The session of a connector is over, but for calls of the delegate that run.
    mutating func removeSession(_ connector: ConnectorID) -> ScreenSession? {
        guard let session = slots[connector]?.session else { return nil }
        slots[connector]?.session = nil
        slots[connector]?.ending.append(session)
        return session
    }

    mutating func addEnding(_ sessions: [ScreenSession], _ connector: ConnectorID) {
        slots[connector]?.ending += sessions
    }

    /// Disables the pipe of a connector; where that fails, it is repeated in the next pass.
    mutating func disable(_ pipe: any DisplayPipe, _ connector: ConnectorID) {
        slots[connector]?.connector.currentMode = nil
        if !pipe.disable() { slots[connector]?.stillEnabled = pipe }
    }

    /// A screen is disabled, and no modeset follows at once: its CRTC and bandwidth are free, also for modes that the driver
    /// refused.
    mutating func resourcesFreed(_ displays: DisplayTable) {
        displays.forgetRefusals(of: keys)
        for connector in slots.keys { slots[connector]?.attempts.conditionsChanged() }
    }

    /// Another program's picture on a connector was to be ended; where that fails, it is repeated in the next pass.
    mutating func cleared(_ connector: ConnectorID, _ isEnded: Bool) {
        slots[connector]?.keepsForeignPicture = !isEnded
        if isEnded { slots[connector]?.connector.currentMode = nil }
    }

    /// Whether a CRTC is still enabled that could not be disabled.
    var hasLeftovers: Bool { slots.values.contains { $0.stillEnabled != nil || $0.keepsForeignPicture } }

    /// Disables what could not be disabled before; the plan of the pass has another program's picture. Revokes the leases that
    /// have ended while the card was not held: only its master can do that.
    mutating func repeatFailedCalls() {
        for (connector, lease) in leases where lease.isOver { revoke(connector) }
        for connector in known {
            if slots[connector]?.stillEnabled?.disable() == true { slots[connector]?.stillEnabled = nil }
            slots[connector]?.keepsForeignPicture = false
        }
    }

    /// The card is closed: pipes and failures are void.
    ///
    /// - Parameter keepsLeases: whether its file stays open for them.
    mutating func cardClosed(keepsLeases: Bool) {
        if !keepsLeases { forgetLeases() }
        for connector in slots.keys {
            slots[connector]?.stillEnabled = nil
            slots[connector]?.keepsForeignPicture = false
            slots[connector]?.attempts.reset()
        }
    }

    /// - Returns: the sessions that have ended since the last call.
    mutating func removeEnded(at now: MonotonicTime) -> [ScreenSession] {
        var ended: [ScreenSession] = []
        for connector in known {
            ended += slots[connector]?.ending.filter(\.end.isDone) ?? []
            slots[connector]?.ending.removeAll(where: \.end.isDone)
        }
        forgetAbsent(at: now)
        return ended
    }

    mutating func forgetEnding() {
        for connector in slots.keys { slots[connector]?.ending = [] }
    }

    /// Notes the values of properties that a modeset has set, until the card is read again.
    mutating func note(_ properties: [String: String], of connector: ConnectorID) {
        guard !properties.isEmpty, let known = slots[connector]?.connector.properties else { return }
        slots[connector]?.connector.properties = known.map { $0.set(by: properties) }
    }

    /// Connectors of a dock that has gone.
    private mutating func forgetAbsent(at now: MonotonicTime) {
        let present = Set(order)
        for (connector, slot) in slots
        where !present.contains(connector) && slot.session == nil && slot.ending.isEmpty && slot.stillEnabled == nil
            && slot.lease == nil && (slot.lastDisplay.map { $0.contentEnd <= now } ?? true)
        {
            slots[connector] = nil
        }
    }
}
