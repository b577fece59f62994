import Screens
import ScreensContents
import ScreensLinux
import ScreensManager

/// Reports to the service manager's watchdog that the daemon works, and writes the metrics at the same time.
///
/// A running main thread is not enough: every screen's thread has to draw, and every screen has to get its settings in
/// time.
@MainLoop
final class Watchdog {
    /// How long a frame may stay unfinished.
    private static let frameTimeout = Duration.seconds(10)
    /// How long screens may take to get their settings. Some drivers take seconds for a mode, and several modes may be
    /// tried.
    private static let passTimeout = Duration.seconds(60)
    /// The time after which the state is compared with the kernel's, even without an event.
    private static let longestTrust = Duration.seconds(3600)
    /// The time from a failed check to the next one.
    private static let checkInterval = Duration.seconds(1)
    /// The time between two writes of the metrics without a watchdog.
    private static let metricsInterval = Duration.seconds(60)

    private let manager: ServiceManager
    private let kit: VideoKit
    private let log: EventLog
    /// Returns the text of the metrics; nil until the reports begin.
    private var metrics: (@MainLoop () -> String)?
    private let changed: @MainLoop () -> Void
    private let check: (@MainLoop () -> String?)?
    private var timer: LoopTimer?
    /// The threads that write metrics. One in each file system is enough.
    private let metricsThreads = PathThreads(mostThreads: 1)
    private var metricsFile: MetricsFile?
    /// The screens that are getting their settings, and the time at which that began.
    private var pass: (screens: [ScreenRecord], since: MonotonicTime)?
    private var displays = KernelDisplays()
    /// The time of the last comparison with the kernel's state.
    private var lastCheck = MonotonicTime.now

    /// - Parameters:
    ///   - check: returns why the daemon does not work, in words, in place of the watchdog's own check.
    ///   - changed: called when ``notices`` has changed.
    init(
        _ manager: ServiceManager, _ kit: VideoKit, _ log: EventLog, check: (@MainLoop () -> String?)? = nil,
        changed: @escaping @MainLoop () -> Void
    ) {
        self.manager = manager
        self.kit = kit
        self.log = log
        self.check = check
        self.changed = changed
    }

    /// Reports now, and from then on as often as the watchdog requires.
    ///
    /// - Parameter metrics: returns the text of the metrics.
    func begin(metrics: @escaping @MainLoop () -> String) {
        self.metrics = metrics
        report()
    }

    /// Writes metrics to a file now and from then on; nil stops that.
    func setMetricsFile(_ path: String?) {
        guard path != metricsFile?.path else { return }
        metricsFile?.remove()
        metricsFile = path.map { MetricsFile($0, metricsThreads, log, changed: changed) }
        if metrics != nil { report() }
    }

    /// The fault of the metrics, if there is one.
    var notices: [StatusNotice] {
        guard let metricsFile, let fault = metricsFile.fault else { return [] }
        return [
            StatusNotice(
                .metricsNotWritten, .warning, metricsFile.path,
                "the metrics are not written: \(fault.failure.cause)", remedy: fault.remedy)
        ]
    }

    /// Stops the reports, and removes the metrics: the numbers of an ended daemon would look like a running daemon's.
    /// Returns when they are removed, or when that takes too long.
    func end() async {
        timer = nil
        metrics = nil
        await metricsFile?.removeAtEnd()
    }

    /// Starts the time in which screens have to get their settings.
    func passBegins(for screens: [ScreenRecord]) {
        pass = screens.isEmpty ? nil : (screens, MonotonicTime.now)
    }

    /// Ends that time: all screens have their settings.
    func passEnds() {
        pass = nil
    }

    private func report() {
        timer = nil
        guard let interval = manager.watchdogInterval.map({ $0 / 2 }) ?? metricsFile.map({ _ in Self.metricsInterval })
        else { return }
        let next = MonotonicTime.now.advanced(by: interval)
        let failure = failure()
        if let failure { log.error(failure) }
        feed(failure, orCheckAgainUntil: next)
        if let metrics { metricsFile?.write(metrics()) }
        lookForMissedEvents()
    }

    /// Reports that the daemon works. If it does not, checks that again each second until the next report is due, which
    /// is before the service manager's deadline.
    private func feed(_ failure: String?, orCheckAgainUntil next: MonotonicTime) {
        if failure == nil { manager.feedWatchdog() }
        let rest = MonotonicTime.now.duration(to: next)
        guard failure != nil, rest > Self.checkInterval else {
            timer = LoopTimer(after: rest) { [weak self] in self?.report() }
            return
        }
        timer = LoopTimer(after: Self.checkInterval) { [weak self] in
            guard let self else { return }
            feed(self.failure(), orCheckAgainUntil: next)
        }
    }

    private func failure() -> String? { if let check { check() } else { hangingScreen } }

    /// The screen that hangs, in words; nil if all screens work.
    private var hangingScreen: String? {
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

    /// Checks for displays for which the driver sent no event. The library would read the cards once a minute, and wake
    /// a thread for each. This thread is awake already, and reads whether the kernel knows other displays.
    private func lookForMissedEvents() {
        guard manager.watchdogInterval != nil else { return }
        let displays = KernelDisplays(in: KernelDisplays.folder)
        let now = MonotonicTime.now
        guard displays != self.displays || lastCheck.duration(to: now) > Self.longestTrust else { return }
        self.displays = displays
        lastCheck = now
        kit.checkForMissedEvents()
    }
}
