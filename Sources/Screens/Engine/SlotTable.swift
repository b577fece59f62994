import ScreensKMS

/// The connectors of one card, in its own order.
struct SlotTable {
    private var slots: [ConnectorID: Slot] = [:]
    /// The connectors that the card has now: connectors of docks come and go.
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
    var present: [Slot] { order.compactMap { slots[$0] } }
    /// The slots of connectors that the card no longer has.
    var absent: [Slot] {
        known.dropFirst(order.count).compactMap { slots[$0] }
    }
    /// The connectors that have a record: first the card's, in its order, then connectors that it no longer has, by
    /// their numbers.
    private var known: [ConnectorID] {
        let present = Set(order)
        return order + slots.keys.filter { !present.contains($0) }.sorted { $0.rawValue < $1.rawValue }
    }
    /// The connectors whose displays may still report their EDID.
    var lackingEDID: [ConnectorID] { present.filter(\.connector.lacksEDID).map(\.connector.id) }

    /// The slot of a known connector. It can be changed, but neither added nor removed.
    subscript(connector: ConnectorID) -> Slot? {
        get { slots[connector] }
        _modify { yield &slots[connector] }
    }

    var sessions: [(connector: ConnectorID, session: ScreenSession)] {
        known.compactMap { connector in slots[connector]?.session.map { (connector, $0) } }
    }

    /// The CRTCs of the enabled screens.
    var crtcs: [ConnectorID: CRTCIndex] { slots.compactMapValues { $0.session?.pipe.crtcIndex } }

    /// The card's session, if it is the only one; otherwise nil.
    var onlySession: ScreenSession? {
        let sessions = sessions
        return sessions.count == 1 ? sessions.first?.session : nil
    }

    var ending: [ScreenSession] { known.flatMap { slots[$0]?.ending ?? [] } }

    func screenID(_ connector: ConnectorID) -> ScreenID { inventory.screenID(connector) }
    func key(of connector: ConnectorID) -> DisplayKey? { inventory.key(of: connector) }
    /// The key of the display on a connector, even if the display has not been taken as connected.
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
    /// The identity of the display, even if the display reports none at the moment.
    func identity(_ connector: ConnectorID) -> ScreenIdentity? {
        inventory.identity(connector) ?? slots[connector]?.connector.identity
    }

    /// Whether a call of the delegate for the display on a connector has not returned. Only one thread at a time calls
    /// it.
    func isEnding(_ connector: ConnectorID) -> Bool {
        let screen = screenID(connector)
        return slots[connector]?.ending.contains { $0.screen.id == screen && !$0.end.isDone } ?? false
    }

    // MARK: Attempts

    /// Records which displays are selected.
    mutating func select(_ driven: Set<ScreenID>) {
        for connector in order {
            let isSelected = driven.contains(screenID(connector))
            slots[connector]?.isSelected = isSelected
        }
    }

    /// Records that the settings of some displays are applied, whether or not they differ from the former ones.
    mutating func settingsApplied(to keys: Set<DisplayKey>) {
        for connector in order where key(of: connector).map(keys.contains) == true {
            slots[connector]?.attempts.conditionsChanged()
        }
    }

    /// Records which connectors the plan leaves without a CRTC.
    mutating func lackCRTC(_ lacking: Set<ConnectorID>) {
        for connector in order { slots[connector]?.lacksCRTC = lacking.contains(connector) }
    }

    mutating func requireModesets() {
        for connector in order { slots[connector]?.needsModeset = true }
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
            if slots[connector]?.linkRenewal.isDue(at: now) ?? false { slots[connector]?.needsModeset = true }
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

    /// Takes over which modes are set, and nothing else: the probe of the kernel's console leaves out modes.
    ///
    /// - Parameter state: a later state; nil if nothing has changed.
    mutating func takeCurrentModes(of state: CardState?) {
        for later in state?.connectors ?? [] {
            guard var connector = slots[later.id]?.connector else { continue }
            connector.takeCurrentMode(of: later)
            slots[later.id]?.take(connector)
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

    /// Forgets the identities that the displays have reported.
    func release(from displays: DisplayTable) {
        displays.release(inventory)
    }

    /// Records that the displays have left, with their card.
    func left(_ displays: DisplayTable, until deadline: MonotonicTime) {
        displays.left(inventory, connectors: order, until: deadline)
    }

    // MARK: Leases

    /// The connectors that other programs have, and connectors whose leases are ending.
    var leases: [(connector: ConnectorID, lease: LeasedScreen)] {
        known.compactMap { connector in slots[connector]?.lease.map { (connector, $0) } }
    }

    /// Forgets all leases, which have gone with the card's file.
    mutating func forgetLeases() {
        for connector in slots.keys { slots[connector]?.lease = nil }
    }

    // MARK: Sessions

    /// Records that a mode is set. An earlier pipe on the same CRTC is forgotten and not disabled later, since that
    /// would disable the new one.
    mutating func enable(_ connector: ConnectorID, _ session: ScreenSession) {
        for other in slots.keys where slots[other]?.stillEnabled?.crtcIndex == session.pipe.crtcIndex {
            slots[other]?.stillEnabled = nil
        }
        slots[connector]?.enable(session)
    }

    /// Records that a screen is disabled, and no modeset follows at once. Its CRTC and bandwidth are free, even for
    /// modes that the driver refused.
    mutating func resourcesFreed(_ displays: DisplayTable) {
        displays.forgetRefusals(of: keys)
        for connector in slots.keys { slots[connector]?.attempts.conditionsChanged() }
    }

    /// Whether a CRTC is still enabled that could not be disabled.
    var hasLeftovers: Bool { slots.values.contains { $0.stillEnabled != nil || $0.keepsForeignPicture } }

    /// Disables pipes that could not be disabled before; the plan of the pass handles other programs' pictures. Revokes
    /// leases that ended while the card was not held, since only its master can do that.
    mutating func repeatFailedCalls() {
        for (connector, lease) in leases where lease.isOver { slots[connector]?.lease?.revoke() }
        for connector in known {
            if slots[connector]?.stillEnabled?.disable() == true { slots[connector]?.stillEnabled = nil }
            slots[connector]?.keepsForeignPicture = false
        }
    }

    /// Drops pipes and failures, which are void after the card was closed.
    ///
    /// - Parameter keepsLeases: whether its file stays open for leases.
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

    /// Forgets connectors of a dock that has gone.
    private mutating func forgetAbsent(at now: MonotonicTime) {
        let present = Set(order)
        for (connector, slot) in slots where !present.contains(connector) && slot.isOver(at: now) {
            slots[connector] = nil
        }
    }
}
