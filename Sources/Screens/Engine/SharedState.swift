/// What the sessions of all cards share: what they are to do, and what they know together.
struct SharedState: Sendable {
    let settings: SessionSettings
    let screenTable: ScreenTable
    let lit: EnabledScreens
    let identities: IdentityClaims
    let displays: DisplayMemory
    let contents: ContentStore
    /// The spans, in the order of the settings.
    let walls: [SpanGroup]
    let links: LinkRegistry
    let backlights: BacklightFolder

    init(_ settings: SessionSettings, backlights: BacklightFolder) {
        self.settings = settings
        screenTable = ScreenTable()
        lit = EnabledScreens()
        identities = IdentityClaims()
        displays = DisplayMemory()
        let contents = ContentStore(delegate: settings.delegate)
        self.contents = contents
        walls = settings.spans.map { SpanGroup($0, contents: contents, cadence: settings.cadence) }
        links = LinkRegistry()
        self.backlights = backlights
    }
}
