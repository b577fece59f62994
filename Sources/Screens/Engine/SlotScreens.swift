import ScreensKMS

/// The beginning and the end of a card's screens.
extension SlotTable {
    /// Takes a state that was read from the card. Screens that it no longer shows end.
    ///
    /// - Parameter deadline: when the content of displays that leave now ends.
    mutating func take(_ state: CardState, _ shared: SharedState, until deadline: MonotonicTime) {
        for step in compare(state, shared.displays, until: deadline) {
            switch step {
            case .left(let connector, let key):
                end(connector, of: key, shared)
                resourcesFreed(shared.displays)
                self[connector]?.displayLeft(key, until: deadline)
            case .overridden(let connector): end(connector, shared)
            // A change may lift the failure: the modeset is tried again.
            case .changed(let connector): self[connector]?.attempts.displayChanged()
            case .came(let connector): self[connector]?.displayCame()
            case .identified: break
            }
        }
    }

    /// Sets the pace of the enabled screens, and makes mirrors follow their sources, which may come and go on any card.
    func configureSessions(_ roles: ScreenRoles, _ shared: SharedState) {
        for (connector, session) in sessions {
            let source = roles.mirrored(by: session.screen.id)
            session.pace(by: record(of: connector, in: shared.displays).settings, otherwise: shared.settings.cadence)
            session.mirror?.follow(source.flatMap { try? shared.displays.links(of: $0) })
        }
    }

    /// Carries out a plan up to its modesets: disables what is no longer requested, and changes colours.
    ///
    /// - Returns: whether a new plan is needed: CRTCs are free, or colours need a modeset.
    mutating func makeRoom(
        _ plan: Reconciler.Plan, on card: any DisplayCard, _ shared: SharedState
    ) -> Bool {
        var planHasChanged = !plan.disables.isEmpty || !plan.clears.isEmpty
        for connector in plan.disables {
            end(connector, shared)
            resourcesFreed(shared.displays)
        }
        for adjustment in plan.adjustments {
            guard let session = self[adjustment.connector]?.session, !session.adjust(adjustment.colors) else {
                continue
            }
            self[adjustment.connector]?.needsModeset = true
            planHasChanged = true
        }
        for clear in plan.clears { self[clear.connector]?.cleared(card.disable(crtcIndex: clear.crtc)) }
        return planHasChanged
    }

    /// Records that a modeset has enabled a screen, in place of the session before.
    private mutating func begin(_ session: ScreenSession, on connector: ConnectorID, _ shared: SharedState) {
        self[connector]?.endSession()
        enable(connector, session)
        self[connector]?.note(session.pipe.outcome.properties)
        // The modeset may have left out the colour table.
        session.colors.set(session.options.adjustment, by: session.pipe)
        shared.modesetMade(session, for: key(of: connector))
    }

    /// The steps after a modeset, by its result.
    struct Next {
        /// Whether another pass follows: another connector may now get what it lacked.
        var reconciles = false
        var retry: RetryTimer.Start?
    }

    /// Takes the result of a modeset.
    mutating func take(_ result: ModesetBatch.Result, _ shared: SharedState) -> Next {
        let connector = result.connector
        let former = self[connector]?.session
        let wasRequired = self[connector]?.needsModeset ?? false
        self[connector]?.ending += result.stopped.filter { $0 !== former }
        self[connector]?.needsModeset = false
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
                self[connector]?.endSession()
                self[connector]?.disable(former.pipe)
            } else if mayPass, former != nil {
                // The mode is not to blame, and the picture is still drawn: it stays until the retry.
                self[connector]?.needsModeset = wasRequired
            } else {
                end(connector, shared)
            }
            let retry = self[connector]?.attempts.failed(failure, mayPass: mayPass)
            // Its CRTC may be free for another connector.
            return Next(reconciles: former != nil && self[connector]?.session == nil, retry: retry)
        }
    }

    /// Ends the drawing for a screen, and keeps its content.
    ///
    /// - Parameter key: the key of the display, if it is not the display that is connected now.
    mutating func retire(_ connector: ConnectorID, of key: DisplayKey? = nil, _ shared: SharedState) -> ScreenSession? {
        guard let session = self[connector]?.session else { return nil }
        shared.stop([session])
        remove(session, connector, of: key, shared)
        return session
    }

    /// Ends the drawing for all screens, and keeps their contents.
    ///
    /// - Returns: the screens, whose CRTCs are still enabled.
    mutating func retireAll(_ shared: SharedState) -> [(connector: ConnectorID, session: ScreenSession)] {
        let sessions = sessions
        shared.stop(sessions.map(\.session))
        for (connector, session) in sessions { remove(session, connector, shared) }
        return sessions
    }

    /// Keeps the content of a session that has been stopped.
    private mutating func remove(
        _ session: ScreenSession, _ connector: ConnectorID, of key: DisplayKey? = nil, _ shared: SharedState
    ) {
        self[connector]?.endSession()
        shared.keep(session, for: key ?? self.key(of: connector) ?? DisplayKey(session.screen))
    }

    /// Waits until the calls of the delegate that ran when their screens ended have returned.
    func waitForCalls(where isMeant: (ScreenSession) -> Bool = { _ in true }) async {
        for session in ending where isMeant(session) { await session.end.wait() }
    }

    /// Ends a screen, if it is enabled, and disables its CRTC. A CRTC that stays enabled makes later modesets fail.
    ///
    /// - Parameter key: the key of the display, if it is not the display that is connected now.
    mutating func end(_ connector: ConnectorID, of key: DisplayKey? = nil, _ shared: SharedState) {
        guard let session = retire(connector, of: key, shared) else { return }
        self[connector]?.disable(session.pipe)
    }
}
