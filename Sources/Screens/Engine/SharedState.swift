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

    init(_ settings: VideoKit.Settings, cadence: FrameCadence, delegate: DelegateReference?) {
        self.settings = SessionSettings(
            selection: settings.selection, mode: settings.mode, cadence: cadence, schedule: settings.schedule,
            mirrorSource: settings.mirrorSource, spans: settings.spans, drawingMemory: settings.drawingMemory,
            pipe: PipeOptions(
                bufferCount: settings.bufferCount, variesRefresh: settings.variesRefresh,
                orientation: settings.orientation, overscan: settings.overscan, format: settings.format,
                properties: settings.properties, adjustment: settings.adjustment),
            contentRetention: settings.contentRetention.nanoseconds,
            safetyInterval: settings.safetyInterval?.nanoseconds, delegate: delegate)
        roster = ScreenRoster()
        lit = LitScreens()
        identities = IdentityClaims()
        displays = DisplayMemory()
        let contents = ContentStore(delegate: delegate)
        self.contents = contents
        stages = settings.spans.map { SpanStage($0, contents: contents, cadence: cadence) }
        links = LinkRegistry()
        backlights = settings.backlights
    }
}

extension Duration {
    /// Nanoseconds, from none to a century: what is beyond either is meant as never or always.
    fileprivate var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return min(seconds, 3_155_760_000) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
