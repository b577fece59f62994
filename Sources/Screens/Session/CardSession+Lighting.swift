import Glibc

extension CardSession {
    /// How long a screen that failed is left alone, in nanoseconds.
    private static let relightDelay: Int64 = 1_000_000_000

    /// What the readers of the events are told of a screen that was lit otherwise than asked.
    struct Warning {
        let screen: Screen
        let message: String
    }

    /// Ends the screens that are not wanted, those whose pipe somebody else has switched off or changed, and those whose
    /// display no longer has their mode. The latter are lit anew.
    func darkenUnwanted() {
        let selected = selectedIDs()
        let connectors = Dictionary(state.connectors.map { ($0.id, $0) }) { first, _ in first }
        for (id, session) in sessions {
            let timings = session.pipe.mode.timings
            let connector = connectors[id]
            let isLit =
                !(connector?.isLinkBad ?? true)
                && connector?.currentMode?.timings.hasSameTimings(as: timings) ?? false
            let isOffered =
                connector?.modes.sorted() == session.screen.availableModes
                || connector?.modes.contains { $0.timings.hasSameTimings(as: timings) } ?? false
            guard !isLit || !isOffered || !selected.contains(screenID(id)) else { continue }
            sessions[id] = nil
            end(session)
            setCurrentMode(nil, of: id)
        }
    }

    /// Lights the selected screens that are dark.
    ///
    /// - Returns: what was not as asked.
    func lightSelected() -> [Warning] {
        let selected = selectedIDs()
        // A delegate is called for a screen by one thread at a time, so one that has not returned is waited for.
        let busy = Set(leaving.map(\.screen.id))
        let wanted = state.connectors.filter {
            let id = screenID($0.id)
            return selected.contains(id) && !busy.contains(id) && sessions[$0.id] == nil && failures[$0.id] == nil
                && !$0.modes.isEmpty
        }
        let assignment = CRTCAssignment.assign(
            wanted.map { .init(connector: $0.id, possibleCRTCs: $0.possibleCRTCs, current: $0.crtc) },
            crtcCount: state.crtcCount, taken: Set(sessions.values.map(\.pipe.crtc)))
        lackingCRTC = Set(wanted.map(\.id)).subtracting(assignment.keys)
        return wanted.compactMap { connector in
            assignment[connector.id].flatMap { light(connector, crtc: $0) }
        }
    }

    private func light(_ connector: ConnectorState, crtc: Int) -> Warning? {
        guard let card, let delegate = settings.delegate else { return nil }
        var tried: [ScreenMode] = []
        var refusal: ScreenError?
        for mode in settings.mode.candidates(among: connector.modes.sorted(), current: connector.currentMode) {
            do {
                let pipe = try card.light(connector: connector.id, crtc: crtc, mode: mode)
                let screen = screen(connector, currentMode: pipe.mode, dark: nil)
                try start(ScreenSession(screen: screen, pipe: pipe), of: connector.id, delegate)
                setCurrentMode(mode, of: connector.id)
                return warning(screen, mode: mode, tried: tried)
            } catch {
                refusal = error
                if error.code != .modeRefused { break }
                tried.append(mode)
            }
        }
        failures[connector.id] = DarkState(
            .modesetFailed, message: refusal?.description ?? "no mode that can be used",
            errno: refusal?.errno, tried: tried)
        switch refusal?.code {
        case .busy, .cardLost: refusal.map(cardFailed)
        case .modeRefused, nil: break
        // Not the modes' fault, so it may pass.
        default: retry(connector.id)
        }
        return nil
    }

    private func start(_ session: ScreenSession, of connector: UInt32, _ delegate: DelegateReference)
        throws(ScreenError)
    {
        do {
            try session.start(
                delegate: delegate, frameInterval: settings.frameInterval,
                whenTroubled: { [weak self, weak session] trouble in
                    guard let self, let session else { return }
                    Task { await self.handle(trouble, of: connector, session) }
                },
                whenEnded: { [weak self] in
                    guard let self else { return }
                    Task { await self.forgetEndedSessions() }
                })
        } catch {
            session.pipe.extinguish()
            throw error
        }
        sessions[connector] = session
        lit.add(session)
    }

    private func warning(_ screen: Screen, mode: ScreenMode, tried: [ScreenMode]) -> Warning? {
        if !settings.mode.isSatisfied(by: mode) {
            return Warning(
                screen: screen, message: "\(screen.name) has no usable mode \(settings.mode); it shows \(mode)")
        }
        return tried.first.map { refused in
            Warning(screen: screen, message: "\(screen.name): the driver refuses \(refused); it shows \(mode)")
        }
    }

    /// Ends a screen's drawing, and switches its CRTC off: one that is forgotten lit makes later modesets fail.
    func end(_ session: ScreenSession) {
        session.stop()
        if !session.pipe.extinguish() { stillLit.append(session.pipe) }
        lit.remove(session)
        leaving.append(session)
        // A CRTC and bandwidth are free: another chance for those that got none.
        failures = failures.filter { $0.value.reason != .modesetFailed }
    }

    private func forgetEndedSessions() {
        let count = leaving.count
        leaving.removeAll(where: \.end.hasCome)
        if leaving.count < count { reconcile() }
    }

    /// A screen's thread got stuck: takes the screen down, and tries it afresh a little later.
    private func handle(_ trouble: ScreenSession.Trouble, of connector: UInt32, _ session: ScreenSession) {
        guard !isOver, sessions[connector] === session else { return }
        let reason: DarkState
        switch trouble {
        case .flipRefused(let code) where code == EACCES || code == ENODEV:
            return cardFailed(
                ScreenError(
                    code == EACCES ? .busy : .cardLost, operation: "flip on", object: node.path, errno: code))
        case .flipRefused(let code):
            reason = DarkState(.stalled, message: "the kernel refuses flips", errno: code)
        case .stalled:
            reason = DarkState(.stalled, message: "a flip never completed")
        }
        sessions[connector] = nil
        end(session)
        failures[connector] = reason
        retry(connector)
        reconcile()
    }

    private func retry(_ connector: UInt32) {
        schedule(after: Self.relightDelay) { session in
            session.failures[connector] = nil
            session.look()
        }
    }

    /// Notes what a modeset has changed, until the card is looked at again.
    private func setCurrentMode(_ mode: ScreenMode?, of connector: UInt32) {
        state.connectors = state.connectors.map { state in
            var state = state
            if state.id == connector {
                state.currentMode = mode
                // A modeset asks for a good link; whether it is one, the next look tells. Until then it is not set anew.
                state.isLinkBad = false
            }
            return state
        }
    }

    /// The screens to be lit: which they are depends on those of every card.
    private func selectedIDs() -> Set<ScreenID> {
        let everywhere = roster.connectors.filter { $0.card != node.path } + screens()
        return Set(settings.selection.selected(among: everywhere).map(\.id))
    }
}
