/// The rights of a client, which follow from the socket that it connects to. The daemon's table of methods has the
/// calls of each.
package enum ClientRights: Sendable, Hashable, CaseIterable {
    /// All calls.
    case all
    /// Calls that change nothing, and the changes of people and bridges that operate the screens: power, brightness,
    /// and the contents of the configuration's files.
    case operating
    /// Calls that change nothing.
    case reading
    /// The calls of programs that are contents, about their own screens.
    case contents
    /// The calls of the service that turns displays off and on.
    case power
    /// The calls of programs with a sensor of presence.
    case presence

    /// The last part of the socket's name: `Manager` in `screens.Manager`.
    package var socketName: String {
        switch self {
        case .all: "Manager"
        case .operating: "Operator"
        case .reading: "Reader"
        case .contents: "Content"
        case .power: "Power"
        case .presence: "Presence"
        }
    }

    /// The service manager's name of the socket (`FileDescriptorName=`).
    package var passedName: String { socketName.lowercased() }

    /// The group that may open the socket of the service, beside root; for power, the user.
    package var group: String {
        switch self {
        case .all: "screens-admin"
        case .operating: "screens-operator"
        case .reading: "video"
        case .contents: "screens-content"
        case .power: "screens-power"
        case .presence: "screens-presence"
        }
    }

    /// The right in a sentence: "needs the right to read".
    package var words: String {
        switch self {
        case .all: "all rights"
        case .operating: "the right to operate"
        case .reading: "the right to read"
        case .contents: "the right of contents"
        case .power: "the right of the service of power"
        case .presence: "the right of sensors of presence"
        }
    }

    /// Returns the path of the socket for these rights, in the folder of the socket for all calls; nil if the socket
    /// for all calls does not have its usual name, because the daemon then opens no other socket.
    package func path(beside socket: String) -> String? {
        if self == .all { return socket }
        return Self.all.isRight(of: socket) ? socket.dropLast(Self.all.socketName.count) + socketName : nil
    }

    /// Returns the path of the socket for all calls in the same folder, which the daemon locks a file beside; the same
    /// path if the socket does not have one of the usual names.
    package static func mainPath(beside socket: String) -> String {
        guard let rights = allCases.first(where: { $0.isRight(of: socket) }) else { return socket }
        return socket.dropLast(rights.socketName.count) + all.socketName
    }

    private func isRight(of socket: String) -> Bool { socket.hasSuffix("/screens." + socketName) }
}
