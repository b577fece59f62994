import ScreensLending

extension EndSignals {
    /// Those that the main thread takes.
    static let ofProcess = EndSignals(
        pass: { body in Interruption.onRequests { body($0.signal, $0.isFromKey) } },
        limitEnd: { Interruption.limitEnd(by: $0) })
}
