import Glibc
import ProgramKit

/// Where the daemon is to be found.
struct DaemonLocation: Sendable, Hashable {
    let path: String
    /// Whether the user named it on the command line: then it has to be there.
    let isExplicit: Bool

    /// The name of the environment's variable that says where.
    static let variable = "SCREENS_SOCKET"

    /// - Parameters:
    ///   - option: what `--socket` says.
    ///   - environment: what ``variable`` says; nothing is the same as an empty text.
    init(option: String?, environment: String?) {
        isExplicit = option != nil
        if let option {
            path = option
        } else if let environment, !environment.isEmpty {
            path = environment
        } else {
            path = ManagerInterface.socketPath
        }
    }

    /// What this process's environment says.
    static var environment: String? { getenv(variable).map { String(cString: $0) } }
}
