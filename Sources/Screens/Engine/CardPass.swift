import ScreensKMS
import ScreensUdev

/// The state of a card in one pass: the inputs of the reconciler, and the screens as they are published. It changes
/// nothing.
struct CardPass {
    let node: CardNode
    let access: CardAccess
    /// The name of the card's driver, or nil if it is not known.
    let driver: String?
    /// Whether sysfs describes the displays.
    let isFromSysfs: Bool
    let slots: SlotTable
    let roles: ScreenRoles
    let shared: SharedState

    private var settings: SessionSettings { shared.settings }

    /// The record of the display on a connector.
    private func record(_ connector: ConnectorID) -> DisplayRecord {
        slots.record(of: connector, in: shared.displays)
    }

    /// Whether a call of the delegate for this display has not returned yet, on this card or another one.
    private func isBusy(_ connector: ConnectorID) -> Bool {
        slots.isEnding(connector) || slots.key(of: connector).map(shared.displays.isBusy) ?? false
    }

    /// Whether a screen will be set when a call of the delegate for it has returned.
    func waitsForCall(_ connector: ConnectorID) -> Bool {
        guard let slot = slots[connector], slot.session == nil, slot.attempts.failure == nil else { return false }
        return isRequested(connector) && isBusy(connector)
    }

    private func isRequested(_ connector: ConnectorID) -> Bool {
        roles.driven.contains(slots.screenID(connector)) && record(connector).settings.isOn
    }

    // MARK: For the reconciler

    struct Requests {
        let screens: [Screen]
        /// The roles by the screens of all cards at the time when the hold was decided. The plan of the same pass uses
        /// them too, since another card may publish in between.
        let roles: ScreenRoles
        let hold: CardHold
    }

    /// The screens of the card, the roles of all screens, and whether the card has to be held as its master for these.
    func requests(at now: MonotonicTime) -> Requests {
        let screens = screens()
        let roles = shared.roles(among: shared.screens.connectors(with: entry(screens, [:])))
        let present = zip(slots.present, screens).map { slot, screen in
            var connector = holding(slot, isConnected: screen.isConnected)
            if screen.isConnected { connector.isSelected = roles.driven.contains(screen.id) }
            guard !screen.isConnected, screen.kind == .display else { return connector }
            // The connector itself may have settings, made while there was no display.
            let own = shared.displays[DisplayKey(screen)].settings.isReserved
            connector.isReserved = own ?? connector.isReserved ?? (settings.selection.names(screen) ? true : nil)
            return connector
        }
        let absent = slots.absent.map { slot in
            var connector = holding(slot, isConnected: false)
            connector.isPresent = false
            return connector
        }
        return Requests(screens: screens, roles: roles, hold: CardHold(for: present + absent, at: now))
    }

    /// Whether a display of the card may be requested, even a new one. If not, hotplugs are not probed.
    var mayRequest: Bool {
        access.drives
            && slots.present.map(\.connector).contains { connector in
                let settings = shared.displays[slots.key(at: connector)].settings
                return connector.kind == .display
                    && (connector.hasScreen ? settings.isDriven : settings.isReserved) != false
            }
    }

    private func holding(_ slot: Slot, isConnected: Bool) -> CardHold.Connector {
        let lastSettings = slot.lastDisplay.map { shared.displays[$0.key].settings }
        return CardHold.Connector(
            isConnected: isConnected, isSelected: slot.lastDisplay != nil,
            isOff: lastSettings.map { !$0.isOn } ?? false, isReserved: lastSettings?.isReserved,
            contentEnd: slot.lastDisplay?.contentEnd, isLeased: slot.lease != nil)
    }

    func plan() -> Reconciler.Plan {
        Reconciler.plan(
            slots.present.map(reconciled), crtcCount: slots.crtcCount,
            leasedToAbsent: Set(slots.absent.compactMap(\.leasedCRTC)))
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
            isRequested: isRequested(connector.id),
            isToBeDark: roles.driven.contains(screen) && !record.settings.isOn && connector.currentMode != nil
                && !slot.keepsForeignPicture,
            mayBeSet: slot.attempts.failure == nil && (slot.session != nil || !isBusy(connector.id)),
            policy: record.policy(otherwise: settings.mode), candidates: candidates,
            refused: candidates.filter(record.hasRefused),
            isConnected: connector.status != .disconnected,
            source: roles.source(of: screen), options: options(slot),
            enabled: slot.session.map {
                Reconciler.Enabled(
                    mode: $0.pipe.mode, crtc: $0.pipe.crtcIndex, options: $0.options, adjustment: $0.colors.adjustment,
                    source: $0.drawing.role, needsModeset: slot.needsModeset)
            }, leasedCRTC: slot.leasedCRTC)
    }

    /// The options of a connector: its display's settings over the settings of all.
    func options(_ slot: Slot) -> PipeOptions {
        settings.pipe.overridden(by: record(slot.connector.id).settings)
    }

    func request(_ modeset: Reconciler.Modeset, _ screens: [Screen]) -> ModesetBatch.Request? {
        guard let slot = slots[modeset.connector], let key = slots.key(of: modeset.connector),
            let screen = screens.first(where: { $0.connector == modeset.connector })
        else { return nil }
        return ModesetBatch.Request(
            modeset: modeset, key: key, source: roles.source(of: screen.id), options: options(slot),
            possibleCRTCs: slot.connector.possibleCRTCs.indexes(below: slots.crtcCount),
            listed: slot.modes,
            screen: { [roles] mode, layout in
                var shown = screen
                shown.show(mode, layout, mirroring: roles.mirrorSource(of: screen.id))
                return shown
            },
            running: slot.session)
    }

    // MARK: For the readers of the screens

    /// The screens of the card, without their pictures. They are made once in a pass.
    func screens() -> [Screen] {
        slots.present.map { slot in
            let connector = slot.connector
            return Screen(
                id: slots.screenID(connector.id), name: connector.name, card: node.path,
                driver: driver ?? "", connector: connector.id, status: connector.status,
                role: connector.role, kind: connector.kind, identity: slots.identity(connector.id),
                edid: connector.edid, physicalSize: connector.physicalSize, availableModes: slot.modes,
                currentMode: nil, layout: nil, mirrorSource: nil, dark: nil, isStale: !slots.isFresh,
                properties: connector.properties, isTwin: slots.isTwin(connector.id),
                isTelevisionOutput: connector.isTelevisionOutput, path: connector.path)
        }
    }

    /// The same screens with their pictures, at the end of the pass.
    func finished(_ screens: [Screen]) -> [Screen] {
        zip(screens, slots.present).map { screen, slot in
            var screen = screen
            screen.take(slot.connector.properties)
            let source = roles.mirrorSource(of: screen.id)
            if let session = slot.session {
                screen.show(session.pipe.mode, session.layout, mirroring: source, part: session.member?.part)
            } else if let lease = slot.lease, !lease.isOver {
                screen.lend(to: lease.lessee, slot.connector.currentMode, because: darkness(of: slot))
            } else {
                screen.showNothing(slot.connector.currentMode, because: darkness(of: slot), mirroring: source)
            }
            return screen
        }
    }

    func entry(_ screens: [Screen], _ deviations: [ScreenID: [SettingDeviation]]) -> ScreenTable.Entry {
        ScreenTable.Entry(
            card: Card(
                path: node.path, driver: driver, problem: access.problem, master: access.master,
                isFromSysfs: isFromSysfs),
            number: node.number, session: slots.session, connectors: screens, deviations: deviations)
    }

    /// The settings that enabled screens do not follow.
    var deviations: [ScreenID: [SettingDeviation]] {
        let all = slots.sessions.map { ($0.session.screen.id, deviations(of: $0.session).all) }
        return Dictionary(all.filter { !$0.1.isEmpty }) { first, _ in first }
    }

    /// Why a connector shows nothing of ours; nil if another program shows a picture on it.
    func darkness(of slot: Slot) -> DarkState? {
        let connector = slot.connector
        // The lessee decides about the screen, and our settings wait.
        let isLeased = slot.lease.map { !$0.isOver } ?? false
        if isLeased, connector.status != .disconnected, !access.isPaused { return nil }
        let failure =
            slot.attempts.failure
            ?? (slot.isSelected && isBusy(connector.id)
                ? DarkState(.stalled, message: "the delegate has not returned from its last call for the screen") : nil)
        let isDriven = access.drives && !access.isOver
        let record = record(connector.id)
        let isExcluded = isDriven && !slot.isSelected && connector.kind == .display && record.settings.isDriven == nil
        return Darkness.state(
            Darkness.Facts(
                connector: connector, isCardDriven: isDriven, isPaused: access.isPaused, isOn: record.settings.isOn,
                exclusion: isExcluded ? settings.selection.exclusion(of: connector.role) : nil,
                cardProblem: access.problem,
                master: access.master, failure: failure, lacksCRTC: slot.lacksCRTC, crtcCount: slots.crtcCount))
    }

    /// The settings that an enabled screen does not follow.
    ///
    /// - Parameter policy: the rule that chose its mode; nil for the rule of its present settings.
    func deviations(of session: ScreenSession, by policy: ModePolicy? = nil) -> SettingDeviations {
        let screen = session.screen
        let record = record(screen.connector)
        return SettingDeviations(
            screen: screen, mode: session.pipe.mode, format: session.layout.format, record: record,
            policy: policy ?? record.policy(otherwise: settings.mode), defaultFormat: settings.pipe.format,
            overscan: session.options.overscan,
            failure: slots[screen.connector]?.attempts.failure, unmetMirror: roles.unmetMirror(of: screen.id),
            unmetProperties: session.pipe.outcome.unmet, wallProblem: session.member?.group.problem)
    }
}
