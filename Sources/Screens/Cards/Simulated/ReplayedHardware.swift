import Glibc
import ScreensKMS
import Synchronization

/// The hardware of a simulated card, described by a snapshot. It accepts what the snapshot's objects allow, and changes
/// with each commit as a driver's state does.
final class ReplayedHardware: Sendable {
    /// Whether the driver accepts a state of the card.
    typealias Limit = @Sendable (CardSnapshot) -> Bool

    private struct State {
        var card: CardSnapshot
        /// The connectors as they were when their displays were unplugged.
        var unplugged: [Connector] = []
        var framebuffers: [FramebufferID: RequestCheck.Framebuffer] = [:]
        var latestRequest: AtomicRequest?
        var contiguousMemory: ContiguousMemory?
    }

    private let state: Mutex<State>
    private let formerProperties = FormerProperties()
    /// The memory for the buffers of all cards that are used together.
    private let memory: SimulatedMemory
    /// A limit of the driver that no document states, such as its bandwidth.
    private let limit = Mutex<Limit?>(nil)

    init(_ card: CardSnapshot, memory: SimulatedMemory) {
        self.memory = memory
        var found = State(card: card)
        // A document seldom describes the buffers that are shown: they are taken to be as large as the part that their
        // planes read.
        for plane in card.planes {
            guard let id = plane.framebuffer, let format = plane.linearFormats.first,
                let width = plane.properties["SRC_W"]?.value, let height = plane.properties["SRC_H"]?.value
            else { continue }
            found.framebuffers[id] = RequestCheck.Framebuffer(
                width: Int(clamping: width >> 16), height: Int(clamping: height >> 16), format: format)
        }
        state = Mutex(found)
    }

    var card: CardSnapshot { state.withLock(\.card) }

    /// The contiguous memory that a test has set, for a driver that takes framebuffers from there.
    var contiguousMemory: ContiguousMemory? {
        state.withLock { state in
            DriverRules(for: state.card).rules.contains(.contiguousMemory) ? state.contiguousMemory : nil
        }
    }

    func set(_ memory: ContiguousMemory?) {
        state.withLock { $0.contiguousMemory = memory }
    }

    /// The request that enabled connectors last.
    var latestRequest: AtomicRequest? { state.withLock(\.latestRequest) }

    /// The number of framebuffers.
    var framebufferCount: Int { state.withLock(\.framebuffers.count) }

    /// Limits the states that the driver accepts from now on.
    func limit(to isTaken: @escaping Limit) {
        limit.withLock { $0 = isTaken }
    }

    func name(ofConnectorAt index: Int) -> String? {
        state.withLock { $0.card.connectors.indices.contains(index) ? $0.card.connectors[index].name : nil }
    }

    func index(of connector: ConnectorID) -> Int? {
        state.withLock { $0.card.connectors.firstIndex { $0.id == connector } }
    }

    /// Plugs a screen into a connector, or none, on a card that no document describes.
    func plug(_ screen: SimulatedScreen?, at place: Int, crtcCount: Int?, keepsValues: Bool) {
        state.withLock {
            $0.card = $0.card.plugging(screen, at: place, crtcCount: crtcCount, keepsValues: keepsValues)
        }
    }

    /// Unplugs the display of a connector. Without a display it does nothing.
    func unplug(_ name: String) {
        state.withLock { state in
            guard let connector = state.card.connectors.first(where: { $0.name == name }),
                connector.connection != .disconnected
            else { return }
            state.unplugged.append(connector)
            state.card = state.card.replacingDisplay(
                of: connector.id, connection: .disconnected, modes: [], edid: [])
        }
    }

    /// Plugs in again the display that was unplugged first.
    ///
    /// - Returns: the connector's name; nil if nothing was unplugged.
    func plugAgain() -> String? {
        state.withLock { state in
            guard let former = state.unplugged.first else { return nil }
            state.unplugged.removeFirst()
            state.card = state.card.replacingDisplay(
                of: former.id, connection: former.connection, modes: former.modes, edid: former.edid)
            return former.name
        }
    }

    func replaceConnectors(with connectors: [Connector], blobs: [BlobID: [UInt8]]) {
        state.withLock { state in
            let card = state.card
            state.card = CardSnapshot(
                driver: card.driver, capabilities: card.capabilities, framebufferLimits: card.framebufferLimits,
                connectors: connectors, crtcs: card.crtcs, planes: card.planes,
                blobs: card.blobs.merging(blobs) { present, _ in present })
        }
    }

    /// Chooses how a connector is enabled, as ``KMSCard`` does.
    ///
    /// - Parameter screen: the screen whose abilities the CRTC and its plane get; nil on a card of a document.
    func prepare(
        connector: ConnectorID, _ variant: ModesetVariant, mode: ScreenMode, _ options: PipeOptions,
        among card: CardSnapshot, for screen: SimulatedScreen?
    ) throws(ScreenError) -> ReplayedModeset {
        var card = card
        if let screen {
            card = card.equipping(variant.crtcIndex, for: screen)
            state.withLock { $0.card = $0.card.equipping(variant.crtcIndex, for: screen) }
        }
        guard let target = ModesetTarget(connector: connector, variant, in: card) else {
            throw ScreenError(.system, operation: "set a mode on", object: "connector \(connector)", errno: ENOENT)
        }
        let optional = OptionalProperties(
            options, target,
            former: formerProperties.update(options, target.connector, limitsDepth: variant.limitsDepth))
        guard card.capabilities.isAtomic else {
            let plan = target.planWithoutPlanes(mode, options)
            let share: SimulatedMemory.Share
            do {
                share = try memory.share(for: options.bufferCount, size: plan.buffer, format: .xrgb8888)
            } catch {
                throw refusal(of: mode, error, object: target.connector.name)
            }
            return ReplayedModeset(
                plan: plan, format: .xrgb8888, longestPeriod: nil,
                outcome: optional.outcome(taken: optional, hasTable: false), tableSize: nil, atomic: nil, buffers: nil,
                share: share)
        }
        var search = try ModesetSearch(mode, options, optional, target: target)
        var trial = SnapshotDriver(
            self.card, refusing: screen?.abilities.refusedProperties ?? [], limit: limit.withLock(\.self),
            memory: memory)
        let modeset: Modeset
        do {
            modeset = try search.run(on: &trial)
        } catch {
            throw refusal(of: mode, error, object: target.connector.name)
        }
        state.withLock { $0.framebuffers.merge(trial.framebuffers) { $1 } }
        return ReplayedModeset(
            plan: modeset.plan, format: modeset.format,
            longestPeriod: modeset.variableRefresh ? target.longestPeriod(in: mode) : nil,
            outcome: optional.outcome(taken: modeset.optional, hasTable: target.gammaTableSize != nil),
            tableSize: target.gammaTableSize, atomic: trial.latest.map { (modeset, $0) },
            buffers: ReplayedBuffers(Array(trial.framebuffers.keys), of: self), share: trial.share)
    }

    /// The failure of a modeset, with the memory of this card in place of the machine's.
    private func refusal(of mode: ScreenMode, _ error: KMSError, object: String) -> ScreenError {
        ScreenError(modeset: error, mode: mode, object: object) { memory.state }
    }

    /// Enables connectors in one request.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/modeRefused`` if the card would refuse it.
    func commit(_ modesets: [ReplayedModeset]) throws(ScreenError) {
        let atomic = modesets.compactMap(\.atomic)
        guard let first = atomic.first else { return }
        let request = Modeset.request(atomic)
        let limit = limit.withLock(\.self)
        let fault = state.withLock { state in
            let faults = RequestCheck(state.card, framebuffers: state.framebuffers).faults(in: request)
            let after = state.card.applying(request)
            let limitFault = limit?(after) ?? true ? nil : SnapshotDriver.limitFault
            guard let fault = faults.first?.description ?? limitFault else {
                state.card = after
                state.latestRequest = request
                return nil as String?
            }
            return fault
        }
        guard let fault else { return }
        let error = KMSError(call: "atomic commit", object: fault, errno: EINVAL)
        throw ScreenError(modeset: error, mode: first.modeset.mode, object: fault)
    }

    fileprivate func forget(_ framebuffers: [FramebufferID]) {
        state.withLock { state in
            for id in framebuffers { state.framebuffers[id] = nil }
        }
    }

    func disable(_ modeset: ReplayedModeset) {
        guard let modeset = modeset.atomic?.modeset else { return }
        state.withLock { $0.card = $0.card.applying(modeset.disabling(namingConnector: true)) }
    }

    /// Disables a CRTC with everything that is on it.
    func disable(crtcIndex: CRTCIndex) {
        state.withLock { state in
            guard let crtc = state.card.crtcs.first(where: { $0.index == crtcIndex }) else { return }
            var request = AtomicRequest()
            for plane in state.card.planes where plane.crtc == crtc.id {
                for name in ["FB_ID", "CRTC_ID"] { request.set(name, of: plane, to: 0) }
            }
            for name in ["MODE_ID", "ACTIVE"] { request.set(name, of: crtc, to: 0) }
            for connector in state.card.connectors where connector.crtc == crtc.id {
                request.set("CRTC_ID", of: connector, to: 0)
            }
            state.card = state.card.applying(request)
        }
    }
}

extension ReplayedHardware {
    /// Restores the saved state, as ``KMSCard`` does.
    ///
    /// - Returns: whether the card accepts it.
    func restore(_ saved: SavedState) -> Bool {
        take(RestoringRequests(saved, connectors: card.connectors).whole)
    }

    func restoreSettings(_ saved: SavedState) {
        for request in RestoringRequests(saved, connectors: card.connectors).settings { _ = take(request) }
    }

    private func take(_ request: AtomicRequest) -> Bool {
        state.withLock { state in
            guard RequestCheck(state.card, framebuffers: state.framebuffers).faults(in: request).isEmpty else {
                return false
            }
            state.card = state.card.applying(request)
            return true
        }
    }
}

/// A card of a document, its objects, and limits of its driver that no document states.
extension SimulatedCard {
    /// Makes a card for each card of a document that `drm_info -j` printed on a real machine.
    ///
    /// Their buffers have 512 MiB together. A mode whose buffers do not fit is refused, as by a card without memory.
    ///
    /// - Parameters:
    ///   - document: the bytes of the document; any bytes are safe.
    ///   - clock: the clock, as in ``init(name:screens:crtcCount:clock:)``.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` and the place of the fault in the document.
    public static func replaying(
        _ document: [UInt8], clock: ManualClock? = nil
    ) throws(ScreenError) -> [SimulatedCard] {
        let cards: [CardDocument.Card]
        do {
            cards = try CardDocument(decoding: document).cards
        } catch {
            throw ScreenError(
                .invalidArgument, operation: "read", object: "the document of a card", circumstances: "\(error)")
        }
        let memory = SimulatedMemory()
        var simulated: [SimulatedCard] = []
        for card in cards {
            simulated.append(try SimulatedCard(node: card.node, snapshot: card.snapshot, memory: memory, clock: clock))
        }
        return simulated
    }

    /// The present objects.
    var snapshot: CardSnapshot? { hardware.card }

    /// The request that enabled connectors last.
    var latestRequest: AtomicRequest? { hardware.latestRequest }

    /// The number of framebuffers.
    var framebufferCount: Int { hardware.framebufferCount }

    /// Gives a replayed card other connectors, at most as many as its document has. With each plug of a DisplayPort hub
    /// the kernel makes new connectors, with other ids and names.
    ///
    /// - Parameter blobs: the blobs of their properties.
    func replaceConnectors(with connectors: [ScreensKMS.Connector], blobs: [BlobID: [UInt8]]) {
        hardware.replaceConnectors(with: connectors, blobs: blobs)
        announceHotplug()
    }

    /// Sets the size of the contiguous memory, on a card of a document whose driver takes framebuffers from there.
    func limit(to memory: ContiguousMemory) {
        hardware.set(memory)
    }

    /// Limits the states that the driver accepts from now on, on a card of a document.
    func limit(to isTaken: @escaping @Sendable (CardSnapshot) -> Bool) {
        hardware.limit(to: isTaken)
    }
}

/// A modeset of a simulated card: the plan of the picture, and the request.
struct ReplayedModeset: Sendable {
    let plan: ScanoutPlan
    let format: PixelFormat
    let longestPeriod: Nanoseconds?
    let outcome: PipeOutcome
    /// The number of entries of the CRTC's colour table.
    let tableSize: Int?
    /// The request and its framebuffer; nil on a card without atomic commits.
    let atomic: (modeset: Modeset, framebuffer: FramebufferID)?
    /// The owner of its framebuffers; nil on a card without atomic commits.
    let buffers: ReplayedBuffers?
    /// The memory of its buffers.
    let share: SimulatedMemory.Share?
}

/// Framebuffers of a simulated card, which it has until this is released.
final class ReplayedBuffers: Sendable {
    private let ids: [FramebufferID]
    private let hardware: ReplayedHardware

    init(_ ids: [FramebufferID], of hardware: ReplayedHardware) {
        self.ids = ids
        self.hardware = hardware
    }

    deinit { hardware.forget(ids) }
}
