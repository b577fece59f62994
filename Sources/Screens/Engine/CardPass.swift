import KMS
import Udev

/// The state of a card in one pass, for the reconciler, the readers of the screens, and the caller that applied settings.
struct CardPass {
    /// The report of a screen that is not as configured.
    struct Warning {
        let screen: Screen
        let message: String
    }

    let node: CardNode
    let access: CardAccess
    /// The name of the card's driver, where it is known.
    let driver: String?
    let slots: SlotTable
    let roles: ScreenRoles
    let shared: SharedState

    private var settings: SessionSettings { shared.settings }

    /// The record of the display on a connector.
    private func record(_ connector: ConnectorID) -> DisplayRecord {
        slots.key(of: connector).map { shared.displays[$0] } ?? DisplayRecord()
    }

    /// Whether a call of the delegate for this display has not returned yet, on this card or another one.
    private func isBusy(_ connector: ConnectorID) -> Bool {
        slots.isLeaving(connector) || slots.key(of: connector).map(shared.displays.isBusy) ?? false
    }

    // MARK: For the reconciler

    struct Requests {
        let screens: [Screen]
        let driven: Set<ScreenID>
        let hold: CardHold
    }

    /// The screens of the card, those that are to be driven, and whether the card is to be held as its master for that.
    func requests(at now: MonotonicTime) -> Requests {
        let screens = screens()
        let driven = shared.roles(among: shared.screens.connectors(with: entry(screens))).driven
        let present = zip(slots.present, screens).map { slot, screen in
            var connector = holding(slot, isConnected: screen.isConnected)
            if screen.isConnected { connector.isSelected = driven.contains(screen.id) }
            guard !screen.isConnected, screen.kind == .display else { return connector }
            // Settings of the connector itself were made while there was no display.
            let own = shared.displays[DisplayKey(screen)].settings.isReserved
            connector.isReserved = own ?? connector.isReserved ?? (settings.selection.names(screen) ? true : nil)
            return connector
        }
        let absent = slots.absent.map { slot in
            var connector = holding(slot, isConnected: false)
            connector.isPresent = false
            return connector
        }
        return Requests(screens: screens, driven: driven, hold: CardHold(for: present + absent, at: now))
    }

    /// Whether a display of the card may be requested, a new one included. If not, hotplugs are not probed.
    var mayRequest: Bool {
        access.drives
            && screens().contains { screen in
                let settings = shared.displays[DisplayKey(screen)].settings
                return screen.kind == .display
                    && (screen.isConnected ? settings.isDriven : settings.isReserved) != false
            }
    }

    private func holding(_ slot: Slot, isConnected: Bool) -> CardHold.Connector {
        let departed = slot.departed.map { shared.displays[$0.key].settings }
        return CardHold.Connector(
            isConnected: isConnected, isSelected: slot.departed != nil,
            isOff: departed.map { !$0.isOn } ?? false, isReserved: departed?.isReserved,
            contentEnd: slot.departed?.contentEnd)
    }

    func plan() -> Reconciler.Plan {
        Reconciler.plan(slots.present.map(reconciled), crtcCount: slots.crtcCount)
    }

    private func reconciled(_ slot: Slot) -> Reconciler.Slot {
        let connector = slot.connector
        let screen = slots.screenID(connector.id)
        let record = record(connector.id)
        let candidates = record.candidates(
            among: slot.modes, current: connector.currentMode, otherwise: settings.mode,
            forTelevision: connector.isTelevisionOutput)
        return Reconciler.Slot(
            connector: connector.id, possibleCRTCs: connector.possibleCRTCs, crtc: connector.crtcIndex,
            isRequested: roles.driven.contains(screen) && record.settings.isOn,
            isToBeDark: roles.driven.contains(screen) && !record.settings.isOn && connector.currentMode != nil,
            mayBeSet: slot.attempts.failure == nil && (slot.session != nil || !isBusy(connector.id)),
            candidates: candidates, refused: candidates.filter(record.hasRefused),
            isConnected: connector.status != .disconnected,
            source: roles.source(of: screen), options: options(slot),
            enabled: slot.session.map {
                Reconciler.Enabled(
                    mode: $0.pipe.mode, crtc: $0.pipe.crtcIndex, options: $0.options, adjustment: $0.colors.adjustment,
                    source: $0.drawing.role, needsModeset: slot.needsModeset)
            })
    }

    /// The options of a connector: those of its display, else those of all.
    func options(_ slot: Slot) -> PipeOptions {
        settings.pipe.overridden(by: record(slot.connector.id).settings)
    }

    func request(_ modeset: Reconciler.Modeset, _ screens: [Screen]) -> ModesetBatch.Request? {
        guard let slot = slots[modeset.connector], let key = slots.key(of: modeset.connector),
            let screen = screens.first(where: { $0.connectorID == modeset.connector })
        else { return nil }
        return ModesetBatch.Request(
            modeset: modeset, key: key, source: roles.source(of: screen.id), options: options(slot),
            possibleCRTCs: (0..<slots.crtcCount).filter { slot.connector.possibleCRTCs & (1 << UInt32($0)) != 0 },
            listed: slot.modes,
            screen: { [roles] mode, layout in
                var shown = screen
                shown.currentMode = mode
                shown.layout = layout
                shown.mirrorSource = roles.mirrorSource(of: screen.id)
                return shown
            },
            running: slot.session)
    }

    // MARK: Mirrors and walls

    /// Gives an enabled screen its pace, and makes a mirror follow its screen, which may come and go on any card.
    func configure(_ session: ScreenSession) {
        session.pace(by: record(session.screen.connectorID).settings, otherwise: settings.cadence)
        let source = roles.mirrorSource(of: session.screen.id)
        session.mirror?.follow(source.flatMap { try? shared.displays.links(of: $0) })
    }

    /// Makes screens in walls show their parts, now that it is known how large they are.
    ///
    /// - Returns: the problems of walls that cannot be drawn.
    func settleWalls() -> [(wall: WallGroup, problem: String)] {
        shared.walls.compactMap { wall in wall.settle().map { (wall, $0) } }
    }

    func warnings(of problems: [(wall: WallGroup, problem: String)]) -> [Warning] {
        problems.compactMap { wall, problem in
            guard let screen = slots.sessions.first(where: { $0.session.member?.group === wall })?.session.screen
            else { return nil }
            return Warning(screen: screen, message: "\(screen.name): \(problem)")
        }
    }

    // MARK: For the readers of the screens

    /// The screens of the card, without what is shown on them: made once in a pass.
    func screens() -> [Screen] {
        slots.present.map { slot in
            let connector = slot.connector
            return Screen(
                id: slots.screenID(connector.id), name: connector.name, card: node.path,
                driver: driver ?? "", connector: connector.id.rawValue, status: connector.status,
                role: connector.role, kind: connector.kind, identity: slots.identity(connector.id),
                edid: connector.edid, physicalSize: connector.physicalSize, availableModes: slot.modes,
                currentMode: nil, layout: nil, mirrorSource: nil, dark: nil, isStale: !slots.isFresh,
                properties: connector.properties, isTwin: slots.isTwin(connector.id),
                isTelevisionOutput: connector.isTelevisionOutput, path: connector.path)
        }
    }

    /// Takes over what is shown on the screens, at the end of the pass.
    private func refresh(_ screens: inout [Screen]) {
        for (index, slot) in zip(screens.indices, slots.present) {
            screens[index].properties = slot.connector.properties
            screens[index].mirrorSource = roles.mirrorSource(of: screens[index].id)
            if let session = slot.session {
                screens[index].currentMode = session.pipe.mode
                screens[index].layout = session.layout
                screens[index].wallPart = session.member?.part
            } else {
                screens[index].currentMode = slot.connector.currentMode
                screens[index].dark = darkness(of: slot)
            }
        }
    }

    /// Publishes the state of the card.
    ///
    /// - Parameter screens: of this pass, where they have been made.
    /// - Returns: whether that may concern other cards.
    func publish(_ screens: [Screen]?) -> Bool {
        var screens = screens ?? self.screens()
        refresh(&screens)
        // Taken before the screens are compared: a later change by another card is reported by that card.
        let haveWallsChanged = shared.walls.reduce(false) { $1.takeChange() || $0 }
        let haveScreensChanged = shared.screens.publish(entry(screens))
        return haveScreensChanged || haveWallsChanged
    }

    func entry(_ screens: [Screen]) -> ScreenTable.Entry {
        ScreenTable.Entry(
            card: Card(path: node.path, driver: driver, problem: access.problem, holder: access.holder),
            number: node.number, session: slots.session, connectors: screens)
    }

    private func darkness(of slot: Slot) -> DarkState? {
        let connector = slot.connector
        let failure =
            slot.attempts.failure
            ?? (slot.isSelected && isBusy(connector.id)
                ? DarkState(.stalled, message: "the delegate has not returned from its last call for the screen") : nil)
        return Darkness.state(
            Darkness.Facts(
                connector: connector, isDriven: access.drives && !access.isOver, isPaused: access.isPaused,
                isOn: record(connector.id).settings.isOn, cardProblem: access.problem, holder: access.holder,
                failure: failure, lacksCRTC: slot.lacksCRTC, crtcCount: slots.crtcCount))
    }

    // MARK: For callers that apply settings

    /// The outcome of the settings of a screen's display; nil where it is not connected to this card any more.
    func outcome(for screen: Screen) -> ApplyOutcome? {
        // Its key may have changed meanwhile, with a late EDID.
        let slot =
            slots.present.first { slots.screenID($0.connector.id) == screen.id }
            ?? slots.present.first { slots.key(of: $0.connector.id) == DisplayKey(screen) }
        guard let slot else { return nil }
        if let session = slot.session {
            let deviations = deviations(of: session) + [wallDeviation(session)].compactMap(\.self)
            return deviations.isEmpty ? .set : .setOtherwise(deviations)
        }
        guard access.drives else { return .notSet(DarkState(.unused, message: "screens are only observed here")) }
        if slot.connector.status == .disconnected, let dark = darkness(of: slot) { return .notSet(dark) }
        // A headset is not in the inventory.
        let settings = shared.displays[slots.key(of: slot.connector.id) ?? DisplayKey(screen)].settings
        guard settings.isOn else { return .set }
        // The card may be closed: then the roles of its last pass are old.
        let screens = shared.screens.connectors
        let id = slots.screenID(slot.connector.id)
        if shared.roles(among: screens).driven.contains(id) {
            return .notSet(darkness(of: slot) ?? DarkState(.unused, message: "another program shows a picture on it"))
        }
        guard settings.isDriven == true else { return .set }
        return .notSet(neverDriven(slot.connector, isSetAside: screens.first { $0.id == id }?.isSetAside ?? false))
    }

    /// Why a connector is not driven though its settings require that.
    private func neverDriven(_ connector: ConnectorState, isSetAside: Bool) -> DarkState {
        if isSetAside { return FirmwareCard.darkness }
        switch connector.kind {
        case .nonDesktop: return DarkState(.unused, message: "it is a headset, which is not driven as a screen")
        case .writeback: return DarkState(.unused, message: "it is a writeback connector, which has no display")
        default: return DarkState(.noModes, message: "the display has reported no modes yet")
        }
    }

    /// - Parameter refused: the modes that the driver has just refused.
    func modeDeviation(_ session: ScreenSession, refused: [ModesetRefusal] = []) -> SettingDeviation? {
        let mode = session.pipe.mode
        let name = session.screen.name
        let record = record(session.screen.connectorID)
        let policy = record.policy(otherwise: settings.mode)
        func deviation(_ message: String) -> SettingDeviation {
            SettingDeviation(.mode, instead: mode.description, "\(name)\(message); it shows \(mode)")
        }
        if let failure = slots[session.screen.connectorID]?.attempts.failure {
            return deviation(": \(failure.message), and the modeset is repeated")
        }
        if let refusal = refused.first(where: { policy.isSatisfied(by: $0.mode) }) {
            return deviation(": the driver refuses \(refusal)")
        }
        guard !policy.isSatisfied(by: mode) else { return nil }
        if let refused = session.screen.availableModes.first(where: policy.isSatisfied) {
            return deviation(": the driver refuses \(record.refusal(of: refused) ?? ModesetRefusal(refused))")
        }
        // A mode that the display does not list, and that was refused in this pass or an earlier one.
        if let refusal = policy.customMode(among: session.screen.availableModes).flatMap(record.refusal) {
            return deviation(": the driver refuses \(refusal)")
        }
        return deviation(" has no usable mode \(policy)")
    }

    /// The parts of an enabled screen that are not as configured.
    private func deviations(of session: ScreenSession, refused: [ModesetRefusal] = []) -> [SettingDeviation] {
        [modeDeviation(session, refused: refused), formatDeviation(session), mirrorDeviation(session)]
            .compactMap(\.self) + session.deviations
    }

    /// - Parameter former: the session that showed a picture before.
    func warnings(of result: ModesetBatch.Result, after former: ScreenSession?) -> [Warning] {
        switch result.outcome {
        case .enabled(let session, _):
            // Two settings may have one cause.
            var messages: [String] = []
            for deviation in deviations(of: session, refused: result.refused)
            where !messages.contains(deviation.message) {
                messages.append(deviation.message)
            }
            if !result.displaced.isEmpty { messages.append(report(of: result.displaced, for: session)) }
            return messages.map { Warning(screen: session.screen, message: $0) }
        case .kept:
            guard let former, let deviation = modeDeviation(former, refused: result.refused) else { return [] }
            return [Warning(screen: former.screen, message: deviation.message)]
        case .failed:
            guard let former, let slot = slots[result.connector], slot.session === former,
                !slot.attempts.isRepeated, let deviation = modeDeviation(former)
            else { return [] }
            return [Warning(screen: former.screen, message: deviation.message)]
        case .lacksMemory: return []
        }
    }

    /// The warning of displays that are disabled, since the driver accepts a mode only without them.
    private func report(of displaced: [String], for session: ScreenSession) -> String {
        let names = displaced.joined(separator: " and ")
        return
            "\(session.screen.name): \(names) \(displaced.count == 1 ? "is" : "are") disabled, which showed the picture of "
            + "another program: the driver does not take \(session.pipe.mode) beside it"
    }

    /// The default is not a request: where a plane lacks it, any other format does.
    private func formatDeviation(_ session: ScreenSession) -> SettingDeviation? {
        let record = record(session.screen.connectorID)
        let requested = record.settings.format ?? settings.pipe.format
        let used = session.layout.format
        guard requested != used, record.settings.format != nil || requested != .xrgb8888 else { return nil }
        return SettingDeviation(
            .format, instead: used.name,
            "\(session.screen.name): the format \(requested.name) is not available; it shows \(used.name)")
    }

    /// ``warnings(of:)`` reports it once for the wall.
    private func wallDeviation(_ session: ScreenSession) -> SettingDeviation? {
        session.member?.group.problem.map { SettingDeviation(.wall, "\(session.screen.name): \($0)") }
    }

    private func mirrorDeviation(_ session: ScreenSession) -> SettingDeviation? {
        roles.unmetMirror(of: session.screen.id).map {
            SettingDeviation(
                .mirrorSource,
                "\(session.screen.name) does not mirror '\($0)', which is not driven, or mirrors it in turn")
        }
    }
}
