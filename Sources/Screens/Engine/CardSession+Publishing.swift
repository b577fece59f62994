import KMS

extension CardSession {
    /// Tells everybody what is so now.
    func publish() {
        // A node without connectors of its own, such as that of a renderer, is no card to speak of.
        guard problem?.code != .noCard else { return }
        // Taken before the screens are looked at: what another card changes after that is its to tell.
        let haveSpansChanged = shared.stages.reduce(false) { $1.takeChange() || $0 }
        let haveScreensChanged = shared.roster.publish(entry)
        if haveScreensChanged || haveSpansChanged { whenScreensChange(node) }
    }

    private var entry: ScreenRoster.Entry {
        let card = Card(path: node.path, driver: driver, problem: problem, holder: holder)
        return ScreenRoster.Entry(
            card: card, number: node.number, session: inventory.session, connectors: screens())
    }

    /// The screens of all cards, in the order that every card has them in: a name that several have means the first.
    var everywhere: [Screen] { shared.roster.connectors(with: entry) }

    func screens() -> [Screen] {
        state.connectors.map { connector in
            if let session = sessions[connector.id] {
                var screen = screen(
                    connector, currentMode: session.pipe.mode, layout: session.layout, dark: nil)
                screen.spanPart = session.seat?.part
                return screen
            }
            let dark = Darkness.state(
                Darkness.Facts(
                    connector: connector, isDriven: settings.delegate != nil && !isOver, isPaused: isPaused,
                    isOn: record(connector.id).settings.isOn, cardProblem: problem, holder: holder,
                    failure: failures[connector.id] ?? unreturned(connector.id),
                    lacksCRTC: lackingCRTC.contains(connector.id),
                    crtcCount: state.crtcCount))
            return screen(connector, currentMode: connector.currentMode, dark: dark)
        }
    }

    func screen(
        _ connector: ConnectorState, currentMode: ScreenMode?, layout: PictureLayout? = nil, dark: DarkState?
    ) -> Screen {
        Screen(
            id: screenID(connector.id), name: connector.name, card: node.path, driver: driver ?? "",
            connector: connector.id.rawValue, status: connector.status, role: connector.role, kind: connector.kind,
            identity: inventory.identity(connector.id) ?? connector.identity, edid: connector.edid,
            physicalSize: connector.physicalSize, availableModes: connector.modes.sorted(), currentMode: currentMode,
            layout: layout, mirrorSource: mirrorSources[screenID(connector.id)], dark: dark, isStale: !state.isFresh,
            properties: connector.properties, isTwin: inventory.isTwin(connector.id))
    }

    private func unreturned(_ connector: ConnectorID) -> DarkState? {
        guard isBusy(connector) else { return nil }
        return DarkState(.stalled, message: "the delegate's last call for it has not returned")
    }

    func screenID(_ connector: ConnectorID) -> ScreenID { inventory.screenID(connector) }

    /// What is remembered of the display on a connector.
    func record(_ connector: ConnectorID) -> DisplayRecord {
        inventory.key(of: connector).map { shared.displays[$0] } ?? DisplayRecord()
    }
}
