import ScreensProgramKit

/// The calls that the clients of a socket may make.
enum ClientRights: Sendable, Hashable {
    case all
    /// Those that change nothing.
    case reading
    /// Those that a client needs to run the program of a content. `LeaseCalls` leases it no other screen.
    case contents

    func allow(_ method: String) -> Bool {
        switch self {
        case .all: true
        case .reading: method != ManagerInterface.frame && !ManagerInterface.changes.contains(method)
        case .contents: ManagerInterface.contentMethods.contains(method)
        }
    }
}
