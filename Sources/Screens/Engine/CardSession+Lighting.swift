import Glibc
import KMS
import Linux

extension CardSession {
    /// How long a call of the delegate for a screen that is set anew is waited for, in nanoseconds: a frame's time.
    private static let patience: Int64 = 20_000_000

    /// What the readers of the events are told of a screen that was lit otherwise than asked.
    struct Warning {
        let screen: Screen
        let message: String
    }

    /// Ends the screens that are not wanted any more, and those that are to be lit in another mode.
    func darkenUnwanted() {
        let selected = selectedIDs()
        for (id, session) in sessions {
            session.pace(by: record(id).settings, otherwise: settings.cadence)
            guard let connector = state.connectors.first(where: { $0.id == id }), selected.contains(screenID(id)),
                record(id).settings.isOn
            else {
                darken(id)
                continue
            }
            guard let best = candidates(connector).first else { continue }
            if !best.timings.hasSameTimings(as: session.pipe.mode.timings)
                || !options(connector, session.pipe.mode).isSameModeset(as: session.options)
                || (mirrorSources[screenID(id)] != nil) != (session.mirror != nil)
                || spanMembers[screenID(id)] != session.seat?.membership
            {
                darken(id)
            }
        }
    }

    /// Lights the selected screens that are dark.
    ///
    /// - Returns: what was not as asked.
    func lightSelected() -> [Warning] {
        let selected = selectedIDs()
        let wanted = state.connectors.filter {
            selected.contains(screenID($0.id)) && sessions[$0.id] == nil && failures[$0.id] == nil
                && !$0.modes.isEmpty && record($0.id).settings.isOn && !isBusy($0.id)
        }
        let assignment = CRTCAssignment.assign(
            wanted.map { .init(connector: $0.id, possibleCRTCs: $0.possibleCRTCs, current: $0.crtcIndex) },
            crtcCount: state.crtcCount, taken: Set(sessions.values.map(\.pipe.crtcIndex)))
        lackingCRTC = Set(wanted.map(\.id)).subtracting(assignment.keys)
        return wanted.flatMap { connector in
            assignment[connector.id].map { light(connector, crtc: $0) } ?? []
        }
    }

    private func light(_ connector: ConnectorState, crtc: Int) -> [Warning] {
        guard let card, let reader = flipThread?.reader, let delegate = settings.delegate,
            let key = inventory.key(of: connector.id)
        else { return [] }
        var tried: [ScreenMode] = []
        var refusal: ScreenError?
        for mode in candidates(connector) {
            do {
                let options = options(connector, mode)
                let pipe = try card.enable(connector: connector.id, crtcIndex: crtc, mode: mode, options)
                let layout = pipe.layout(options.adjustment)
                let screen = screen(connector, currentMode: pipe.mode, layout: layout, dark: nil)
                try start(screen, pipe, options, reader, key, delegate)
                shared.displays.update(key) { $0.remember(lit: mode) }
                setCurrentMode(mode, of: connector.id)
                note(pipe.outcome.properties, of: connector.id)
                return [warning(screen, mode: mode, tried: tried), mirrorWarning(screen)].compactMap(\.self)
                    + unmet(screen, pipe.outcome, options.adjustment)
            } catch {
                refusal = error
                if error.code != .modeRefused { break }
                // A card that is being removed refuses everything, and has many modes to be asked for.
                guard card.isPresent else {
                    refusal = lost
                    break
                }
                shared.displays.update(key) { $0.remember(refused: mode) }
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
        return []
    }

    private func start(
        _ screen: Screen, _ pipe: any DisplayPipe, _ options: PipeOptions, _ reader: FlipReader, _ key: DisplayKey,
        _ delegate: DelegateReference
    ) throws(ScreenError) {
        let links = try shared.links.links(of: screen.id)
        let source = source(for: screen, size: pipe.plan.canvas)
        // What it showed of its own stays as it is meanwhile.
        let kept = source.isOwn ? shared.contents.take(key, size: pipe.plan.canvas) : nil
        kept?.resume(on: screen)
        let session = ScreenSession(
            screen: screen, pipe: pipe, options: options, reader: reader,
            content: kept ?? shared.contents.makeContent(for: screen, size: pipe.plan.canvas), links: links,
            source: source, shared: shared, delegate: delegate)
        let connector = screen.connectorID
        session.pace(by: shared.displays[key].settings, otherwise: settings.cadence)
        sessions[connector] = session
        // Before there is a thread: what its first call asks for has to find it.
        shared.lit.add(session)
        do {
            try session.start(
                whenTroubled: { [weak self, weak session] trouble in
                    guard let self, let session else { return }
                    Task { await self.handle(trouble, of: connector, session) }
                },
                whenEnded: { [weak self] in
                    guard let self else { return }
                    Task { await self.forgetEndedSessions() }
                })
        } catch {
            sessions[connector] = nil
            session.stop()
            shared.lit.remove(session)
            session.end.signal()
            // It was kept for the display, and still is.
            if kept != nil { shared.contents.keep(session, for: key) }
            session.pipe.disable()
            throw error
        }
        // The CRTC shows something else now: switched off for the one before, it would take that away.
        stillLit.removeAll { $0.crtcIndex == pipe.crtcIndex }
    }

    /// Whether a call of the delegate for this display has not returned yet: it is called by one thread at a time.
    func isBusy(_ connector: ConnectorID) -> Bool {
        leaving.contains { $0.screen.id == screenID(connector) && !$0.end.isDone }
            || inventory.key(of: connector).map(shared.contents.isBusy) ?? false
    }

    private func candidates(_ connector: ConnectorState) -> [ScreenMode] {
        record(connector.id).candidates(
            among: connector.modes.sorted(), current: connector.currentMode, otherwise: settings.mode)
    }

    /// How a connector is to be lit in a mode, by what is wanted of its display, of all, and by what it says itself.
    func options(_ connector: ConnectorState, _ mode: ScreenMode) -> PipeOptions {
        let wanted = record(connector.id).settings
        var options = settings.pipe
        options.properties.merge(wanted.properties) { $1 }
        options.adjustment = options.adjustment.overridden(by: wanted)
        options.format = wanted.format ?? options.format
        options.orientation = wanted.orientation ?? options.orientation
        options.overscan =
            wanted.overscan ?? options.overscan ?? DefaultOverscan.overscan(edid: connector.edid, mode: mode)
        return options
    }

    private func warning(_ screen: Screen, mode: ScreenMode, tried: [ScreenMode]) -> Warning? {
        let policy = record(screen.connectorID).policy(otherwise: settings.mode)
        if let refused = tried.first(where: policy.isSatisfied) {
            return Warning(
                screen: screen, message: "\(screen.name): the driver refuses \(refused); it shows \(mode)")
        }
        guard !policy.isSatisfied(by: mode) else { return nil }
        return Warning(screen: screen, message: "\(screen.name) has no usable mode \(policy); it shows \(mode)")
    }

    /// Ends a connector's drawing, if it is lit. Its display may still be there.
    func darken(_ connector: ConnectorID) {
        guard let session = sessions.removeValue(forKey: connector) else { return }
        end(session, of: connector, inventory.key(of: connector) ?? DisplayKey(session.screen))
        // Mostly it is to be lit again at once, which a call that is about to return need not hold up.
        _ = session.end.wait(until: MonotonicTime.now + Self.patience)
    }

    /// Ends a screen's drawing, and switches its CRTC off: one that is forgotten lit makes later modesets fail.
    func end(_ session: ScreenSession, of connector: ConnectorID, _ key: DisplayKey) {
        retire(session, key)
        if !session.pipe.disable() { stillLit.append(session.pipe) }
        setCurrentMode(nil, of: connector)
        // A CRTC and bandwidth are free: another chance for those that got none.
        failures = failures.filter { $0.value.reason != .modesetFailed }
    }

    /// Ends a screen's drawing, and keeps what it showed.
    func retire(_ session: ScreenSession, of connector: ConnectorID) {
        retire(session, inventory.key(of: connector) ?? DisplayKey(session.screen))
    }

    private func retire(_ session: ScreenSession, _ key: DisplayKey) {
        session.stop()
        shared.lit.remove(session)
        if session.source.isOwn { shared.contents.keep(session, for: key) }
        leaving.append(session)
    }

    /// Returns when every call of the delegate for a display that was running has returned, and what waited for that has
    /// been done.
    func settle(_ key: DisplayKey) async {
        for session in leaving where DisplayKey(session.screen) == key { await session.end.wait() }
        forgetEndedSessions()
    }

    private func forgetEndedSessions() {
        let count = leaving.count
        leaving.removeAll(where: \.end.isDone)
        if leaving.count < count { reconcile() }
    }

    /// Notes what a modeset has changed, until the card is looked at again.
    private func setCurrentMode(_ mode: ScreenMode?, of connector: ConnectorID) {
        state.connectors = state.connectors.map { state in
            var state = state
            if state.id == connector { state.currentMode = mode }
            return state
        }
    }

    /// The screens to be lit: which they are depends on those of every card.
    private func selectedIDs() -> Set<ScreenID> {
        Set(selected.map(\.id))
    }

    /// The screens that are driven, of all cards.
    var selected: [Screen] {
        settings.selection.selected(among: everywhere) { shared.displays[DisplayKey($0)].settings.isDriven }
    }
}
