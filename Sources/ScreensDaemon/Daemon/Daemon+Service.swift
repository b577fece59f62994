import Configuration
import Linux
import ProgramKit
import Screens

extension Daemon {
    /// How long a frame may be unfinished until something hangs, in nanoseconds: as long as nobody waits for a picture.
    private static let longestFrame: Int64 = 10_000_000_000
    /// How long a screen may take to be seen to, in nanoseconds: a mode takes some drivers seconds, and several may be tried.
    private static let longestAttention: Int64 = 60_000_000_000
    /// After so long everything is compared with what the kernel knows, in nanoseconds, also where nothing points to it.
    private static let longestTrust: Int64 = 3_600_000_000_000
    /// From one look to the next where no watchdog says how often, in nanoseconds; only for the metrics.
    private static let metricsInterval: Int64 = 60_000_000_000

    /// Tells the watchdog, as often as it wants, that all is well: not because this thread runs, but because every screen's
    /// does, and what is done about screens comes to an end.
    func feedWatchdog() {
        if let watchTimer { loop.cancel(watchTimer) }
        watchTimer = nil
        guard let interval = manager.watchdogInterval.map({ $0 / 2 }) ?? metricsFile.map({ _ in Self.metricsInterval })
        else { return }
        if let hanging = hangingScreen {
            log.error("\(hanging) has not finished a frame for \(Self.longestFrame / 1_000_000_000) s")
        } else if let attended, MonotonicClock.now - attended.since > Self.longestAttention {
            log.error("\(attended.name) has not been set up for \(Self.longestAttention / 1_000_000_000) s")
        } else {
            manager.feedWatchdog()
        }
        writeMetrics()
        lookForMissedNews()
        watchTimer = schedule(after: interval) { $0.feedWatchdog() }
    }

    /// Some drivers forget to tell of a display. The library would look once a minute, which wakes a thread for each card;
    /// what tells whether there is something to see can be read here.
    private func lookForMissedNews() {
        guard manager.watchdogInterval != nil else { return }
        let statuses = ConnectorStatuses.read()
        let now = MonotonicClock.now
        guard statuses != connectorStatuses || now - lastLook > Self.longestTrust else { return }
        connectorStatuses = statuses
        lastLook = now
        kit.checkForMissedEvents()
    }

    /// A screen whose flip is overdue, or whose drawing hangs.
    private var hangingScreen: String? {
        let now = MonotonicClock.now
        return kit.statistics().first { statistics in
            statistics.unfinishedSince.map { now - $0 > Self.longestFrame } ?? false
        }?.name
    }

    var metricsFile: String? { file.daemon.metrics }

    private func writeMetrics() {
        guard let metricsFile else { return }
        do {
            let metrics = PrometheusText.text(
                connectors: kit.connectors.map(ScreenDocument.init), statistics: statistics)
            try WholeFile.write(Array(metrics.utf8), to: metricsFile, waits: false)
        } catch {
            log.error(error.message)
        }
    }
}
