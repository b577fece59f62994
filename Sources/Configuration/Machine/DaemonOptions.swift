/// What is wanted of the daemon itself.
package struct DaemonOptions: Sendable, Hashable {
    /// The file for the metrics, an absolute path.
    package var metrics: String?
    /// What is logged.
    package var logLevel: LogLevel?

    /// Nothing.
    package init() {}

    /// This, and where `later` says something, that instead.
    func overridden(by later: DaemonOptions) -> DaemonOptions {
        var result = self
        if let metrics = later.metrics { result.metrics = metrics }
        if let logLevel = later.logLevel { result.logLevel = logLevel }
        return result
    }
}

/// How important a line has to be to be logged: the levels of swift-log.
package enum LogLevel: String, Sendable, Hashable, CaseIterable {
    case trace, debug, info, notice, warning, error, critical
}
