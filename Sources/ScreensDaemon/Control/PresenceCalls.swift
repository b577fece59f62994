import Screens
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The method `ReportPresence`: a person is at the screens.
@MainLoop
final class PresenceCalls {
    private let finder: ScreenFinder
    private let records: ScreenRecords
    private let passes: ConfigurationPasses

    init(_ finder: ScreenFinder, _ records: ScreenRecords, _ passes: ConfigurationPasses) {
        self.finder = finder
        self.records = records
        self.passes = passes
    }

    func report(_ call: Call, by caller: Caller) throws(VarlinkError) -> Reply {
        let present =
            call.parameters["screen"]?.string == nil
            ? records.all.filter(\.isPresent) : [try finder.record(call.parameters)]
        let idle = present.filter(\.idleness.isIdle)
        for record in present { record.idleness.use(by: "presence, reported by user \(caller.peer.user)") }
        if !idle.isEmpty { passes.request() }
        return Reply()
    }
}
