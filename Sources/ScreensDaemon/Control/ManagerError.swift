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

    static func unreadable(_ path: String, _ message: String) -> VarlinkError {
        error("Unreadable", ["path": .string(path), "message": .string(message)])
    }

    static func failed(_ message: String, errno: Int32? = nil) -> VarlinkError {
        error("Failed", ["message": .string(message), "errno": errno.map { .int(Int64($0)) } ?? .null])
    }

    static func notPermitted(_ message: String) -> VarlinkError {
        error("NotPermitted", ["message": .string(message)])
    }

    static func brokenConfiguration(_ mistakes: [String]) -> VarlinkError {
        error("BrokenConfiguration", ["mistakes": .array(mistakes.map { .string($0) })])
    }

    static func nothingToConfirm(_ name: String) -> VarlinkError {
        error("NothingToConfirm", ["screen": .string(name)])
    }

    /// - Parameter name: the screen as the caller named it.
    static func of(_ problem: ScreenError, screen name: String) -> VarlinkError {
        switch problem.code {
        case .noSuchScreen: noSuchScreen(name)
        case .permissionDenied: notPermitted("cannot \(problem)")
        case .invalidArgument: invalidValue("value", "cannot \(problem)")
        default: failed("cannot \(problem)", errno: problem.errno)
        }
    }

    static func of(_ problem: Failure) -> VarlinkError {
        problem.status == .noPermission ? notPermitted(problem.message) : failed(problem.message)
    }

    private static func error(_ name: String, _ parameters: [String: JSONValue]) -> VarlinkError {
        VarlinkError("\(ManagerInterface.name).\(name)", parameters)
    }
}
