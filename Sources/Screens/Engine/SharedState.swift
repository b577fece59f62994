/// What the sessions of all cards share: what they are to do, and what they know together.
struct SharedState: Sendable {
    let settings: SessionSettings
    let roster: ScreenRoster
    let lit: LitScreens
    let identities: IdentityClaims
    let displays: DisplayMemory
    let contents: ContentStore
    /// The spans, in the order of the settings.
    let stages: [SpanStage]
    let links: LinkRegistry
    let backlights: BacklightFolder

    init(_ settings: SessionSettings, backlights: BacklightFolder) {
        self.settings = settings
        roster = ScreenRoster()
        lit = LitScreens()
        identities = IdentityClaims()
        displays = DisplayMemory()
        let contents = ContentStore(delegate: settings.delegate)
        self.contents = contents
        stages = settings.spans.map { SpanStage($0, contents: contents, cadence: settings.cadence) }
        links = LinkRegistry()
        self.backlights = backlights
    }
}
