import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager

/// Reports events to the watchers, the log, the service manager and the counters.
@MainLoop
final class EventReports {
    private let kit: VideoKit
    private let records: ScreenRecords
    private let feed: EventFeed
    private let status: StatusReports
    private let statistics: DaemonStatistics
    private let lit: LitScreens
    private let proof: ProofOfPlay
    private let manager: ServiceManager
    private let log: EventLog
    /// The server with the watchers.
    private weak var control: ControlServer?

    init(
        _ records: ScreenRecords, _ feed: EventFeed, _ status: StatusReports, _ statistics: DaemonStatistics,
        _ lit: LitScreens, _ proof: ProofOfPlay, _ manager: ServiceManager
    ) {
        kit = records.environment.kit
        log = records.environment.log
        self.records = records
        self.feed = feed
        self.status = status
        self.statistics = statistics
        self.lit = lit
        self.proof = proof
        self.manager = manager
    }

    /// Sends the reports to watchers from now on.
    func begin(_ control: ControlServer) {
        self.control = control
        proof.begin { [weak self] played in
            guard let self else { return }
            self.control?.send(self.feed.played(played))
        }
    }

    private var isWatched: Bool { control?.hasWatchers ?? false }

    /// Reports the events of the library until they end.
    ///
    /// - Parameter policy: the rule by which the mode of a screen is chosen.
    func followEvents(_ policy: @MainLoop (Screen) -> ModePolicy) async {
        for await record in kit.events.records {
            let event = record.event
            records.update()
            statistics.count(event)
            for occupant in records.occupants { occupant.follow() }
            if let reply = feed.reply(for: record, isWatched: isWatched) { control?.send(reply) }
            log.write(event) { policy($0) }
            reportState()
            // This comes after the watchers, which get the event at once, however long a modeset takes.
            if !event.isWarning { records.environment.passes.request() }
        }
    }

    /// Reports that the state of a screen's content has changed.
    func contentChanged(on record: ScreenRecord) {
        if record.content.state?.problem != nil { statistics.countContentFailure() }
        reportContent(of: record)
    }

    /// Reports that the content of a screen, its shown item, or the client that draws there has changed.
    func reportContent(of record: ScreenRecord) {
        records.update()
        proof.update()
        guard record.hasDisplay else { return }
        control?.send(feed.contentChanged(on: record.screen))
        reportStatus()
    }

    /// Sends a client's change to the watchers.
    func reportRequest(_ text: String, of name: String?) {
        let screen = name.flatMap { name in kit.connectors.first { $0.isNamed(name) } }
        control?.send(feed.request(text, on: screen))
    }

    /// Reports the lit screens and the status.
    func reportState() {
        lit.take(records.connected)
        proof.update()
        reportStatus()
    }

    /// Reports the status in a line to the service manager, and its changes to watchers.
    private func reportStatus() {
        manager.status(status.line)
        for reply in feed.takeChanges(isWatched: isWatched) { control?.send(reply) }
    }
}
