/// What the sessions of all cards are to do.
struct SessionSettings: Sendable {
    let selection: ScreenSelection
    let mode: ModePolicy
    let frameInterval: Int
    /// How long content outlives its display's disconnect, in nanoseconds.
    let contentRetention: Int64
    /// Who draws; nobody where the screens are only watched.
    let delegate: DelegateReference?
}
