import Configuration
import JSON
import ProgramKit
import Screens
import Varlink

/// Answers the calls of the interface that need no decision of the daemon.
@MainLoop
final class ManagerService {
    private let kit: VideoKit
    private let finder: ScreenFinder
    private let statistics: DaemonStatistics
    private let labels: ScreenLabels
    private let snapshots: Snapshots
    private let settings: SettingCalls

    init(
        _ kit: VideoKit, _ statistics: DaemonStatistics, _ labels: ScreenLabels, _ snapshots: Snapshots,
        _ settings: SettingCalls
    ) {
        self.kit = kit
        finder = ScreenFinder(kit)
        self.statistics = statistics
        self.labels = labels
        self.snapshots = snapshots
        self.settings = settings
    }

    /// The answer to `GetInfo`.
    static var description: ServiceDescription {
        get throws(DefinitionError) {
            try ServiceDescription(
                vendor: "Screens", product: "screensd", version: ProgramVersion.current, url: "",
                definitions: [ManagerInterface.definition], methodsNeedingMore: ["\(ManagerInterface.name).Watch"])
        }
    }

    /// Carries out a call. Its parameters have the types that the interface declares.
    func result(of call: Call) async throws(VarlinkError) -> Reply {
        let parameters = call.parameters
        switch call.member {
        case "List":
            let screens = parameters["all"]?.bool ?? false ? kit.connectors : kit.screens
            return Reply(["screens": try ScreenFinder.json(screens.map(ScreenDocument.init))])
        case "Modes":
            let screen = try finder.screen(parameters)
            let modes = screen.availableModes.map { ModeDocument($0, current: screen.currentMode) }
            return Reply(["modes": try ScreenFinder.json(modes)])
        case "Identify":
            let seconds = parameters["seconds"]?.int ?? 10
            if let problem = ManagerInterface.secondsProblem(seconds) {
                throw ManagerError.invalidValue("seconds", problem)
            }
            labels.show(for: .seconds(seconds))
            return Reply()
        case "Snapshot": return Reply(["png": .string(try await snapshot(of: try finder.screen(parameters)))])
        case "Statistics": return Reply(try ScreenFinder.json(statistics.document).object ?? [:])
        default: return try await settings.result(of: call)
        }
    }

    private func snapshot(of screen: Screen) async throws(VarlinkError) -> String {
        do {
            return try await snapshots.png(of: screen.id)
        } catch let error as ScreenError {
            throw ManagerError.of(error, screen: screen.name)
        } catch let failure as Failure {
            throw ManagerError.of(failure)
        } catch {
            throw ManagerError.failed("the client has disconnected")
        }
    }
}

/// The events of the library as replies to the call `Watch`.
@MainLoop
final class EventFeed {
    private let kit: VideoKit
    private var translation = EventTranslation()

    init(_ kit: VideoKit) {
        self.kit = kit
    }

    /// The reply for an event; nil while no client watches. It has to be called for every event.
    func reply(for event: ScreenEvent, isWatched: Bool) -> Reply? {
        let document = translation.document(of: event)
        return isWatched ? Self.reply(document) : nil
    }

    /// All screens as they are.
    var snapshot: Reply {
        Self.reply(EventDocument(snapshotOf: kit.screens.map(ScreenDocument.init), time: MonotonicTime.now.nanoseconds))
    }

    private static func reply(_ event: EventDocument) -> Reply {
        guard let document = try? JSONValue(encoding: event) else { return Reply(continues: true) }
        return Reply(["event": document], continues: true)
    }
}

/// Finds the screens that calls name, and describes them.
@MainLoop
struct ScreenFinder {
    private let kit: VideoKit

    init(_ kit: VideoKit) {
        self.kit = kit
    }

    /// The screen that the parameter `screen` names.
    func screen(_ parameters: [String: JSONValue]) throws(VarlinkError) -> Screen {
        let name = parameters["screen"]?.string ?? ""
        let found = kit.connectors.filter { $0.isNamed(name) }
        guard let screen = found.first else { throw ManagerError.noSuchScreen(name) }
        guard found.count == 1 else { throw ManagerError.ambiguousScreen(name, found.map(\.qualifiedName)) }
        return screen
    }

    /// The screen as it is now, where it still is.
    func document(of screen: Screen) throws(VarlinkError) -> ScreenDocument {
        guard let screen = kit.connectors.first(where: { $0.qualifiedName == screen.qualifiedName }) else {
            throw ManagerError.noSuchScreen(screen.qualifiedName)
        }
        return ScreenDocument(screen)
    }

    static func json(_ document: some Encodable) throws(VarlinkError) -> JSONValue {
        do {
            return try JSONValue(encoding: document)
        } catch {
            throw ManagerError.failed("cannot write JSON: \(error)")
        }
    }
}
