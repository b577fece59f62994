import Glibc
import KMS
import Synchronization

/// The hardware of a simulated card that a snapshot describes: it takes what the snapshot's objects allow, and changes with
/// each commit as a driver's state does.
final class ReplayedHardware: Sendable {
    private struct State {
        var card: CardSnapshot
        /// The connectors as they were when their displays were unplugged.
        var unplugged: [Connector] = []
        var framebuffers: [FramebufferID: RequestCheck.Framebuffer] = [:]
        var latestRequest: AtomicRequest?
        /// How many of the next commits fail, and with what.
        var failures: (count: Int, errno: Int32) = (0, 0)
    }

    private let state: Mutex<State>
    private let formerProperties = FormerProperties()
    /// A limit of the driver that no document states, such as of bandwidth: whether it takes a state of the card.
    private let limit = Mutex<@Sendable (CardSnapshot) -> Bool>({ _ in true })

    init(_ card: CardSnapshot) {
        var found = State(card: card)
        // A document seldom says what is in the buffers that are shown: they are as large as their planes read.
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

    /// The request that enabled connectors last.
    var latestRequest: AtomicRequest? { state.withLock(\.latestRequest) }

    /// How many framebuffers there are.
    var framebufferCount: Int { state.withLock(\.framebuffers.count) }

    /// Makes the next commits fail, as a driver does for want of bandwidth or memory.
    func failCommits(_ count: Int, with errno: Int32) {
        state.withLock { $0.failures = (count, errno) }
    }

    /// Limits from now on which states the driver accepts.
    func limit(to isTaken: @escaping @Sendable (CardSnapshot) -> Bool) {
        limit.withLock { $0 = isTaken }
    }

    func name(ofConnectorAt index: Int) -> String? {
        state.withLock { $0.card.connectors.indices.contains(index) ? $0.card.connectors[index].name : nil }
    }

    func index(of connector: ConnectorID) -> Int? {
        state.withLock { $0.card.connectors.firstIndex { $0.id == connector } }
    }

    /// Unplugs the display of a connector; without one, does nothing.
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

    /// Plugs in again what was unplugged first.
    ///
    /// - Returns: the connector's name; nil where nothing was unplugged.
    func plugAgain() -> String? {
        state.withLock { state in
            guard let former = state.unplugged.first else { return nil }
            state.unplugged.removeFirst()
            state.card = state.card.replacingDisplay(
                of: former.id, connection: former.connection, modes: former.modes, edid: former.edid)
            return former.name
        }
    }

    /// Chooses how a connector is enabled, as ``KMSCard`` does.
    func prepare(
        connector: ConnectorID, _ way: ModesetWay, mode: ScreenMode, _ options: PipeOptions, among card: CardSnapshot
    ) throws(ScreenError) -> ReplayedModeset {
        guard let target = ModesetTarget(connector: connector, way, in: card) else {
            throw ScreenError(.system, operation: "set a mode on", object: "connector \(connector)", errno: ENOENT)
        }
        for orphan in target.orphanedCRTCs { disable(crtcIndex: orphan.index) }
        let optional = OptionalProperties(
            options, target,
            former: formerProperties.update(options, target.connector, limitsDepth: way.limitsDepth))
        guard card.capabilities.isAtomic else {
            return ReplayedModeset(
                plan: target.planWithoutPlanes(mode, options), format: .xrgb8888, longestPeriod: nil,
                outcome: optional.outcome(taken: optional, hasTable: false), tableSize: nil, atomic: nil, buffers: nil)
        }
        var search = try ModesetSearch(mode, options, optional, target: target)
        var trial = SnapshotDriver(self.card, limit: limit.withLock(\.self))
        let modeset: Modeset
        do {
            modeset = try search.run(on: &trial)
        } catch {
            throw ScreenError(modeset: error, mode: mode, object: target.connector.name)
        }
        state.withLock { $0.framebuffers.merge(trial.framebuffers) { $1 } }
        return ReplayedModeset(
            plan: modeset.plan, format: modeset.format,
            longestPeriod: modeset.variableRefresh ? target.longestPeriod(in: mode) : nil,
            outcome: optional.outcome(taken: modeset.optional, hasTable: target.gammaTableSize != nil),
            tableSize: target.gammaTableSize, atomic: trial.latest.map { (modeset, $0) },
            buffers: ReplayedBuffers(Array(trial.framebuffers.keys), of: self))
    }

    /// Enables connectors in one request.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/modeRefused`` where the card would refuse it.
    func commit(_ modesets: [ReplayedModeset], object: String, mode: ScreenMode?) throws(ScreenError) {
        let failure: Int32? = state.withLock { state in
            guard state.failures.count > 0 else { return nil }
            state.failures.count -= 1
            return state.failures.errno
        }
        if let failure, let mode {
            throw ScreenError(
                modeset: KMSError(call: "atomic commit", object: object, errno: failure), mode: mode, object: object)
        }
        let atomic = modesets.compactMap(\.atomic)
        guard let first = atomic.first else { return }
        let request = Modeset.request(atomic)
        let limit = limit.withLock(\.self)
        let fault = state.withLock { state in
            let faults = RequestCheck(state.card, framebuffers: state.framebuffers).faults(in: request)
            let after = state.card.applying(request)
            guard let fault = faults.first?.description ?? (limit(after) ? nil : SnapshotDriver.limitFault) else {
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

    /// Disables a CRTC with all that is on it.
    func disable(crtcIndex: Int) {
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
    /// Restores the found state, as ``KMSCard`` does.
    ///
    /// - Returns: whether the card accepts it.
    func restore(_ found: FoundState) -> Bool {
        take(RestoringRequests(found, connectors: card.connectors).whole)
    }

    func restoreSettings(_ found: FoundState) {
        for request in RestoringRequests(found, connectors: card.connectors).settings { _ = take(request) }
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

/// A modeset of a replayed card: the way of the picture, and the request.
struct ReplayedModeset: Sendable {
    let plan: ScanoutPlan
    let format: PixelFormat
    let longestPeriod: Int64?
    let outcome: PipeOutcome
    /// The entries of the CRTC's table of colours.
    let tableSize: Int?
    /// Nil on a card without atomic commits.
    let atomic: (modeset: Modeset, framebuffer: FramebufferID)?
    /// The owner of its framebuffers; nil on a card without atomic commits.
    let buffers: ReplayedBuffers?
}

/// Framebuffers of a replayed card, which it has until this is released.
final class ReplayedBuffers: Sendable {
    private let ids: [FramebufferID]
    private let hardware: ReplayedHardware

    init(_ ids: [FramebufferID], of hardware: ReplayedHardware) {
        self.ids = ids
        self.hardware = hardware
    }

    deinit { hardware.forget(ids) }
}

/// A driver that takes what a card's snapshot allows.
struct SnapshotDriver: ModesetDriver {
    private let card: CardSnapshot
    private(set) var framebuffers: [FramebufferID: RequestCheck.Framebuffer] = [:]
    /// Names of properties that it refuses to set.
    private let refusedProperties: Set<String>
    /// The framebuffer of the latest buffers.
    private(set) var latest: FramebufferID?

    private let limit: @Sendable (CardSnapshot) -> Bool

    /// The fault of a request by which the card would be beyond its limit.
    static let limitFault = "beyond the limit of the driver"

    /// No two buffers of the process share a number: those of former modesets are still there.
    private static let count = Atomic<UInt32>(1 << 24)

    init(
        _ card: CardSnapshot, refusing refusedProperties: Set<String> = [],
        limit: @escaping @Sendable (CardSnapshot) -> Bool = { _ in true }
    ) {
        self.card = card
        self.limit = limit
        self.refusedProperties = refusedProperties
    }

    mutating func makeBuffers(
        _ count: Int, size: Size, format: PixelFormat
    ) throws(KMSError) -> FramebufferID {
        let id = FramebufferID(rawValue: Self.count.add(1, ordering: .relaxed).newValue)
        framebuffers = [:]
        framebuffers[id] = RequestCheck.Framebuffer(width: size.width, height: size.height, format: format.fourCC)
        latest = id
        return id
    }

    func test(_ request: AtomicRequest) throws(KMSError) {
        guard let fault = faults(in: request).first else { return }
        throw KMSError(call: "atomic test", object: fault, errno: EINVAL)
    }

    /// The parts of a request that the card would refuse, each as a clause for people.
    func faults(in request: AtomicRequest) -> [String] {
        RequestCheck(card, framebuffers: framebuffers).faults(in: request).map(\.description)
            + request.changes.map(\.name).filter(refusedProperties.contains).map { "\($0): the driver refuses it" }
            + (limit(card.applying(request)) ? [] : [Self.limitFault])
    }
}
