import ScreensLinux
import ScreensManager

/// A listening socket, with the rights of the clients that connect to it.
final class ControlDoor: Sendable {
    /// The service manager's name of the socket for calls that only read.
    private static let readerName = "reader"
    /// The service manager's name of the socket for the programs of contents.
    private static let contentName = "content"

    let socket: ListeningSocket
    let rights: ClientRights

    /// Why the socket's lock is missing, as a sentence; nil if it has one, or needs none.
    let lockProblem: String?
    private let lock: ListeningLock?

    private init(_ socket: consuming ListeningSocket, lock: consuming ListeningLock) {
        self.socket = socket
        lockProblem = lock.problem
        self.lock = consume lock
        rights = .all
    }

    private init(_ socket: consuming ListeningSocket, _ rights: ClientRights) {
        self.socket = socket
        lockProblem = nil
        lock = nil
        self.rights = rights
    }

    /// Opens the sockets that the service manager has passed, or else the sockets at a path and beside it.
    ///
    /// - Parameter path: the path of the socket for all calls.
    static func open(_ manager: ServiceManager, path: String) throws(Failure) -> [ControlDoor] {
        var doors: [ControlDoor] = []
        for passed in manager.sockets {
            let socket = try ListeningSocket(adopting: passed.descriptor)
            switch passed.name {
            case readerName: doors.append(ControlDoor(socket, .reading))
            case contentName: doors.append(ControlDoor(socket, .contents))
            default:
                let path = UnixAddress(ofSocket: passed.descriptor)?.path ?? "@"
                doors.append(ControlDoor(socket, lock: ListeningLock(besidePassed: path)))
            }
        }
        if doors.contains(where: { $0.rights == .all }) { return doors }
        // The lock comes before the sockets: of two starts at once, only one goes on.
        let lock = try ListeningLock(beside: path)
        doors.append(ControlDoor(try ListeningSocket(path: path), lock: lock))
        if let path = ManagerInterface.readerPath(of: path) {
            doors.append(ControlDoor(try ListeningSocket(path: path), .reading))
        }
        if let path = ManagerInterface.contentPath(of: path) {
            doors.append(ControlDoor(try ListeningSocket(path: path), .contents))
        }
        return doors
    }
}
