import Glibc
import ScreensKMS

/// A simulated card as one opener has it. The first opener is the master until it gives that up, and the commits of
/// others are refused as in the kernel. So two kits on one card behave like two programs.
final class SimulatedOpening: DisplayCard {
    private let card: SimulatedCard
    private let opener: SimulatedMastership.Opener

    init(of card: SimulatedCard, _ access: CardDevice.Access) {
        self.card = card
        opener = card.mastership.open(access)
    }

    deinit {
        opener.close()
    }

    var path: String { card.path }
    var driver: String { card.driver }
    var isMaster: Bool { opener.isMaster }
    var isPresent: Bool { card.isPresent }
    var eventDescriptor: Int32 { card.eventDescriptor }

    func becomeMaster() -> Bool { opener.becomeMaster() }

    func resign() {
        if isMaster { card.resign() }
        opener.dropMaster()
    }

    func state(probing: Bool) throws(ScreenError) -> CardState { seen(try card.state(probing: probing)) }

    func state(probingOnly connectors: Set<ConnectorID>) throws(ScreenError) -> CardState {
        seen(try card.state(probingOnly: connectors))
    }

    /// Marks a state as outdated if another opener is the master: only the master can probe.
    private func seen(_ state: CardState) -> CardState {
        var state = state
        state.isFresh = isMaster || card.mastership.isFree
        return state
    }

    func prepare(
        connector: ConnectorID, _ variant: ModesetVariant, mode: ScreenMode, _ options: PipeOptions,
        among objects: CardSnapshot
    ) throws(ScreenError) -> any DisplayPipe {
        guard isMaster else { throw denied(mode) }
        return try card.prepare(connector: connector, variant, mode: mode, options, among: objects, for: opener)
    }

    func commit(_ modesets: [PreparedModeset]) -> [ScreenError?] {
        isMaster ? card.commit(modesets) : modesets.map { denied($0.pipe.mode) }
    }

    private func denied(_ mode: ScreenMode) -> ScreenError {
        ScreenError(
            modeset: KMSError(call: "drmModeAtomicCommit", object: path, errno: EACCES), mode: mode, object: path)
    }

    func disable(crtcIndex: CRTCIndex) -> Bool { isMaster && card.disable(crtcIndex: crtcIndex) }
    func restore(_ saved: SavedState) -> Bool { isMaster && card.restore(saved) }
    func restoreSettings(_ saved: SavedState) { if isMaster { card.restoreSettings(saved) } }
    func restoreAfterCrash(_ saved: SavedState) { card.restoreAfterCrash(saved) }
    func savedState() throws(ScreenError) -> SavedState? { try card.savedState() }
    func objects() throws(ScreenError) -> CardSnapshot { try card.objects() }
    func contiguousMemory(_ objects: CardSnapshot) -> ContiguousMemory? { card.contiguousMemory(objects) }
    func deliverEvents() -> Bool { card.deliverEvents() }
    func lease(_ connector: ConnectorID, showing pipe: any DisplayPipe) throws(ScreenError) -> any ConnectorLease {
        try SimulatedLease(from: opener)
    }
    func capture(connector: ConnectorID, name: String) throws(ScreenError) -> ScreenCapture {
        try card.capture(connector: connector, name: name)
    }
}
