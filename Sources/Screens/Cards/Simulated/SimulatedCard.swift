import Glibc
import KMS
import Linux
import Synchronization
import Udev

/// A card without hardware: screens of any modes, paced by a timer at their exact refresh, their pictures readable.
///
/// Give it to ``VideoKit/Settings/cards``, plug and unplug screens, and read their pictures: for development and tests
/// without a display. It may be used from any thread.
///
/// With a ``ManualClock``, time passes only when the test advances it. Frames and timeouts come in a fixed order, and the
/// test neither waits nor depends on the load of the machine:
///
/// ```swift
/// let clock = ManualClock()
/// let card = try SimulatedCard(screens: [screen], clock: clock)
/// settings.cards = .simulated(card)
/// let kit = try VideoKit(delegate: delegate, settings: settings)
/// try await kit.start()
/// clock.advance(refreshes: 1)
/// let second = card.picture(of: "Virtual-1")
/// card.unplug("Virtual-1")
/// clock.advance(by: settings.contentRetention)  // Its content has ended.
/// ```
public final class SimulatedCard: Sendable {
    private struct Connector {
        var screen: SimulatedScreen?
        var pipe: SimulatedPipe?
        /// The values of its properties that are set, by name.
        var properties: [String: String] = [:]

        /// Its properties as they are.
        var currentProperties: [ConnectorProperty] {
            (screen?.abilities.properties ?? []).map { $0.set(by: properties) }
        }
    }

    private let connectors: Mutex<[Connector]>
    /// The changes of a commit.
    enum Commit: Hashable {
        /// Connectors show something else, each in a mode.
        case modeset([String: ScreenMode])
        case disable(String)
    }

    private let requestedModes = Mutex<[ScreenMode]>([])
    private let commitHistory = Mutex<[Commit]>([])
    private let probeHistory = Mutex<[[String]]>([])
    /// Whether it refuses to set several modes at once, as some drivers do for want of bandwidth.
    private let refusesSeveral = Mutex(false)
    private let refusedModes = Mutex<Set<SimulatedMode>>([])
    /// A queue that gets the card's events, for as long as it lives.
    private struct Listener {
        weak var signal: CardEventQueue?
    }

    private let listeners = Mutex<[Listener]>([])
    let node: CardNode
    private let identities = IdentityReader()
    let vblanks: SimulatedVBlanks
    let signals = SignalPool()

    /// CRTCs that feed any connector; nil where each has one of its own.
    private let crtcCount: Int?
    /// The objects of a card that is replayed; nil where a connector has only what its screen has.
    let hardware: ReplayedHardware?

    /// Makes a card with these screens plugged in, on connectors `Virtual-1`, `Virtual-2` and so on.
    ///
    /// - Parameters:
    ///   - name: the card's name in ``Screen/card``; cards that are used together need different ones.
    ///   - crtcCount: the number of screens that it can drive at once, at most 32; nil for as many as it has connectors.
    ///   - clock: the time of everything that a ``VideoKit`` does with it; nil for the system's. Cards that are used together
    ///     need the same one.
    /// - Throws: ``ScreenError`` where the process has no descriptors left.
    public init(
        name: String = "simulated", screens: [SimulatedScreen] = [], crtcCount: Int? = nil, clock: ManualClock? = nil
    ) throws(ScreenError) {
        self.crtcCount = crtcCount.map { min(max($0, 0), 32) }
        hardware = nil
        node = CardNode(name: name, path: name, seat: "seat0")
        vblanks = try SimulatedVBlanks(TimeSource(manual: clock))
        connectors = Mutex(screens.map { Connector(screen: $0) })
    }

    /// Makes a card with the objects of a snapshot: its connectors with their displays, and CRTCs and planes that take what
    /// theirs do.
    ///
    /// - Parameters:
    ///   - node: such as `/dev/dri/card0`.
    ///   - memory: for the buffers of all cards that are used together.
    /// - Throws: ``ScreenError`` where the process has no descriptors left.
    init(
        node: String, snapshot: CardSnapshot, memory: SimulatedMemory = SimulatedMemory(), clock: ManualClock? = nil
    ) throws(ScreenError) {
        crtcCount = nil
        hardware = ReplayedHardware(snapshot, memory: memory)
        self.node = CardNode(name: String(node.split(separator: "/").last ?? "card"), path: node, seat: "seat0")
        vblanks = try SimulatedVBlanks(TimeSource(manual: clock))
        connectors = Mutex(snapshot.connectors.map { _ in Connector() })
    }

    /// Plugs a display into the first free connector, or into a new one. On a card of a document, the display that was
    /// unplugged from the first such connector is plugged in again.
    ///
    /// - Returns: the connector's name.
    @discardableResult
    public func plug(_ screen: SimulatedScreen) -> String {
        if let hardware, let name = hardware.plugAgain() {
            announceHotplug()
            return name
        }
        let index = connectors.withLock { connectors in
            let index = connectors.firstIndex { $0.screen == nil } ?? connectors.endIndex
            if index == connectors.endIndex { connectors.append(Connector()) }
            connectors[index].screen = screen
            return index
        }
        announceHotplug()
        return name(of: index)
    }

    /// Unplugs the display on a connector; without one, does nothing.
    public func unplug(_ name: String) {
        hardware?.unplug(name)
        connectors.withLock { connectors in
            guard let index = connectors.indices.first(where: { self.name(of: $0) == name }) else { return }
            connectors[index].screen = nil
        }
        announceHotplug()
    }

    /// Puts another display in the place of the one on a connector, in a single hotplug, as when a cable is swapped
    /// behind a switch.
    public func replace(_ name: String, with screen: SimulatedScreen) {
        replaceSilently(name, with: screen)
        announceHotplug()
    }

    /// Without an event, as when a status is forced.
    func replaceSilently(_ name: String, with screen: SimulatedScreen?) {
        connectors.withLock { connectors in
            guard let index = connectors.indices.first(where: { self.name(of: $0) == name }) else { return }
            connectors[index].screen = screen
        }
    }

    /// A hotplug, whether or not anything has changed; of a connector, where the kernel names one.
    func announceHotplug(of name: String? = nil) {
        let connector = name.flatMap { name in (try? state())?.connectors.first { $0.name == name } }
        announce(.hotplug(connector: connector?.id.rawValue))
    }

    /// An event of udev.
    func announce(_ action: CardEvent.Action) {
        for listener in listeners.withLock({ $0 }) { listener.signal?.give(CardEvent(action: action, card: node)) }
    }

    /// The pipe that shows a picture on a connector.
    func pipe(of name: String) -> SimulatedPipe? {
        connectors.withLock { connectors in
            connectors.indices.first { self.name(of: $0) == name }.flatMap { connectors[$0].pipe }
        }
    }

    /// The modes that were to be set, in order, refused ones too.
    var modesets: [ScreenMode] { requestedModes.withLock(\.self) }

    /// The commits that changed what is shown, in order; flips are not among them.
    var commits: [Commit] { commitHistory.withLock(\.self) }

    /// The connectors of each probe.
    var probes: [[String]] { probeHistory.withLock(\.self) }

    /// Makes the card refuse to set several modes at once from now on.
    func refuseSeveral() {
        refusesSeveral.withLock { $0 = true }
    }

    /// The picture on the screen of a connector, or nil while it is dark.
    public func picture(of name: String) -> Picture? {
        pipe(of: name)?.shownPicture()
    }

    /// The picture on a screen of this card; nil while it is dark, and for a screen of another card.
    public func picture(of screen: Screen) -> Picture? { screen.card == path ? picture(of: screen.name) : nil }

    /// Makes the card refuse a mode of this size and rate from now on, as drivers do with modes beyond a cable or a clock.
    public func refuse(_ mode: SimulatedMode) {
        refusedModes.withLock { _ = $0.insert(mode) }
    }

    /// Makes the card take a mode again that ``refuse(_:)`` was called for.
    public func accept(_ mode: SimulatedMode) {
        refusedModes.withLock { _ = $0.remove(mode) }
    }

    func announceHotplugs(to signal: CardEventQueue) {
        listeners.withLock { listeners in
            listeners.removeAll { $0.signal == nil }
            listeners.append(Listener(signal: signal))
        }
    }

    private func name(of index: Int) -> String { hardware?.name(ofConnectorAt: index) ?? "Virtual-\(index + 1)" }

    private func index(of connector: ConnectorID) -> Int {
        hardware?.index(of: connector) ?? Int(connector.rawValue) - 1
    }
}

extension SimulatedCard: DisplayCard {
    var path: String { node.path }
    var time: TimeSource { vblanks.time }
    var driver: String { hardware?.card.driver ?? "simulated" }
    var isMaster: Bool { true }
    var isPresent: Bool { true }
    var eventDescriptor: Int32 { vblanks.descriptor }

    func state(probing: Bool) throws(ScreenError) -> CardState {
        let state = try state()
        if probing { probeHistory.withLock { $0.append(state.connectors.map(\.name)) } }
        return state
    }

    func state(probingOnly connectors: Set<ConnectorID>) throws(ScreenError) -> CardState {
        let state = try state()
        let named = state.connectors.filter { connectors.contains($0.id) }.map(\.name)
        probeHistory.withLock { $0.append(named) }
        return state
    }

    private func state() throws(ScreenError) -> CardState {
        if let card = hardware?.card { return CardState(card, isFresh: true, identities) { card.blobs[$0] } }
        return connectors.withLock { connectors in
            CardState(
                connectors: connectors.enumerated().map { index, connector in
                    let modes = (connector.screen?.modes ?? []).enumerated().map { place, mode in
                        ScreenMode(id: place, mode, isPreferred: place == 0)
                    }
                    return ConnectorState(
                        id: ConnectorID(rawValue: UInt32(index + 1)), name: name(of: index),
                        status: connector.screen == nil ? .disconnected : .connected,
                        role: connector.screen?.role ?? .external, kind: .display, physicalSize: nil,
                        modes: modes, currentMode: connector.pipe?.mode, crtcIndex: connector.pipe?.crtcIndex,
                        possibleCRTCs: possibleCRTCs(of: index), edid: connector.screen?.edid ?? [],
                        isLinkBad: false,
                        identity: identities.identity(in: connector.screen?.edid ?? []),
                        properties: connector.currentProperties)
                },
                crtcCount: crtcCount ?? min(connectors.count, 32), isFresh: true)
        }
    }

    /// A mask holds 32.
    private func possibleCRTCs(of index: Int) -> CRTCMask {
        crtcCount.map(CRTCMask.init(first:)) ?? CRTCMask(CRTCIndex(rawValue: index))
    }

    func capture(connector: ConnectorID, name: String) throws(ScreenError) -> ScreenCapture {
        let index = index(of: connector)
        let pipe = connectors.withLock { $0.indices.contains(index) ? $0[index].pipe : nil }
        guard let picture = pipe?.shownPicture() else {
            throw ScreenError(
                .dark, operation: "capture", object: name, circumstances: "the screen is dark",
                remedy: "it has to be turned on first")
        }
        return ScreenCapture(picture: picture, isSteady: true, omissions: [])
    }

    func savedState() throws(ScreenError) -> SavedState? { hardware.map { SavedState($0.card) } }

    func becomeMaster() -> Bool { true }

    func resign() {
        connectors.withLock { connectors in
            for index in connectors.indices { connectors[index].properties = [:] }
        }
    }

    func restore(_ saved: SavedState) -> Bool {
        guard let hardware, hardware.restore(saved) else { return false }
        for pipe in connectors.withLock({ $0.compactMap(\.pipe) }) {
            pipe.end()
            forget(pipe)
        }
        return true
    }

    func restoreSettings(_ saved: SavedState) {
        hardware?.restoreSettings(saved)
    }

    func restoreAfterCrash(_ saved: SavedState) {}

    /// Without a document it has none that a modeset depends on.
    func objects() throws(ScreenError) -> CardSnapshot {
        hardware?.card
            ?? CardSnapshot(
                driver: driver, capabilities: CardCapabilities(isAtomic: true), connectors: [], crtcs: [], planes: [])
    }

    func contiguousMemory(_ objects: CardSnapshot) -> ContiguousMemory? { hardware?.contiguousMemory }

    func prepare(
        connector: ConnectorID, _ variant: ModesetVariant, mode: ScreenMode, _ options: PipeOptions,
        among objects: CardSnapshot
    ) throws(ScreenError) -> any DisplayPipe {
        let isRefused = refusedModes.withLock { refused in
            refused.contains { ScreenMode(id: 0, $0).description == mode.description }
        }
        requestedModes.withLock { $0.append(mode) }
        guard !isRefused, let lease = signals.lease() else {
            throw ScreenError(.modeRefused, operation: "set \(mode) on", object: path, errno: EINVAL)
        }
        let index = index(of: connector)
        if let hardware {
            let modeset = try hardware.prepare(
                connector: connector, variant, mode: mode, options, among: objects)
            return try SimulatedPipe(
                mode: mode, options, modeset, connector: index, crtcIndex: variant.crtcIndex, lease: lease,
                vblanks: vblanks
            ) { [weak self] pipe in self?.disabled(pipe) }
        }
        let (screen, set) = connectors.withLock { connectors in
            connectors.indices.contains(index) ? (connectors[index].screen, connectors[index].properties) : (nil, [:])
        }
        let longestPeriod = screen.flatMap { screen in
            options.variableRefresh && screen.variableRefresh
                ? VariableRefresh.longestPeriod(edid: screen.edid, in: mode.refreshRate) : nil
        }
        let abilities = screen?.abilities ?? SimulatedAbilities()
        let plans = ScanoutPlan.candidates(
            mode: mode.size, orientation: options.orientation ?? abilities.panelOrientation,
            overscan: options.overscan ?? .none, abilities: abilities.plan)
        return try SimulatedPipe(
            mode: mode, options, outcome(options, abilities, set: Set(set.keys)), abilities,
            plan: plans[0],
            format: abilities.formats.contains(options.format) ? options.format : .xrgb8888,
            longestPeriod: longestPeriod, connector: index, crtcIndex: variant.crtcIndex, lease: lease, vblanks: vblanks
        ) { [weak self] pipe in self?.disabled(pipe) }
    }

    private func disabled(_ pipe: SimulatedPipe) {
        commitHistory.withLock { $0.append(.disable(name(of: pipe.connector))) }
        if let modeset = pipe.replayed { hardware?.disable(modeset) }
        forget(pipe)
    }

    func commit(_ modesets: [PreparedModeset]) -> [ScreenError?] {
        if modesets.count > 1, refusesSeveral.withLock(\.self) { return modesets.flatMap { commit([$0]) } }
        let pipes = modesets.compactMap { modeset in
            (modeset.pipe as? SimulatedPipe).map { (pipe: $0, buffer: modeset.buffer) }
        }
        do throws(ScreenError) {
            try hardware?.commit(
                pipes.compactMap(\.pipe.replayed),
                object: pipes.map { name(of: $0.pipe.connector) }.joined(separator: ", "),
                mode: pipes.first?.pipe.mode)
        } catch {
            return modesets.count > 1 ? modesets.flatMap { commit([$0]) } : [error]
        }
        let modes = pipes.map { (name(of: $0.pipe.connector), $0.pipe.mode) }
        commitHistory.withLock { $0.append(.modeset(Dictionary(modes) { _, later in later })) }
        // The connectors and the CRTCs end their present pictures.
        let former = connectors.withLock { connectors in
            connectors.indices.compactMap { index in
                connectors[index].pipe.flatMap { old in
                    pipes.contains { $0.pipe.connector == index || $0.pipe.crtcIndex == old.crtcIndex } ? old : nil
                }
            }
        }
        for pipe in former {
            pipe.end()
            forget(pipe)
        }
        for (pipe, buffer) in pipes {
            pipe.begin(showing: buffer)
            connectors.withLock { connectors in
                guard connectors.indices.contains(pipe.connector) else { return }
                connectors[pipe.connector].pipe = pipe
                connectors[pipe.connector].properties = pipe.outcome.properties
            }
            vblanks.add(pipe)
        }
        return modesets.map { _ in nil }
    }

    /// The optional properties that the driver accepts.
    ///
    /// - Parameter set: the properties that a modeset before has set: left out, they are as before that.
    private func outcome(
        _ options: PipeOptions, _ abilities: SimulatedAbilities, set: Set<String>
    ) -> PipeOutcome {
        let wanted = ConnectorProperties(options.properties, among: abilities.properties)
        var outcome = PipeOutcome()
        outcome.unmet = wanted.problems
        for property in abilities.properties where set.contains(property.name) {
            outcome.properties[property.name] = property.value
        }
        for setting in wanted.settings {
            if abilities.refusedProperties.contains(setting.name) {
                outcome.unmet.append(ConnectorProperties.refused(setting.name, setting.value.text))
            } else {
                outcome.properties[setting.name] = setting.value.text
            }
        }
        outcome.adjustsColors = abilities.gammaTableSize != nil
        return outcome
    }

    func disable(crtcIndex: CRTCIndex) -> Bool {
        hardware?.disable(crtcIndex: crtcIndex)
        return true
    }

    func deliverEvents() -> Bool {
        vblanks.deliverDueFlips()
        return true
    }

    private func forget(_ pipe: SimulatedPipe) {
        connectors.withLock { connectors in
            for index in connectors.indices where connectors[index].pipe === pipe { connectors[index].pipe = nil }
        }
        vblanks.remove(pipe)
    }
}
