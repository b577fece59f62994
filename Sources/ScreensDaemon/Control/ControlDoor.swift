import ProgramKit

/// A listening socket, with the rights of those who come by it.
final class ControlDoor: Sendable {
    /// The name of the socket for calls that only read, as the service manager passes it.
    private static let readerName = "reader"

    let socket: ListeningSocket
    /// Whether its clients may call methods that change something.
    let mayChange: Bool

    private init(_ socket: consuming ListeningSocket, mayChange: Bool) {
        self.socket = socket
        self.mayChange = mayChange
    }

    /// The sockets that the service manager has opened, or else those at a path and beside it.
    ///
    /// - Parameter path: of the socket for all calls.
    static func open(_ manager: ServiceManager, path: String) throws(Failure) -> [ControlDoor] {
        var doors: [ControlDoor] = []
        for passed in manager.sockets {
            let socket = try ListeningSocket(adopting: passed.descriptor)
            doors.append(ControlDoor(socket, mayChange: passed.name != readerName))
        }
        if doors.contains(where: \.mayChange) { return doors }
        doors.append(ControlDoor(try ListeningSocket(path: path), mayChange: true))
        if let path = ManagerInterface.readerPath(of: path) {
            doors.append(ControlDoor(try ListeningSocket(path: path), mayChange: false))
        }
        return doors
    }
}
