import Screens
import ScreensLinux
import ScreensManager
import ScreensReports

/// Reports to the service manager's watchdog that the daemon works, and writes the metrics at the same moment.
///
/// A running main thread is not enough: every screen's thread has to draw, and every screen has to get its settings in time.
@MainLoop
final class Watchdog {
    /// How long a frame may be unfinished.
    private static let frameTimeout = Duration.seconds(10)
    /// How long screens may take to get their settings: a mode takes some drivers seconds, and several may be tried.
    private static let passTimeout = Duration.seconds(60)
    /// The time after which everything is compared with the kernel's state, even if no event came.
    private static let longestTrust = Duration.seconds(3600)
    /// From one writing of the metrics to the next where there is no watchdog.
    private static let metricsInterval = Duration.seconds(60)

    private let manager: ServiceManager
    private let kit: VideoKit
    private let statistics: DaemonStatistics
    private let log: EventLog
    private let changed: @MainLoop () -> Void
    private var timer: LoopTimer?
    private var hasBegun = false
    private var metricsFile: String?
    private var hasWrittenMetrics = false
    /// Why they could not be written the last time; nil where they were.
    private var metricsFailure: Failure? {
        didSet { if metricsFailure != oldValue { changed() } }
    }
    /// The screens that are getting their settings, and since when.
    private var pass: (screens: [ScreenRecord], since: MonotonicTime)?
    private var statuses = ConnectorStatuses()
    /// When everything was last compared with what the kernel knows.
    private var lastCheck = MonotonicTime.now

    /// - Parameter changed: called when ``notices`` has become another.
    init(
        _ manager: ServiceManager, _ kit: VideoKit, _ statistics: DaemonStatistics, _ log: EventLog,
        changed: @escaping @MainLoop () -> Void
    ) {
        self.manager = manager
        self.kit = kit
        self.statistics = statistics
        self.log = log
        self.changed = changed
    }

    /// Reports at once, and from now on as often as the watchdog demands.
    func begin() {
        hasBegun = true
        report()
    }

    /// Metrics are written from now on, and at once, or no longer.
    func setMetricsFile(_ path: String?) {
        guard path != metricsFile else { return }
        removeMetrics()
        metricsFile = path
        metricsFailure = nil
        if hasBegun { report() }
    }

    /// The fault of the metrics, if there is one.
    var notices: [StatusNotice] {
        guard let metricsFile, let metricsFailure else { return [] }
        return [
            StatusNotice(
                .metricsNotWritten, .warning, metricsFile,
                "the metrics are not written: \(metricsFailure.cause)",
                remedy: MetricsRemedy.text(of: metricsFile))
        ]
    }

    /// Nothing is reported any more, and the metrics go: numbers of a daemon that has ended would look like those of one that works.
    func end() {
        timer = nil
        hasBegun = false
        removeMetrics()
    }

    /// Screens are about to get their settings.
    func passBegins(for screens: [ScreenRecord]) {
        pass = screens.isEmpty ? nil : (screens, MonotonicTime.now)
    }

    /// All screens have their settings.
    func passEnds() {
        pass = nil
    }

    private func report() {
        timer = nil
        guard let interval = manager.watchdogInterval.map({ $0 / 2 }) ?? metricsFile.map({ _ in Self.metricsInterval })
        else { return }
        if let failure {
            log.error(failure)
        } else {
            manager.feedWatchdog()
        }
        writeMetrics()
        lookForMissedEvents()
        timer = LoopTimer(after: interval) { [weak self] in self?.report() }
    }

    /// The screen that hangs, and how; nil where all work.
    private var failure: String? {
        let now = MonotonicTime.now
        let hanging = kit.statistics().first { statistics in
            statistics.unfinishedSince.map { $0.duration(to: now) > Self.frameTimeout } ?? false
        }
        if let hanging {
            return "\(hanging.qualifiedName) has not finished a frame for \(Self.frameTimeout.components.seconds) s"
        }
        guard let pass, pass.since.duration(to: now) > Self.passTimeout else { return nil }
        let names = pass.screens.map(\.name).joined(separator: ", ")
        let verb = pass.screens.count == 1 ? "has" : "have"
        return "\(names) \(verb) not been set up for \(Self.passTimeout.components.seconds) s"
    }

    private func writeMetrics() {
        guard let metricsFile else { return }
        do {
            // Others may write to that folder, too: a link there must not lead to a file of the daemon.
            try WholeFile.replaceName(metricsFile, with: Array(statistics.metrics.utf8))
            hasWrittenMetrics = true
            metricsFailure = nil
        } catch {
            log.error(error.message)
            metricsFailure = error
        }
    }

    private func removeMetrics() {
        guard hasWrittenMetrics, let metricsFile else { return }
        hasWrittenMetrics = false
        do {
            try WholeFile.remove(metricsFile)
        } catch {
            log.error(error.message)
        }
    }

    /// Some drivers send no event for a display. The library would read the cards once a minute, which wakes a thread for
    /// each; this thread is awake already, and reads whether a status has changed.
    private func lookForMissedEvents() {
        guard manager.watchdogInterval != nil else { return }
        let statuses = ConnectorStatuses.read()
        let now = MonotonicTime.now
        guard statuses != self.statuses || lastCheck.duration(to: now) > Self.longestTrust else { return }
        self.statuses = statuses
        lastCheck = now
        kit.checkForMissedEvents()
    }
}

/// The status of every connector in sysfs, as of the kernel's last probe.
private struct ConnectorStatuses: Hashable, Sendable {
    /// More than a machine has; a status is a word.
    private static let limit = 64

    private var words: [String: [UInt8]] = [:]

    /// Reads them all. Nothing is probed, so it takes no time.
    static func read() -> ConnectorStatuses {
        let folder = "/sys/class/drm"
        var statuses = ConnectorStatuses()
        for name in SystemFile.names(in: folder) where name.contains("-") {
            statuses.words[name] = SystemFile.bytes("\(folder)/\(name)/status", atMost: limit)
        }
        return statuses
    }
}
