/// The settings of the sessions of all cards.
struct SessionSettings: Sendable {
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
    /// The delegate; nil where the screens are only watched.
    let delegate: DelegateReference?
}
