/// The signals that request the end of this process.
package struct EndSignals: Sendable {
    /// Passes each signal to `body` from now on. `isFromKey` says that a key of the terminal sent it, to all programs
    /// in the foreground.
    package let pass: @Sendable (_ body: @escaping @Sendable (_ signal: Int32, _ isFromKey: Bool) -> Void) -> Void
    /// Ends this process as the signal would, if a clean end takes too long.
    package let limitEnd: @Sendable (_ signal: Int32) -> Void

    package init(
        pass: @escaping @Sendable (_ body: @escaping @Sendable (_ signal: Int32, _ isFromKey: Bool) -> Void) -> Void,
        limitEnd: @escaping @Sendable (_ signal: Int32) -> Void
    ) {
        self.pass = pass
        self.limitEnd = limitEnd
    }
}
