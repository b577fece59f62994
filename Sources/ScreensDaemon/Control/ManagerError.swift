import Glibc
import Screens
import ScreensConfiguration
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The errors of the interface.
enum ManagerError {
    /// - Parameter names: the names of all screens.
    static func noSuchScreen(_ name: String, among names: [String] = []) -> VarlinkError {
        let suggestion = NearestName.of(name, among: names).map { "did you mean '\($0)'? " } ?? ""
        return error(
            "NoSuchScreen", ["screen": .string(name)], "\(suggestion)`screens list --all` lists the names")
    }

    static func ambiguousScreen(_ name: String, _ candidates: [String]) -> VarlinkError {
        error(
            "AmbiguousScreen", ["screen": .string(name), "candidates": .array(candidates.map { .string($0) })],
            "use one of \(candidates.joined(separator: ", "))")
    }

    /// - Parameter message: the reason, with the accepted values.
    static func invalidValue(_ parameter: String, _ message: String, remedy: String? = nil) -> VarlinkError {
        error("InvalidValue", ["parameter": .string(parameter), "message": .string(message)], remedy)
    }

    static func unreadable(_ path: String, _ failure: Failure) -> VarlinkError {
        let reason = UnreadableReason(failure)
        return error(
            "Unreadable",
            ["path": .string(path), "reason": .string(reason.rawValue), "message": .string(failure.message)],
            reason.remedy(for: path, after: failure.reason))
    }

    static func failed(_ message: String, errno: Int32? = nil, remedy: String? = nil) -> VarlinkError {
        error("Failed", ["message": .string(message), "errno": errno.map { .int(Int64($0)) } ?? .null], remedy)
    }

    /// The error if another client has a screen.
    ///
    /// - Parameter remedy: the remedy; nil for the general one.
    static func inUse(_ message: String, screen: String, remedy: String? = nil) -> VarlinkError {
        failed(
            message, errno: EBUSY,
            remedy: remedy ?? "end that program, or take the screen back: `screens lease \(screen) --revoke`")
    }

    static func notPermitted(_ message: String, remedy: String? = nil) -> VarlinkError {
        error("NotPermitted", ["message": .string(message)], remedy)
    }

    /// The error if a client has no right to call a method. It names the least right that suffices.
    static func denied(_ method: MethodRow, to rights: ClientRights) -> VarlinkError {
        let least = [ClientRights.reading, .operating].first(where: method.rights.contains) ?? .all
        return denied("\(method.name) needs \(least.words), and this client has \(rights.words)", needing: least)
    }

    /// The error if a client lacks a right: the standard one, with texts for people.
    static func denied(_ message: String, needing right: ClientRights) -> VarlinkError {
        VarlinkError(
            VarlinkError.permissionDenied.name,
            [
                "message": .string(message),
                "remedy": .string(
                    "root and the group \(right.group) have \(right.words), by the socket screens.\(right.socketName)"),
            ])
    }

    static func brokenConfiguration(_ problems: [ConfigurationProblem]) -> VarlinkError {
        error(
            "BrokenConfiguration", ["problems": .array(problems.map { .string($0.description) })],
            "correct the files, which the daemon then reads by itself; `screens config check` lists all problems")
    }

    /// - Parameter displays: the absent displays with saved settings, as the status names them.
    static func nothingToAdopt(_ identity: String, absent displays: [String]) -> VarlinkError {
        let names = displays.prefix(mostNames).map { "'\($0)'" }.joined(separator: ", ")
        return error(
            "NothingToAdopt", ["identity": .string(identity)],
            displays.isEmpty
                ? "no absent display has saved settings" : "the absent displays that have saved settings: \(names)")
    }

    /// The most names in a remedy, which is one line.
    private static let mostNames = 8

    static func nothingToConfirm(_ name: String) -> VarlinkError {
        error(
            "NothingToConfirm", ["screen": .string(name)],
            "the new settings are confirmed already, or the former settings are restored: call Set again")
    }

    /// - Parameter name: the name of the screen as the caller gave it.
    static func of(_ error: ScreenError, screen name: String) -> VarlinkError {
        switch error.code {
        case .noSuchScreen: noSuchScreen(name)
        case .permissionDenied: notPermitted(problem(error), remedy: error.remedy)
        case .invalidArgument: invalidValue("value", problem(error), remedy: error.remedy)
        default: failed(problem(error), errno: error.errno, remedy: error.remedy)
        }
    }

    /// The error without its remedy, which has a parameter of its own.
    private static func problem(_ error: ScreenError) -> String { error.problem }

    /// The errors in words for people.
    private static let words = [
        "AmbiguousScreen": "several screens have that name", "BrokenConfiguration": "the configuration has problems",
        "InvalidValue": "not a valid value", "NoSuchScreen": "no such screen", "NotPermitted": "not permitted",
        "NothingToAdopt": "no saved settings", "NothingToConfirm": "nothing to confirm",
        "Unreadable": "cannot be shown",
        "Failed": "refused",
    ]

    /// The error and its subject in a line for the log, without the remedy, which the client gets.
    static func summary(of error: VarlinkError) -> String {
        let names = ["screen", "parameter", "identity", "path", "message"]
        // A client may have sent a name of any length.
        let details = names.compactMap { error.parameters[$0]?.string?.shortened(to: 200) }
        let words = words[error.member] ?? error.member
        return details.isEmpty ? words : "\(words): \(details.joined(separator: ": "))"
    }

    static func of(_ failure: Failure, remedy: String? = nil) -> VarlinkError {
        failure.status == .noPermission
            ? notPermitted(failure.message, remedy: remedy) : failed(failure.message, remedy: remedy)
    }

    /// The error if the daemon's state cannot be written.
    ///
    /// - Parameter path: the path of the file.
    static func notSaved(_ failure: Failure, in path: String) -> VarlinkError {
        of(
            failure,
            remedy: failure.status == .busy
                ? StateLock.remedy
                : "let the daemon's user write files in \(FolderListing.folder(of: path)), on a file system that is "
                    + "writable and has room")
    }

    /// The error if a screen is dark, so that nothing can be written on it.
    static func dark(_ screen: Screen, _ dark: DarkState) -> VarlinkError {
        let remedy =
            switch dark.reason {
            case .off: "`screens set \(screen.name) --power on` turns it on"
            case .unused: "give it a content: `screens set \(screen.name) --pattern card`"
            case .disconnected: "plug a display in"
            default: "`screens doctor` looks for the cause"
            }
        return failed("\(screen.name) shows nothing: \(dark.message)", remedy: remedy)
    }

    private static func error(
        _ name: String, _ parameters: [String: JSONValue], _ remedy: String?
    ) -> VarlinkError {
        let remedy = ["remedy": remedy.map { JSONValue.string($0) } ?? .null]
        return VarlinkError("\(ManagerInterface.name).\(name)", parameters.merging(remedy) { first, _ in first })
    }
}
