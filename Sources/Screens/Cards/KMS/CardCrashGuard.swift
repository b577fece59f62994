import ScreensKMS
import ScreensLinux
import Synchronization

/// Keeps the crash plan of a card up to date while this process holds the card.
final class CardCrashGuard: Sendable {
    private struct State: ~Copyable {
        var saved: SavedState?
        /// The connectors that the plan was made for. The kernel refuses the whole plan if it names a connector that is
        /// gone, or leaves a connector on a CRTC that it disables.
        var connectors: [ConnectorID] = []
        var plan: CrashPlan?
    }

    private let device: CardDevice
    private let leases: LeaseTable
    private let state = Mutex(State())

    init(of device: CardDevice, _ leases: LeaseTable) {
        self.device = device
        self.leases = leases
    }

    /// Prepares the plan that shows `saved` again after a crash. It does nothing unless ``CrashRestoration`` is
    /// installed.
    func begin(restoring saved: SavedState) {
        guard CrashHandler.isInstalled, let connectors = try? device.resources().connectors else { return }
        state.withLock { state in
            state.saved = saved
            prepare(&state, connectors: connectors)
        }
    }

    /// Makes the plan again if the card's connectors have changed: connectors of docks come and go.
    func update(connectors: [ConnectorID]) {
        state.withLock { state in
            guard state.saved != nil, state.connectors != connectors else { return }
            prepare(&state, connectors: connectors)
        }
    }

    /// Makes the plan again. It revokes leased objects first.
    func leasesHaveChanged() {
        state.withLock { state in
            if state.saved != nil { prepare(&state, connectors: state.connectors) }
        }
    }

    /// Discards the plan. It must be called before the card is closed.
    func end() {
        state.withLock { state in
            state.saved = nil
            state.plan = nil
        }
    }

    private func prepare(_ state: inout State, connectors: [ConnectorID]) {
        guard let saved = state.saved, let restoration = try? Restoration(of: saved, on: device) else { return }
        state.connectors = connectors
        // The new plan exists before the old one goes.
        state.plan = CrashPlan(restoration, of: device, leases.lessees)
    }
}

extension CrashPlan {
    /// Makes the plan that shows the saved state of a card again, and gives the card up.
    fileprivate init?(_ restoration: Restoration, of device: CardDevice, _ lessees: [LesseeID]) {
        let drop = PreparedCall.droppingMaster(of: device)
        let rest = restoration.picture + restoration.settings
        // Without revocation the lessees would flip once more.
        let revocations = lessees.map { PreparedCall.revoking($0, of: device) }
        var calls = revocations.map { CrashCall($0) }
        if let whole = restoration.whole { calls.append(CrashCall(whole, skips: rest.count)) }
        // Without mastership no other thread's flip can replace the picture that is shown now.
        for call in rest + [drop] { calls.append(CrashCall(call)) }
        self.init(calls, turn: .cards, keeping: Kept(restoration, revocations + [drop]))
    }

    /// The owner of all memory that the calls point to.
    private final class Kept: Sendable {
        private let restoration: Restoration
        private let others: [PreparedCall]

        init(_ restoration: Restoration, _ others: [PreparedCall]) {
            self.restoration = restoration
            self.others = others
        }
    }
}

extension CrashCall {
    fileprivate init(_ call: PreparedCall, skips: Int = 0) {
        self.init(
            request: call.request, argument: UInt(bitPattern: call.argument), descriptor: call.descriptor, skips: skips)
    }
}
