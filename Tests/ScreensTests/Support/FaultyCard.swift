import ScreensKMS
import ScreensLinux
import ScreensUdev
import Synchronization

@testable import Screens

/// A simulated card, the only one of its machine, whose modesets fail as a test sets it.
final class FaultyCard: DisplayCard, CardSource {
    let simulated: SimulatedCard
    /// The error of every modeset.
    let refusal = Mutex<ScreenError?>(nil)
    /// The errors of single modesets, in their test commits.
    let refuse = Mutex<@Sendable (ConnectorID, ModesetVariant, ScreenMode) -> ScreenError?>({ _, _, _ in nil })
    /// The number of reads of all objects for modesets.
    let objectReads = Mutex(0)
    /// The number of requested modesets.
    let modesetCount = Mutex(0)
    /// The errors of the next commits, whose tests pass; the last error comes first.
    let commitRefusals = Mutex<[ScreenError]>([])
    /// A change to what each connector reports.
    let change = Mutex<@Sendable (ConnectorState) -> ConnectorState>({ $0 })
    /// The number of times that the card was opened; below, how often it was held, and given up.
    let openings = Mutex(0)
    /// The number of openings that make the opener its master.
    let masterOpenings = Mutex(0)
    let holds = Mutex(0)
    let resigns = Mutex(0)
    /// The CRTCs of other programs that were disabled.
    let cleared = Mutex<[CRTCIndex]>([])
    /// Whether the card refuses to disable them.
    let refusesToClear = Mutex(false)
    /// The card as sysfs shows it.
    let sysfs = Mutex<SysfsCard?>(nil)
    /// The file whose closes count as closes of the card's node.
    let nodeFile = Mutex<String?>(nil)
    /// The stamps of each pipe's flips, which are not made.
    let stamps = Mutex<[FlipStamp]?>(nil)
    /// The gates that the flips of its screens wait for, in the order of their CRTCs.
    let hangs = Mutex<[Gate]>([])
    /// The error of each read.
    let readError = Mutex<ScreenError?>(nil)
    private let lease = Mutex<FaultyLease?>(nil)
    /// The pipes that were enabled, in order.
    let pipes = Mutex<[FaultyPipe]>([])

    init(_ simulated: SimulatedCard) {
        self.simulated = simulated
    }

    var path: String { simulated.path }
    var driver: String { simulated.driver }
    /// Whether another program is the card's master.
    let isForeign = Mutex(false)
    var isMaster: Bool { !isForeign.withLock(\.self) }
    var isPresent: Bool { true }
    var eventDescriptor: Int32 { simulated.eventDescriptor }

    func state(probing: Bool) throws(ScreenError) -> CardState {
        if let error = readError.withLock(\.self) { throw error }
        var state = try simulated.state(probing: probing)
        state.connectors = state.connectors.map(change.withLock { $0 })
        return state
    }
    func state(probingOnly connectors: Set<ConnectorID>) throws(ScreenError) -> CardState {
        if let error = readError.withLock(\.self) { throw error }
        var state = try simulated.state(probingOnly: connectors)
        state.connectors = state.connectors.map(change.withLock { $0 })
        return state
    }
    func capture(connector: ConnectorID, name: String) throws(ScreenError) -> ScreenCapture {
        try simulated.capture(connector: connector, name: name)
    }
    func savedState() throws(ScreenError) -> SavedState? {
        holds.withLock { $0 += 1 }
        return nil
    }
    func restore(_ saved: SavedState) -> Bool { false }

    func restoreSettings(_ saved: SavedState) {}
    func restoreAfterCrash(_ saved: SavedState) {}
    func becomeMaster() -> Bool { isMaster }
    func resign() { resigns.withLock { $0 += 1 } }
    func disable(crtcIndex: CRTCIndex) -> Bool {
        cleared.withLock { $0.append(crtcIndex) }
        return !refusesToClear.withLock(\.self)
    }
    func deliverEvents() -> Bool { simulated.deliverEvents() }

    func contiguousMemory(_ objects: CardSnapshot) -> ContiguousMemory? { simulated.contiguousMemory(objects) }
    func objects() throws(ScreenError) -> CardSnapshot {
        objectReads.withLock { $0 += 1 }
        return try simulated.objects()
    }

    func prepare(
        connector: ConnectorID, _ variant: ModesetVariant, mode: ScreenMode, _ options: PipeOptions,
        among objects: CardSnapshot
    ) throws(ScreenError) -> any DisplayPipe {
        modesetCount.withLock { $0 += 1 }
        if let refusal = refusal.withLock({ $0 }) { throw refusal }
        if let refusal = refuse.withLock({ $0 })(connector, variant, mode) { throw refusal }
        let pipe = FaultyPipe(
            try simulated.prepare(connector: connector, variant, mode: mode, options, among: objects))
        pipe.stamps.withLock { $0 = stamps.withLock { $0 } }
        let hangs = hangs.withLock(\.self)
        if hangs.indices.contains(variant.crtcIndex.rawValue) {
            pipe.hang.withLock { $0 = hangs[variant.crtcIndex.rawValue] }
        }
        return pipe
    }

    func commit(_ modesets: [PreparedModeset]) -> [ScreenError?] {
        if let refusal = commitRefusals.withLock({ $0.popLast() }) { return modesets.map { _ in refusal } }
        let faulty = modesets.compactMap { modeset in
            (modeset.pipe as? FaultyPipe).map { PreparedModeset(pipe: $0.pipe, buffer: modeset.buffer) }
        }
        pipes.withLock { $0 += modesets.compactMap { $0.pipe as? FaultyPipe } }
        return simulated.commit(faulty)
    }

    /// The last lease that was made.
    var lastLease: FaultyLease? { lease.withLock(\.self) }
    var hasLeases: Bool { lastLease.map { $0.modesetsBeforeRevocation == nil } ?? false }
    func lease(_ connector: ConnectorID, showing pipe: any DisplayPipe) throws(ScreenError) -> any ConnectorLease {
        let made = FaultyLease(of: self)
        lease.withLock { $0 = made }
        return made
    }

    var changeDescriptor: Int32 { -1 }
    func cards() throws(ScreenError) -> [CardNode] { [simulated.node] }
    func sysfs(_ node: CardNode) -> SysfsCard? { sysfs.withLock(\.self) }
    func isFree(_ node: CardNode) -> Bool { isMaster }
    func closes(of node: CardNode) -> (any CloseReports)? { nodeFile.withLock(\.self).flatMap { try? CloseWatch($0) } }
    func open(_ node: CardNode, access: CardDevice.Access) throws(ScreenError) -> any DisplayCard {
        if access == .master { masterOpenings.withLock { $0 += 1 } }
        openings.withLock { $0 += 1 }
        return self
    }
    func takeChanges() -> CardMonitor.Batch { CardMonitor.Batch() }
}
