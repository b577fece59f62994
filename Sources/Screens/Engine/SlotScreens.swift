import KMS

/// How the screens of a card begin and end.
extension SlotTable {
    /// Takes a state that was read from the card: screens that it does not show any more end.
    ///
    /// - Parameter deadline: when the content of displays ends that leave now.
    mutating func take(_ state: CardState, _ shared: SharedState, until deadline: MonotonicTime) {
        for step in compare(state, shared.displays, until: deadline) {
            switch step {
            case .left(let connector, let key):
                end(connector, of: key, shared)
                resourcesFreed(shared.displays)
                displayLeft(connector, key, until: deadline)
            case .overridden(let connector): end(connector, shared)
            // A change may lift the failure: try again.
            case .changed(let connector): displayChanged(connector)
            case .came(let connector): displayCame(connector)
            case .identified: break
            }
        }
    }

    /// Disables what is not requested any more, and changes colours.
    ///
    /// - Returns: whether there is another plan now: CRTCs are free, or colours need a modeset.
    mutating func makeRoom(
        _ plan: Reconciler.Plan, on card: any DisplayCard, _ shared: SharedState, _ warnings: inout [CardPass.Warning]
    ) -> Bool {
        var planHasChanged = false
        for action in plan.actions {
            switch action {
            case .disable(let connector):
                end(connector, shared)
                resourcesFreed(shared.displays)
                planHasChanged = true
            case .clear(let connector, let crtc):
                // Where that fails, it is repeated after the next read.
                card.disable(crtcIndex: crtc)
                cleared(connector)
                planHasChanged = true
            case .adjust(let connector, let adjustment):
                guard let session = self[connector]?.session else { continue }
                guard session.adjust(adjustment) else {
                    requireModeset(connector)
                    planHasChanged = true
                    continue
                }
                if let deviation = session.colorDeviations.first {
                    warnings.append(CardPass.Warning(screen: session.screen, message: deviation.message))
                }
            case .set: break
            }
        }
        return planHasChanged
    }

    /// A modeset has enabled a screen, in the place of the one before.
    private mutating func begin(_ session: ScreenSession, on connector: ConnectorID, _ shared: SharedState) {
        _ = removeSession(connector)
        enable(connector, session)
        note(session.pipe.outcome.properties, of: connector)
        // The modeset may have left the table of colours out.
        session.colors.set(session.options.adjustment, by: session.pipe)
        shared.modesetMade(session, for: key(of: connector))
    }

    /// The steps after a modeset, by its result.
    struct Next {
        /// Whether another pass follows: another connector may get what it lacked.
        var reconciles = false
        var retry: RetryTimer.Start?
    }

    /// Takes the result of a modeset.
    mutating func take(_ result: ModesetBatch.Result, _ shared: SharedState) -> Next {
        let connector = result.connector
        let former = self[connector]?.session
        let wasRequired = self[connector]?.needsModeset ?? false
        addLeaving(result.stopped.filter { $0 !== former }, connector)
        requireModeset(connector, false)
        switch result.outcome {
        case .enabled(let session, _):
            begin(session, on: connector, shared)
            return Next(reconciles: shared.mayRetry(self, after: session, inPlaceOf: former))
        case .kept: return Next()
        case .lacksMemory:
            end(connector, shared)
            // Its buffers go with its thread.
            former?.waitForLastCall()
            return Next(reconciles: true)
        case .failed(let failure, let mayPass):
            let isStopped = result.stopped.contains { $0 === former }
            if let former, isStopped {
                // Its picture has stood still meanwhile.
                _ = removeSession(connector)
                disable(former.pipe, connector)
            } else if mayPass, former != nil {
                // The mode is not to blame, and the picture is still drawn: it stays until the retry.
                requireModeset(connector, wasRequired)
            } else {
                end(connector, shared)
            }
            let retry = modesetFailed(connector, failure, mayPass: mayPass)
            // Its CRTC may be free for another one.
            return Next(reconciles: former != nil && self[connector]?.session == nil, retry: retry)
        }
    }

    /// Ends the drawing for a screen, and keeps what it showed.
    ///
    /// - Parameter key: of the display, where it is not the one that is connected now.
    mutating func retire(_ connector: ConnectorID, of key: DisplayKey? = nil, _ shared: SharedState) -> ScreenSession? {
        guard let session = removeSession(connector) else { return nil }
        session.stop()
        shared.keep(session, for: key ?? self.key(of: connector) ?? DisplayKey(session.screen))
        return session
    }

    /// Ends the drawing for all screens, and keeps what they showed.
    ///
    /// - Returns: the screens, whose CRTCs are still enabled.
    mutating func retireAll(_ shared: SharedState) -> [(connector: ConnectorID, session: ScreenSession)] {
        let sessions = sessions
        for (connector, _) in sessions { _ = retire(connector, shared) }
        return sessions
    }

    /// Returns when the calls of the delegate have returned that ran when their screens ended.
    func waitForCalls(where isMeant: (ScreenSession) -> Bool = { _ in true }) async {
        for session in leaving where isMeant(session) { await session.end.wait() }
    }

    /// Ends a screen, if it is enabled, and disables its CRTC: one that is forgotten enabled makes later modesets fail.
    ///
    /// - Parameter key: of the display, where it is not the one that is connected now.
    mutating func end(_ connector: ConnectorID, of key: DisplayKey? = nil, _ shared: SharedState) {
        guard let session = retire(connector, of: key, shared) else { return }
        disable(session.pipe, connector)
    }
}
