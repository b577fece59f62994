/// The state that the sessions of all cards share: their settings and their tables.
struct SharedState: Sendable {
    let settings: SessionSettings
    let screens = ScreenTable()
    let enabled = EnabledScreens()
    let displays: DisplayTable
    let contents: ContentRegister
    /// The walls, in the order of the settings.
    let walls: [WallGroup]
    let backlights: BacklightFolder

    init(_ settings: SessionSettings, backlights: BacklightFolder) {
        self.settings = settings
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
}
