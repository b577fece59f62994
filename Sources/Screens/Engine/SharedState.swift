import Linux

/// The state that the sessions of all cards share: their settings and their tables.
struct SharedState: Sendable {
    let settings: SessionSettings
    let screens: ScreenTable
    let enabled = EnabledScreens()
    let displays: DisplayTable
    let contents: ContentRegister
    /// The walls, in the order of the settings.
    let walls: [WallGroup]
    let backlights: BacklightFolder

    init(_ settings: SessionSettings, backlights: BacklightFolder) {
        self.settings = settings
        screens = ScreenTable(settings.time)
        let contents = ContentRegister(delegate: settings.delegate)
        self.contents = contents
        displays = DisplayTable(contents: contents)
        walls = settings.walls.map { WallGroup($0, contents: contents, cadence: settings.cadence) }
        self.backlights = backlights
    }

    /// Which screens are driven, and whose picture each shows.
    ///
    /// - Parameter screens: those of all cards, in their order.
    func roles(among screens: [Screen]) -> ScreenRoles {
        ScreenRoles(
            of: screens, selection: settings.selection, mirrorSource: settings.mirrorSource, walls: settings.walls
        ) { displays[DisplayKey($0)].settings }
    }

    /// Counts a modeset that was made, and remembers its mode for the display.
    func modesetMade(_ session: ScreenSession, for key: DisplayKey?) {
        enabled.countModeset(of: session)
        guard let key else { return }
        displays.update(key) { $0.remember(lit: session.pipe.mode, isListed: session.isModeListed) }
    }

    /// Forgets the modes that the driver refused of other displays, where a modeset needs less bandwidth than the one before.
    ///
    /// - Returns: whether there are any to be tried again.
    func mayRetry(
        _ slots: SlotTable, after session: ScreenSession, inPlaceOf former: ScreenSession?
    ) -> Bool {
        guard let former, session.pipe.mode.timings.clock < former.pipe.mode.timings.clock else { return false }
        let key = slots.key(of: session.screen.connectorID)
        return displays.forgetRefusals(of: slots.keys.filter { $0 != key })
    }
}

/// The settings of the sessions of all cards.
struct SessionSettings: Sendable {
    /// The time of frames, timers and events.
    let time: TimeSource
    let selection: ScreenSelection
    let mode: ModePolicy
    /// How often the delegate is called.
    let cadence: FrameCadence
    let schedule: FrameSchedule
    /// The screen that the others mirror, by name.
    let mirrorSource: String?
    /// The video walls.
    let walls: [VideoWall]
    let drawingMemory: DrawingMemory
    let pipe: PipeOptions
    /// How long content outlives its display's disconnect, in nanoseconds.
    let contentRetention: Int64
    /// The interval of the reads for changes without an event, in nanoseconds; nil where the host starts them.
    let safetyInterval: Int64?
    /// How cards are read at the start by a kit that only observes.
    let reading: CardReading
    /// The delegate; nil where the screens are only watched.
    let delegate: DelegateReference?
}
