import Screens
import ScreensLinux

/// Logs each screen that begins to show a picture of the daemon.
///
/// No single event reports this: a screen that showed the console is not dark before, and a display that returns may be
/// lit with its connection.
@MainLoop
final class LitScreens {
    private let reports: ScreenReports
    private let log: EventLog

    init(_ reports: ScreenReports, _ log: EventLog) {
        self.reports = reports
        self.log = log
    }

    /// Logs the connected screens that are lit now and were not before.
    func take(_ records: [ScreenRecord]) {
        for record in records {
            let mode = mode(of: record.screen)
            if record.take(isLit: mode != nil), let mode { log.info("\(record.name) is lit: \(mode)") }
        }
    }

    /// The mode in which a screen shows a picture of the daemon; nil if it shows none.
    private func mode(of screen: Screen) -> ScreenMode? {
        guard screen.dark == nil, screen.layout != nil, let content = reports.content(of: screen),
            content.state != .notOurs
        else { return nil }
        return screen.currentMode
    }
}
