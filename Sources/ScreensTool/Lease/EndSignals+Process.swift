import ScreensLending

extension EndSignals {
    /// The signals that the main thread of this process receives.
    static let ofProcess = EndSignals(
        pass: { body in Interruption.onRequests { body($0.signal, $0.isFromKey) } },
        limitEnd: { Interruption.limitEnd(by: $0) })
}
