/// The signals that request the end of this process, as its program takes them.
package struct EndSignals: Sendable {
    /// Passes each to a body from now on, with whether a key of the terminal has sent it, to all programs in its foreground.
    package let pass: @Sendable (_ body: @escaping @Sendable (_ signal: Int32, _ isFromKey: Bool) -> Void) -> Void
    /// Ends this process as by a signal where a clean end takes too long.
    package let limitEnd: @Sendable (_ signal: Int32) -> Void

    package init(
        pass: @escaping @Sendable (_ body: @escaping @Sendable (_ signal: Int32, _ isFromKey: Bool) -> Void) -> Void,
        limitEnd: @escaping @Sendable (_ signal: Int32) -> Void
    ) {
        self.pass = pass
        self.limitEnd = limitEnd
    }
}
