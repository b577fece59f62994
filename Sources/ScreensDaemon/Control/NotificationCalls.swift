import ScreensConfiguration
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The method `Notify`, which shows words over the picture of a screen.
@MainLoop
final class NotificationCalls {
    private static let standardTime: Int64 = 60

    private let finder: ScreenFinder

    init(_ finder: ScreenFinder) {
        self.finder = finder
    }

    func notify(_ parameters: MethodRow.Parameters) throws(VarlinkError) -> Reply {
        let record = try finder.record(parameters)
        let seconds = parameters["seconds"]?.int ?? Self.standardTime
        if let problem = ManagerInterface.notificationProblem(seconds) {
            throw ManagerError.invalidValue("seconds", problem)
        }
        let text = parameters["text"]?.string ?? ""
        if !text.isEmpty {
            guard text.utf8.count <= ManagerInterface.longestNotification else {
                throw ManagerError.invalidValue(
                    "text", "must have at most \(ManagerInterface.longestNotification) bytes, not \(text.utf8.count)")
            }
            do throws(ValueProblem) {
                _ = try TextTemplate.checked(text)
            } catch {
                throw ManagerError.invalidValue("text", error.message)
            }
            let screen = record.screen
            if let lessee = screen.lessee {
                throw ManagerError.inUse(
                    "\(screen.name) is leased to '\(lessee.name)', which has the whole screen", screen: screen.name)
            }
            if let dark = screen.dark { throw ManagerError.dark(screen, dark) }
        }
        record.notification.show(text, for: .seconds(seconds), on: record.screen)
        return Reply(["screen": try ScreenFinder.json(try finder.document(of: record))])
    }
}
