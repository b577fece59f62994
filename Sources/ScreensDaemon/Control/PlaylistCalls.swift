import ScreensContents
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The methods that move the playlist of a screen: `Next`, `Previous` and `Go`.
@MainLoop
final class PlaylistCalls {
    private let finder: ScreenFinder
    private let records: ScreenRecords

    init(_ finder: ScreenFinder, _ records: ScreenRecords) {
        self.finder = finder
        self.records = records
    }

    func next(_ parameters: MethodRow.Parameters) throws(VarlinkError) -> Reply { try move(parameters, .next) }

    func previous(_ parameters: MethodRow.Parameters) throws(VarlinkError) -> Reply { try move(parameters, .previous) }

    func go(_ parameters: MethodRow.Parameters) throws(VarlinkError) -> Reply {
        switch (parameters["item"]?.int, parameters["name"]?.string) {
        case (let item?, nil): try move(parameters, .item(Int(clamping: item)))
        case (nil, let name?): try move(parameters, .named(name))
        default: throw ManagerError.invalidValue("item", "must be the number of an item, or name its name")
        }
    }

    private func move(_ parameters: MethodRow.Parameters, _ step: PlaylistStep) throws(VarlinkError) -> Reply {
        let record = try finder.record(parameters)
        // A mirror shows the playlist of its source.
        let content = (record.screen.mirrorSource.flatMap(records.named) ?? record).content
        do throws(StepRefusal) {
            try content.take(step)
        } catch {
            switch error {
            case .noTitle: throw ManagerError.invalidValue("name", error.message)
            case .noItem, .notNow: throw ManagerError.invalidValue("item", error.message)
            case .noPlaylist, .onlyItem, .firstItem, .lastItem:
                throw ManagerError.failed(
                    "\(record.screen.name) \(error.message)",
                    remedy: "`screens status \(record.screen.name)` says what it shows")
            }
        }
        return Reply(["playing": try ScreenFinder.json(content.playing)])
    }
}
