import Configuration
import JSON
import ProgramKit
import Screens
import Varlink

/// The errors of the interface.
enum ManagerError {
    static func noSuchScreen(_ name: String) -> VarlinkError { error("NoSuchScreen", ["screen": .string(name)]) }

    static func ambiguousScreen(_ name: String, _ candidates: [String]) -> VarlinkError {
        error("AmbiguousScreen", ["screen": .string(name), "candidates": .array(candidates.map { .string($0) })])
    }

    static func invalidValue(_ parameter: String, _ message: String) -> VarlinkError {
        error("InvalidValue", ["parameter": .string(parameter), "message": .string(message)])
    }

    static func unreadable(_ path: String, _ failure: Failure) -> VarlinkError {
        let reason = UnreadableReason(failure)
        return error(
            "Unreadable",
            ["path": .string(path), "reason": .string(reason.rawValue), "message": .string(failure.message)])
    }

    static func failed(_ message: String, errno: Int32? = nil) -> VarlinkError {
        error("Failed", ["message": .string(message), "errno": errno.map { .int(Int64($0)) } ?? .null])
    }

    static func notPermitted(_ message: String) -> VarlinkError {
        error("NotPermitted", ["message": .string(message)])
    }

    static func brokenConfiguration(_ problems: [ConfigurationProblem]) -> VarlinkError {
        error("BrokenConfiguration", ["problems": .array(problems.map { .string($0.description) })])
    }

    static func nothingToAdopt(_ identity: String) -> VarlinkError {
        error("NothingToAdopt", ["identity": .string(identity)])
    }

    static func nothingToConfirm(_ name: String) -> VarlinkError {
        error("NothingToConfirm", ["screen": .string(name)])
    }

    /// - Parameter name: the screen as the caller named it.
    static func of(_ error: ScreenError, screen name: String) -> VarlinkError {
        switch error.code {
        case .noSuchScreen: noSuchScreen(name)
        case .permissionDenied: notPermitted("cannot \(error)")
        case .invalidArgument: invalidValue("value", "cannot \(error)")
        default: failed("cannot \(error)", errno: error.errno)
        }
    }

    static func of(_ failure: Failure) -> VarlinkError {
        failure.status == .noPermission ? notPermitted(failure.message) : failed(failure.message)
    }

    private static func error(_ name: String, _ parameters: [String: JSONValue]) -> VarlinkError {
        VarlinkError("\(ManagerInterface.name).\(name)", parameters)
    }
}
