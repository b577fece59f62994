import Configuration
import Logging
import ProgramKit
import Screens

extension Daemon {
    /// From the first change of a file to reading it, in nanoseconds: several are often written together.
    private static let patience: Int64 = 200_000_000
    /// The same for a new file that nobody has closed yet. Links never are.
    private static let patienceWithWriters: Int64 = 5_000_000_000

    /// A reading of the configuration that is about to come.
    struct WaitingReload: Sendable {
        let timer: UInt64
        let isForWriter: Bool
    }

    /// Reads the configuration at the start: without a good one there is nothing to go on with.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/badConfiguration``.
    func readConfigurationFirst() throws(Failure) {
        let reading = plan.files.read()
        if reading.isMissing {
            log.warning("there is no \(plan.files.path): every screen is left alone until there is one")
        } else if isGood(reading) {
            take(reading.configuration)
        } else {
            let count = reading.mistakes.count
            throw Failure(
                .badConfiguration, "the configuration has \(count) mistake\(count == 1 ? "" : "s"): see above")
        }
    }

    /// Whether what was read can be used; what is wrong with it is said. No file at all is a mistake too.
    private func isGood(_ reading: ConfigurationFiles.Reading) -> Bool {
        for mistake in reading.mistakes { log.error(mistake.description) }
        return reading.mistakes.isEmpty
    }

    /// Reads the configuration again, because somebody asks for it. Where it has mistakes the former one stays.
    ///
    /// - Returns: the mistakes.
    @discardableResult
    func reload(because reason: String) async -> [Mistake] {
        let mistakes = await take(plan.files.read(), because: reason)
        readImagesAgain()
        return mistakes
    }

    /// Reads the configuration again, because its files have changed. Where they say the same as before, as after `Save`,
    /// what was set since is not given up.
    private func reloadChangedFiles() async {
        let reading = plan.files.read()
        if reading.mistakes.isEmpty, reading.configuration == file { return }
        await take(reading, because: "its files have changed")
    }

    @discardableResult
    private func take(_ reading: ConfigurationFiles.Reading, because reason: String) async -> [Mistake] {
        manager.reloading()
        defer { manager.ready(statusText) }
        guard isGood(reading) else {
            log.error("the configuration cannot be used, and the former one stays")
            return reading.mistakes
        }
        let formerMetricsFile = metricsFile
        take(reading.configuration)
        changes = []
        endTrials()
        LocalTime.refreshProcess()
        log.notice("the configuration is read again: \(reason)")
        await settle()
        // Without a watchdog nothing is waited for where nobody wants metrics.
        if metricsFile != formerMetricsFile { feedWatchdog() }
        return []
    }

    func take(_ configuration: MachineConfiguration) {
        file = configuration
        log.level = file.daemon.logLevel.flatMap { Logger.Level(rawValue: $0.rawValue) } ?? .info
    }

    func watchConfiguration() {
        LocalTime.refreshProcess()
        configurationTrail = PathTrail(plan.files.path)
        zoneTrail = LocalTime.zoneFile.map(PathTrail.init)
        let folders = configurationTrail.folders.union(zoneTrail?.folders ?? [])
        configurationWatch = FolderWatch(folders: folders.union([plan.files.folder]))
        watch(configurationWatch?.descriptor, for: "changes of the configuration") { $0.filesChanged() }
    }

    private func filesChanged() {
        // With those of folders that are not there yet.
        let meant = Set((plan.files.path + "/" + plan.files.folder).split(separator: "/").map(String.init))
            .union(configurationTrail.names).union(zoneTrail?.names ?? [])
        let changes = (configurationWatch?.takeChanges() ?? []).filter { change in
            change.name.isEmpty || change.name.hasSuffix(".toml") || meant.contains(change.name)
        }
        guard !changes.isEmpty else { return }
        let isForWriter = changes.allSatisfy { $0.kind == .begun }
        if let waitingReload {
            guard waitingReload.isForWriter, !isForWriter else { return }
            loop.cancel(waitingReload.timer)
        }
        let timer = schedule(after: isForWriter ? Self.patienceWithWriters : Self.patience) { daemon in
            daemon.waitingReload = nil
            // Folders may be new, or others.
            if let descriptor = daemon.configurationWatch?.descriptor { daemon.loop.unwatch(descriptor) }
            daemon.watchConfiguration()
            // The time zone may be another one.
            daemon.settleSoon()
            Task { await daemon.reloadChangedFiles() }
        }
        waitingReload = WaitingReload(timer: timer, isForWriter: isForWriter)
    }
}
