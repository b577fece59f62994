import Screens

/// Logs each screen that begins to show a picture of the daemon.
///
/// A screen that showed the console before is not dark before it, and one whose display returns may be lit with its connection: no
/// single change of an event stands for it.
@MainLoop
final class LitScreens {
    private let reports: ScreenReports
    private let log: EventLog
    /// By qualified name.
    private var lit: Set<String> = []

    init(_ reports: ScreenReports, _ log: EventLog) {
        self.reports = reports
        self.log = log
    }

    /// Takes the connected screens as they are now.
    func take(_ screens: [Screen]) {
        var now: Set<String> = []
        for screen in screens where screen.dark == nil && screen.layout != nil {
            guard let mode = screen.currentMode, let content = reports.content(of: screen), content.state != .notOurs
            else { continue }
            if now.insert(screen.qualifiedName).inserted, !lit.contains(screen.qualifiedName) {
                log.info("\(screen.qualifiedName) is lit: \(mode)")
            }
        }
        lit = now
    }
}
