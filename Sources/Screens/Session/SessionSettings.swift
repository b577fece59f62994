/// What the sessions of all cards share.
struct SessionSettings: Sendable {
    let selection: ScreenSelection
    let mode: ModePolicy
    let frameInterval: Int
    /// Who draws; nobody where the screens are only watched.
    let delegate: DelegateReference?
}
