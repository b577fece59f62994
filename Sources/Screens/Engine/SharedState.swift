import ScreensLinux

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
        let screens = ScreenTable(settings.time)
        self.screens = screens
        let contents = ContentRegister(delegate: settings.delegate, clock: settings.time.manual) {
            screens.warn($0, $1)
        }
        self.contents = contents
        displays = DisplayTable(contents: contents)
        walls = settings.walls.map { WallGroup($0, contents: contents, cadence: settings.cadence) }
        self.backlights = backlights
    }

    /// The driven screens, and the source of each picture.
    ///
    /// - Parameter screens: the screens of all cards, in their order.
    func roles(among screens: [Screen]) -> ScreenRoles {
        ScreenRoles(
            of: screens, selection: settings.selection, mirrorSource: settings.mirrorSource, walls: settings.walls
        ) { displays[DisplayKey($0)].settings }
    }

    /// Publishes the state of a card.
    ///
    /// - Returns: whether the change may concern other cards.
    func publish(_ card: ScreenTable.Entry) -> Bool {
        // The changes of walls are taken before the screens are compared: that card reports a later change by another
        // card.
        let haveWallsChanged = walls.reduce(false) { $1.takeChange() || $0 }
        let haveScreensChanged = screens.publish(card)
        return haveScreensChanged || haveWallsChanged
    }

    /// Assigns parts to the screens of walls, after their sizes are known.
    ///
    /// - Returns: the problems of walls that cannot be drawn.
    func layOutWalls() -> [(wall: WallGroup, problem: String)] {
        walls.compactMap { wall in wall.layOut().map { (wall, $0) } }
    }

    /// Ends the drawing of sessions, and reports the sessions whose flips do not end.
    func stop(_ sessions: [ScreenSession]) {
        report(hanging: ScreenSession.stop(sessions))
    }

    /// Reports sessions whose flips still run after their end.
    func report(hanging sessions: [ScreenSession]) {
        for session in sessions {
            screens.warn(session.screen, "\(session.screen.name): a flip has not returned, and may still be shown")
        }
    }

    /// Counts a successful modeset, and remembers its mode for the display.
    func modesetMade(_ session: ScreenSession, for key: DisplayKey?) {
        enabled.countModeset(of: session)
        guard let key else { return }
        displays.update(key) { $0.remember(enabledIn: session.pipe.mode, isListed: session.isModeListed) }
    }

    /// Forgets the refused modes of other displays, if a modeset needs less bandwidth than the one before.
    ///
    /// - Returns: whether there are modes to try again.
    func mayRetry(
        _ slots: SlotTable, after session: ScreenSession, inPlaceOf former: ScreenSession?
    ) -> Bool {
        guard let former, session.pipe.mode.timings.clock < former.pipe.mode.timings.clock else { return false }
        let key = slots.key(of: session.screen.connector)
        return displays.forgetRefusals(of: slots.keys.filter { $0 != key })
    }
}

/// The settings of the sessions of all cards.
struct SessionSettings: Sendable {
    /// The clock of frames, timers and events.
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
    /// How long content is kept after its display was disconnected.
    let contentRetention: Nanoseconds
    /// The interval of the reads for changes without an event; nil if the host starts them.
    let safetyInterval: Nanoseconds?
    /// How a kit that only observes reads the cards at its start.
    let reading: CardReading
    /// The delegate; nil if the screens are only watched.
    let delegate: DelegateReference?
}
