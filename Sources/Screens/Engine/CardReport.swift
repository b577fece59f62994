/// The reports of a card after a pass: warnings for people, and outcomes for callers that applied settings.
struct CardReport {
    /// The report of a screen that is not as configured.
    struct Warning {
        let screen: Screen
        let message: String
    }

    private let pass: CardPass

    init(of pass: CardPass) {
        self.pass = pass
    }

    // MARK: Outcomes

    /// The outcome of the settings of a screen's display; nil if it is no longer connected to this card.
    func outcome(for screen: Screen) -> ApplyOutcome? {
        // The key of the display may have changed meanwhile, with a late EDID.
        let slot =
            pass.slots.present.first { pass.slots.screenID($0.connector.id) == screen.id }
            ?? pass.slots.present.first { pass.slots.key(of: $0.connector.id) == DisplayKey(screen) }
        guard let slot else { return nil }
        if let session = slot.session {
            let deviations = pass.deviations(of: session).all
            return deviations.isEmpty ? .set : .setOtherwise(deviations)
        }
        guard pass.access.drives else { return .notSet(DarkState(.unused, message: "screens are only observed here")) }
        if slot.connector.status == .disconnected, let dark = pass.darkness(of: slot) { return .notSet(dark) }
        if let lessee = slot.lease?.lessee { return .notSet(leased(to: lessee)) }
        // A headset is not in the inventory.
        let settings = pass.shared.displays[pass.slots.key(of: slot.connector.id) ?? DisplayKey(screen)].settings
        guard settings.isOn else { return .set }
        // If the card is closed, the roles of its last pass are old.
        let screens = pass.shared.screens.connectors
        let id = pass.slots.screenID(slot.connector.id)
        if pass.shared.roles(among: screens).driven.contains(id) {
            return .notSet(
                pass.darkness(of: slot) ?? DarkState(.unused, message: "another program shows a picture on it"))
        }
        guard settings.isDriven == true else { return .set }
        return .notSet(neverDriven(slot.connector, isIgnored: screens.first { $0.id == id }?.isIgnored ?? false))
    }

    private func leased(to lessee: Lessee) -> DarkState {
        DarkState(
            .unused,
            message: "\(lessee) has leased it; the settings apply when the lease ends"
        )
    }

    /// Why a connector is not driven although its settings require that.
    private func neverDriven(_ connector: ConnectorState, isIgnored: Bool) -> DarkState {
        if isIgnored { return FirmwareCard.darkness }
        switch connector.kind {
        case .nonDesktop: return DarkState(.unused, message: "it is a headset, which is not driven as a screen")
        case .writeback: return DarkState(.unused, message: "it is a writeback connector, which has no display")
        default: return DarkState(.noModes, message: "the display has reported no modes yet")
        }
    }

    // MARK: Warnings

    /// - Parameter former: the session that showed a picture before.
    func warnings(of result: ModesetBatch.Result, after former: ScreenSession?) -> [Warning] {
        switch result.outcome {
        case .enabled(let session, _):
            // Two settings may have the same cause.
            var messages: [String] = []
            for deviation in pass.deviations(of: session, by: result.policy).ofModeset(refused: result.refused)
            where !messages.contains(deviation.message) {
                messages.append(deviation.message)
            }
            if !result.displaced.isEmpty { messages.append(report(of: result.displaced, for: session)) }
            if let warning = customMode(of: session) { messages.append(warning) }
            return messages.map { Warning(screen: session.screen, message: $0) }
        case .kept:
            guard let former,
                let deviation = pass.deviations(of: former, by: result.policy).ofMode(refused: result.refused)
            else { return [] }
            return [Warning(screen: former.screen, message: deviation.message)]
        case .failed:
            guard let former, let slot = pass.slots[result.connector], slot.session === former,
                !slot.attempts.isRepeated, let deviation = pass.deviations(of: former, by: result.policy).ofMode()
            else { return [] }
            return [Warning(screen: former.screen, message: deviation.message)]
        case .lacksMemory: return []
        }
    }

    /// The warning that a built-in panel has a mode that it does not list: panels have fixed timings, and drivers
    /// accept others without a check.
    private func customMode(of session: ScreenSession) -> String? {
        let (screen, mode) = (session.screen, session.pipe.mode)
        guard screen.role == .internal, !screen.availableModes.contains(where: { $0.hasTimings(of: mode) }) else {
            return nil
        }
        return
            "\(screen.name): \(mode) is not a mode of the built-in panel, whose timings are fixed: if its picture "
            + "flickers or is missing, use one of its modes (`screens modes \(screen.name)`)"
    }

    /// The warning that displays are disabled, because the driver accepts a mode only without them.
    private func report(of displaced: [String], for session: ScreenSession) -> String {
        let names = displaced.joined(separator: " and ")
        return
            "\(session.screen.name): \(names) showed the picture of another program, and "
            + "\(displaced.count == 1 ? "is" : "are") disabled: the driver does not accept \(session.pipe.mode) "
            + "beside it"
    }

    /// - Parameter problems: the problems of walls that cannot be drawn.
    func warnings(of problems: [(wall: WallGroup, problem: String)]) -> [Warning] {
        problems.compactMap { wall, problem in
            guard let screen = pass.slots.sessions.first(where: { $0.session.member?.group === wall })?.session.screen
            else { return nil }
            return Warning(screen: screen, message: "\(screen.name): \(problem)")
        }
    }
}
