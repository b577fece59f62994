import Screens
import ScreensContents
import ScreensLinux
import ScreensManager

/// Counts events since the start.
@MainLoop
final class DaemonStatistics {
    private let kit: VideoKit
    private let source: ConfigurationSource
    private let reports: ScreenReports
    private let budget: MemoryBudget
    private let log: EventLog
    private let started = MonotonicTime.now
    /// The number of displays connected or disconnected.
    private var hotplugs = 0
    /// The number of warnings, contents that cannot be shown, and screens that are dark because of a failure.
    private var failures = 0

    init(
        _ kit: VideoKit, _ source: ConfigurationSource, _ reports: ScreenReports, _ budget: MemoryBudget,
        _ log: EventLog
    ) {
        self.kit = kit
        self.log = log
        self.budget = budget
        self.reports = reports
        self.source = source
    }

    func count(_ event: ScreenEvent) {
        switch event {
        case .snapshot, .cards: break
        case .connected, .disconnected: hotplugs += 1
        case .warning: failures += 1
        case .changed(let screen, let changes):
            if changes.contains(.dark), screen.dark?.reason.isFailure ?? false { failures += 1 }
        }
    }

    /// Counts a content that cannot be shown.
    func countContentFailure() { failures += 1 }

    /// The whole seconds since the start.
    var uptimeSeconds: Int { Int(started.duration(to: .now).components.seconds) }

    /// The statistics for clients and for the metrics, with displays that are expected.
    func document(expecting displays: [DaemonStatisticsDocument.ExpectedDisplay]) -> DaemonStatisticsDocument {
        var screens = StatisticsDocument(kit.statistics()).screens
        for index in screens.indices {
            screens[index].dropped = reports.droppedFrames(on: screens[index].qualifiedName)
        }
        return DaemonStatisticsDocument(
            screens: screens, uptimeSeconds: uptimeSeconds, hotplugs: hotplugs,
            failures: failures,
            configurationProblems: source.problems.count, memory: memory, configuration: source.textsIdentity,
            lostLines: log.lostLines, displays: displays)
    }

    /// The memory budget.
    var memory: MemoryDocument { MemoryDocument(budget.usage) }

    /// The notices about the memory budget.
    var memoryNotices: [StatusNotice] {
        guard budget.usage.isShort else { return [] }
        return [
            StatusNotice(
                .memoryRefused, .warning, "daemon.memory", "the memory budget was too small for a request",
                remedy: PictureSettings.memoryRemedy)
        ]
    }
}

extension DarkReason {
    /// Whether a screen is dark because of a failure, and not because it is turned off, unused or disconnected, or the
    /// session is inactive.
    var isFailure: Bool { ![.off, .unused, .sessionInactive, .disconnected].contains(self) }
}
