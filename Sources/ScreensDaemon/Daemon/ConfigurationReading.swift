import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager
import ScreensPictures
import ScreensVarlink

/// Reads the files of the configuration: at the start, when they change, and on request.
@MainLoop
final class ConfigurationReading {
    private let kit: VideoKit
    private let source: ConfigurationSource
    private let saver: OverrideSaver
    private let records: ScreenRecords
    private let changes: ChangeQueue
    private let status: StatusReports
    private let labels: ScreenLabels
    private let watchdog: Watchdog
    private let proof: ProofOfPlay
    /// How many days files of the proof of play are kept if no file says that.
    private static let playedDays = 400
    private let manager: ServiceManager
    private let log: EventLog
    private let passes: ConfigurationPasses
    private var watch: ConfigurationWatch?

    init(
        _ source: ConfigurationSource, _ saver: OverrideSaver, _ records: ScreenRecords, _ changes: ChangeQueue,
        _ status: StatusReports, _ labels: ScreenLabels, _ watchdog: Watchdog, _ proof: ProofOfPlay,
        _ manager: ServiceManager
    ) {
        kit = records.environment.kit
        log = records.environment.log
        passes = records.environment.passes
        self.source = source
        self.saver = saver
        self.records = records
        self.changes = changes
        self.status = status
        self.labels = labels
        self.watchdog = watchdog
        self.proof = proof
        self.manager = manager
    }

    /// Reads everything at the start.
    func readFirst() {
        source.readFirst()
        useOwnSettings()
    }

    /// Starts to watch the files, and reads them when they change.
    func begin(_ files: ConfigurationFiles) {
        watch = ConfigurationWatch(files, log) { [weak self] in
            guard let self else { return }
            // The time zone may have changed.
            passes.request()
            Task { await self.changes.run(on: .all) { await self.readChangedFiles() } }
        }
    }

    /// Reads everything again, after earlier changes of settings.
    func reload(because reason: String) {
        Task { await changes.run(on: .all) { await readAgain(because: reason) } }
    }

    /// Carries out the method `Reload`.
    func reload(_ parameters: MethodRow.Parameters) async throws(VarlinkError) -> Reply {
        try await changes.call(on: .all) { () throws(VarlinkError) in
            let problems = await readAgain(because: "a client requests it")
            guard problems.isEmpty else { throw ManagerError.brokenConfiguration(problems) }
            return Reply()
        }
    }

    private func readChangedFiles() async {
        let read = source.read()
        guard source.isSame(read) else { return await use(read, because: "its files have changed") }
        // The settings are the same, so the overrides stay.
        source.takePlaces(of: read)
        passes.request()
    }

    /// Reads the configuration again, and the changed pictures.
    ///
    /// - Returns: the problems of the configuration.
    @discardableResult
    private func readAgain(because reason: String) async -> [ConfigurationProblem] {
        await changes.run(on: .saved) { source.readSavedAgain() }
        await use(source.read(mayBeGone: true), because: reason, isRequested: true)
        readFilesAgain()
        return source.problems
    }

    /// Reads the files of the contents again.
    private func readFilesAgain() {
        for record in records.all {
            record.content.readAgain()
            record.overlays.readAgain()
        }
    }

    /// Uses the usable part of the files. If their settings have changed, the overrides and trials end. On request they
    /// also end if nothing has changed and no file has problems.
    private func use(_ read: UsableConfiguration, because reason: String, isRequested: Bool = false) async {
        manager.reloading()
        defer { manager.ready(status.line) }
        let isChanged = source.take(read)
        showProblems()
        guard isChanged || isRequested && source.problems.isEmpty else { return }
        records.update()
        saver.endUnsaved(log)
        LocalTime.refreshProcess()
        log.notice("the configuration is read again: \(reason)")
        reportFindings()
        useOwnSettings()
        await passes.run()
    }

    /// Applies the settings for the daemon itself.
    private func useOwnSettings() {
        let own = source.configuration.daemon
        records.environment.contents.pictures.setLimits(megapixels: own.largestPicture, memory: own.memory)
        // A text leaves the screens with the folder that the file no longer names.
        if records.environment.contents.textFolders.set(own.textFolders ?? []) { readFilesAgain() }
        watchdog.setMetricsFile(own.metrics)
        proof.use(own.played.map { PlayedFolder(path: $0, days: own.playedDays ?? Self.playedDays) })
    }

    /// Shows a line on the screens while files have problems, if the configuration requests it.
    func showProblems() {
        labels.setNotice(source.configuration.daemon.showsProblems ?? false ? source.problemLine : nil)
    }

    /// Logs settings that may differ from what the author of the files expects.
    func reportFindings() {
        for notice in status.sectionNotices {
            notice.isWarning ? log.warning(notice.text) : log.info(notice.text)
        }
        let screens = kit.screens
        for screen in screens {
            let keys = source.outdatedKeys(of: screen, among: screens)
            guard !keys.isEmpty else { continue }
            log.warning(
                "\(screen.qualifiedName): these saved settings override files that have changed since: "
                    + "\(keys.joined(separator: ", "))"
            )
        }
    }
}
