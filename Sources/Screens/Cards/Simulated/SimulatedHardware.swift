import Glibc
import ScreensKMS
import ScreensLinux

/// The interface of a simulated card to the engine, without a check of its master, which ``SimulatedOpening`` adds.
extension SimulatedCard: DisplayCard {
    var path: String { node.path }
    var time: TimeSource { vblanks.time }
    var driver: String { hardware.card.driver }
    var isMaster: Bool { true }
    var isPresent: Bool { true }
    var eventDescriptor: Int32 { vblanks.descriptor }

    func state(probing: Bool) throws(ScreenError) -> CardState {
        let state = try state()
        if probing { history.probed(state.connectors.map(\.name)) }
        return state
    }

    func state(probingOnly connectors: Set<ConnectorID>) throws(ScreenError) -> CardState {
        let state = try state()
        let named = state.connectors.filter { connectors.contains($0.id) }.map(\.name)
        history.probed(named)
        return state
    }

    private func state() throws(ScreenError) -> CardState {
        let card = hardware.card
        let state = CardState(card, isFresh: true, identities) { card.blobs[$0] }
        return isReplayed ? state : screens.ordered(state)
    }

    func capture(connector: ConnectorID, name: String) throws(ScreenError) -> ScreenCapture {
        guard let picture = screens.place(of: connector).flatMap(screens.pipe)?.shownFrame().picture else {
            throw ScreenError(
                .dark, operation: "capture", object: name, circumstances: "the screen is dark",
                remedy: "it has to be turned on first")
        }
        return ScreenCapture(picture: picture, isSteady: true, omissions: [])
    }

    /// The pictures of a document are restored; other screens are dark at the end.
    func savedState() throws(ScreenError) -> SavedState? { isReplayed ? SavedState(hardware.card) : nil }

    func becomeMaster() -> Bool { true }

    func resign() {
        if !isReplayed { screens.resetProperties() }
    }

    func restore(_ saved: SavedState) -> Bool {
        guard hardware.restore(saved) else { return false }
        for pipe in screens.pipes {
            pipe.end()
            forget(pipe)
        }
        return true
    }

    func restoreSettings(_ saved: SavedState) {
        hardware.restoreSettings(saved)
    }

    func restoreAfterCrash(_ saved: SavedState) {}

    func objects() throws(ScreenError) -> CardSnapshot { hardware.card }

    func contiguousMemory(_ objects: CardSnapshot) -> ContiguousMemory? { hardware.contiguousMemory }

    func prepare(
        connector: ConnectorID, _ variant: ModesetVariant, mode: ScreenMode, _ options: PipeOptions,
        among objects: CardSnapshot
    ) throws(ScreenError) -> any DisplayPipe {
        try prepare(connector: connector, variant, mode: mode, options, among: objects, for: nil)
    }

    /// - Parameter opener: the opener that must be the master for the pipe's flips; nil if none must.
    func prepare(
        connector: ConnectorID, _ variant: ModesetVariant, mode: ScreenMode, _ options: PipeOptions,
        among objects: CardSnapshot, for opener: SimulatedMastership.Opener?
    ) throws(ScreenError) -> any DisplayPipe {
        history.requested(mode)
        if let errno = refusals.refusal(of: mode) { throw refusal(of: mode, errno) }
        guard let lease = signals.lease() else { throw refusal(of: mode, EINVAL) }
        let place = screens.place(of: connector)
        let screen = isReplayed ? nil : place.flatMap(screens.screen) ?? SimulatedScreen(modes: [])
        let modeset = try hardware.prepare(
            connector: connector, variant, mode: mode, options, among: objects, for: screen)
        return try SimulatedPipe(
            mode: mode, options, modeset, screen?.abilities, connector: place ?? -1, crtcIndex: variant.crtcIndex,
            lease: lease, vblanks: vblanks, refusals: refusals, opener: opener
        ) { [weak self] pipe in self?.disabled(pipe) }
    }

    /// The error of a modeset that the driver refuses. The memory of this machine does not explain it.
    private func refusal(of mode: ScreenMode, _ errno: Int32) -> ScreenError {
        ScreenError(modeset: KMSError(call: "atomic commit", object: path, errno: errno), mode: mode, object: path) {
            nil
        }
    }

    private func disabled(_ pipe: SimulatedPipe) {
        history.committed(.disable(screens.name(of: pipe.connector)))
        hardware.disable(pipe.modeset)
        forget(pipe)
    }

    func commit(_ modesets: [PreparedModeset]) -> [ScreenError?] {
        if modesets.count > 1, refusals.refusesSeveral { return modesets.flatMap { commit([$0]) } }
        let pipes = modesets.compactMap { modeset in
            (modeset.pipe as? SimulatedPipe).map { (pipe: $0, buffer: modeset.buffer) }
        }
        do throws(ScreenError) {
            if let mode = pipes.first?.pipe.mode, let errno = refusals.takeModeset() { throw refusal(of: mode, errno) }
            try hardware.commit(pipes.map(\.pipe.modeset))
        } catch {
            return modesets.count > 1 ? modesets.flatMap { commit([$0]) } : [error]
        }
        let modes = pipes.map { (screens.name(of: $0.pipe.connector), $0.pipe.mode) }
        history.committed(.modeset(Dictionary(modes) { _, later in later }))
        // The present pictures of the connectors and the CRTCs end.
        let former = screens.pipes.filter { old in
            pipes.contains { $0.pipe.connector == old.connector || $0.pipe.crtcIndex == old.crtcIndex }
        }
        for pipe in former {
            pipe.end()
            vblanks.remove(pipe)
        }
        for (pipe, buffer) in pipes { pipe.begin(showing: buffer) }
        screens.show(pipes.map(\.pipe), inPlaceOf: former)
        for (pipe, _) in pipes { vblanks.add(pipe) }
        return modesets.map { _ in nil }
    }

    func disable(crtcIndex: CRTCIndex) -> Bool {
        hardware.disable(crtcIndex: crtcIndex)
        return true
    }

    func deliverEvents() -> Bool {
        vblanks.deliverDueFlips()
        return true
    }

    private func forget(_ pipe: SimulatedPipe) {
        screens.forget(pipe)
        vblanks.remove(pipe)
    }
}
