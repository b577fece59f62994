import Screens
import ScreensJSON
import ScreensManager
import ScreensVarlink

/// Finds the screens that calls name, and describes them.
@MainLoop
struct ScreenFinder {
    private let kit: VideoKit

    private let reports: ScreenReports

    init(_ kit: VideoKit, _ reports: ScreenReports) {
        self.kit = kit
        self.reports = reports
    }

    /// The screen that the parameter `screen` names.
    func screen(_ parameters: [String: JSONValue]) throws(VarlinkError) -> Screen {
        let name = parameters["screen"]?.string ?? ""
        let found = kit.connectors.filter { $0.isNamed(name) }
        guard let screen = found.first else {
            throw ManagerError.noSuchScreen(name, among: kit.connectors.flatMap { [$0.name, $0.qualifiedName] })
        }
        guard found.count == 1 else { throw ManagerError.ambiguousScreen(name, found.map(\.qualifiedName)) }
        return screen
    }

    /// The screen as it is now, where it still is.
    func document(of screen: Screen) throws(VarlinkError) -> ScreenDocument {
        guard let screen = kit.connectors.first(where: { $0.qualifiedName == screen.qualifiedName }) else {
            throw ManagerError.noSuchScreen(screen.qualifiedName)
        }
        return reports.document(of: screen)
    }

    static func json(_ document: some Encodable) throws(VarlinkError) -> JSONValue {
        do {
            return try JSONValue(encoding: document)
        } catch {
            throw ManagerError.failed("cannot write JSON: \(error)")
        }
    }
}
