import Glibc
import Screens
import ScreensConfiguration
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensPictures
import ScreensVarlink

/// The methods of the interface that need no decision of the daemon.
@MainLoop
final class ManagerService {
    private let kit: VideoKit
    private let finder: ScreenFinder
    private let reports: ScreenReports
    private let status: StatusReports
    private let labels: ScreenLabels
    private let snapshots: Snapshots

    init(
        _ kit: VideoKit, _ finder: ScreenFinder, _ reports: ScreenReports, _ status: StatusReports,
        _ labels: ScreenLabels, _ snapshots: Snapshots
    ) {
        self.kit = kit
        self.finder = finder
        self.reports = reports
        self.status = status
        self.labels = labels
        self.snapshots = snapshots
    }

    func list(_ parameters: MethodRow.Parameters) throws(VarlinkError) -> Reply {
        let screens = parameters["all"]?.bool ?? false ? kit.connectors : kit.screens
        return Reply(["screens": try ScreenFinder.json(screens.map(reports.document))])
    }

    func modes(_ parameters: MethodRow.Parameters) throws(VarlinkError) -> Reply {
        let screen = try finder.screen(parameters)
        return Reply(["modes": try ScreenFinder.json(ModeDocument.all(of: screen))])
    }

    func inspect(_ parameters: MethodRow.Parameters) throws(VarlinkError) -> Reply {
        // The digits of an EDID may be more than other texts have.
        let document = InspectionDocument(try finder.screen(parameters))
        return Reply(try ScreenFinder.json(document, isWhole: true).object ?? [:])
    }

    func identify(_ parameters: MethodRow.Parameters) throws(VarlinkError) -> Reply {
        let seconds = parameters["seconds"]?.int ?? 10
        if let problem = ManagerInterface.secondsProblem(seconds) {
            throw ManagerError.invalidValue("seconds", problem)
        }
        var screen: Screen?
        if parameters["screen"]?.string != nil {
            let found = try finder.screen(parameters)
            if let dark = found.dark { throw ManagerError.dark(found, dark) }
            screen = found
        }
        labels.show(on: screen, for: .seconds(seconds))
        return Reply()
    }

    func status(_ parameters: MethodRow.Parameters) throws(VarlinkError) -> Reply {
        let screens = parameters["screen"]?.string == nil ? kit.screens : [try finder.screen(parameters)]
        return Reply(try ScreenFinder.json(status.document(of: screens)).object ?? [:])
    }

    func get(_ parameters: MethodRow.Parameters) throws(VarlinkError) -> Reply {
        let screen = try finder.screen(parameters)
        let settings = status.overrides(of: screen)
        return Reply([
            "settings": settings.effective.json, "set": settings.set.json, "saved": settings.saved.json,
            "status": try ScreenFinder.json(status.document(of: screen)),
            "notices": try ScreenFinder.json(status.notices),
        ])
    }

    func statistics(_ parameters: MethodRow.Parameters) throws(VarlinkError) -> Reply {
        Reply(try ScreenFinder.json(status.counters).object ?? [:])
    }

    /// The picture of a screen. A client with the right to operate gets it if the configuration releases it, and no
    /// program has leased the screen.
    func snapshot(_ call: Call, for caller: Caller) async throws(VarlinkError) -> Reply {
        let format = call.parameters["format"]?.string.flatMap(PictureFormat.init) ?? .png
        let width = call.parameters["width"]?.int
        if let width, width < 1 { throw ManagerError.invalidValue("width", "must be 1 or more pixels, not \(width)") }
        let record = try finder.record(call.parameters)
        let screen = record.screen
        try checkRelease(of: screen, to: caller)
        let request = Snapshots.Request(
            screen: screen.id, format: format, width: width.map { Int(clamping: $0) }, isOwn: caller.rights != .all)
        let reply: SharedReply
        do {
            reply = try await snapshots.reply(request, of: caller.peer.user) { record.ownPicture }
        } catch let refusal as MemoryBudget.Refusal {
            throw ManagerError.failed(
                "the snapshot of \(screen.name) \(refusal)", errno: ENOMEM, remedy: refusal.remedy)
        } catch let error as Snapshots.TooLong {
            let size = (error.bytes >> 20) + 1
            throw ManagerError.failed(
                "the snapshot of \(screen.name) is a reply of \(size) MiB: \(error.most >> 20) MiB are possible",
                errno: EMSGSIZE, remedy: "request a smaller `width`, or the `format` jpeg")
        } catch is Snapshots.NotOwn {
            if let dark = record.screen.dark { throw ManagerError.dark(record.screen, dark) }
            throw ManagerError.denied(
                "the picture on \(screen.name) needs all rights while another program has the screen", needing: .all)
        } catch let error as ScreenError {
            if error.code == .dark, let dark = screen.dark { throw ManagerError.dark(screen, dark) }
            throw ManagerError.of(error, screen: screen.name)
        } catch let failure as Failure {
            throw ManagerError.of(failure)
        } catch {
            throw ManagerError.failed("the client has disconnected")
        }
        // The setting may have changed while the call waited.
        try checkRelease(of: record.screen, to: caller)
        return Reply(reply)
    }

    /// Checks that a client may have the picture on a screen.
    private func checkRelease(of screen: Screen, to caller: Caller) throws(VarlinkError) {
        guard caller.rights == .all || ScreenConfiguration(status.overrides(of: screen).effective).snapshots else {
            throw ManagerError.denied(
                "the picture on \(screen.name) needs all rights: its setting snapshots is not true", needing: .all)
        }
    }
}
