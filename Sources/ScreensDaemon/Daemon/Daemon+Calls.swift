import Configuration
import JSON
import Linux
import ProgramKit
import Screens
import Varlink

extension Daemon {
    /// Does what a call asks for. Its parameters are of the types that the interface declares.
    func result(of call: Call) async throws(VarlinkError) -> Reply {
        let parameters = call.parameters
        switch call.member {
        case "List": return try list(all: parameters["all"]?.bool ?? false)
        case "Modes": return try modes(of: try screen(parameters))
        case "SetMode": return try await setMode(parameters)
        case "ConfirmMode": return try confirmMode(parameters)
        case "SetPower": return try await setPower(parameters)
        case "SetRotation": return try await setRotation(parameters)
        case "SetOverscan": return try await setOverscan(parameters)
        case "SetContent": return try await setContent(parameters)
        case "SetBrightness": return try await setBrightness(parameters)
        case "SetProperty": return try await setProperty(parameters)
        case "Identify": return try identify(parameters)
        case "Snapshot": return try await snapshot(of: try screen(parameters))
        case "Statistics": return try countings()
        case "Reload":
            let mistakes = await reload(because: "a client asks for it")
            guard mistakes.isEmpty else { throw ManagerError.brokenConfiguration(mistakes.map(\.description)) }
            return Reply()
        case "Save": return try await save()
        default: throw .methodNotFound(call.method)
        }
    }

    // MARK: Screens

    /// The screen that the parameter `screen` names.
    func screen(_ parameters: [String: JSONValue]) throws(VarlinkError) -> Screen {
        let name = parameters["screen"]?.string ?? ""
        let found = kit.connectors.filter { $0.isNamed(name) }
        guard let screen = found.first else { throw ManagerError.noSuchScreen(name) }
        guard found.count == 1 else { throw ManagerError.ambiguousScreen(name, found.map(\.qualifiedName)) }
        return screen
    }

    /// The screen as it is now, where it still is.
    func reply(about screen: Screen) throws(VarlinkError) -> Reply {
        guard let screen = kit.connectors.first(where: { $0.qualifiedName == screen.qualifiedName }) else {
            throw ManagerError.noSuchScreen(screen.qualifiedName)
        }
        return try Self.reply("screen", ScreenDocument(screen))
    }

    static func reply(_ name: String, _ document: some Encodable) throws(VarlinkError) -> Reply {
        do {
            return Reply([name: try JSONValue(document: document)])
        } catch {
            throw ManagerError.of(error)
        }
    }

    // MARK: What there is

    private func list(all: Bool) throws(VarlinkError) -> Reply {
        try Self.reply("screens", (all ? kit.connectors : kit.screens).map(ScreenDocument.init))
    }

    private func modes(of screen: Screen) throws(VarlinkError) -> Reply {
        try Self.reply("modes", screen.availableModes.map { ModeDocument($0, current: screen.currentMode) })
    }

    /// What has been counted, as it is answered and written for others.
    var statistics: DaemonStatisticsDocument {
        DaemonStatisticsDocument(
            screens: StatisticsDocument(kit.statistics()).screens,
            uptimeSeconds: Int((MonotonicClock.now - started) / 1_000_000_000), hotplugs: counts.hotplugs,
            failures: counts.failures)
    }

    private func countings() throws(VarlinkError) -> Reply {
        do {
            return Reply(try JSONValue(document: statistics).object ?? [:])
        } catch {
            throw ManagerError.of(error)
        }
    }

    private func identify(_ parameters: [String: JSONValue]) throws(VarlinkError) -> Reply {
        let seconds = parameters["seconds"]?.int ?? 10
        guard (1...3600).contains(seconds) else { throw ManagerError.invalidValue("seconds", "is 1 to 3600") }
        identify(for: seconds * 1_000_000_000)
        return Reply()
    }
}
