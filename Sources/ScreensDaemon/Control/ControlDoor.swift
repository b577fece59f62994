import Glibc
import ScreensLinux
import ScreensManager

/// A listening socket, with the rights of the clients that connect to it.
final class ControlDoor: Sendable {
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

    /// The rights of the clients of a passed socket, by the service manager's name of it.
    ///
    /// After a return to this version from a later one, the sockets of the later one are passed until they are closed:
    /// their names are not known here, and give no rights.
    ///
    /// - Returns: all rights for a socket without a name of its own, which a unit of another author passes.
    static func rights(ofPassed name: String) -> ClientRights? {
        if let rights = ClientRights.allCases.first(where: { $0.passedName == name }) { return rights }
        return name.isEmpty || name == ServiceManager.unnamed || name.hasSuffix(".socket") ? .all : nil
    }

    /// Opens the sockets that the service manager has passed, or else the sockets at a path and beside it.
    ///
    /// - Parameter path: the path of the socket for all calls.
    @MainLoop
    static func open(_ manager: ServiceManager, path: String, _ log: EventLog) throws(Failure) -> [ControlDoor] {
        var doors: [ControlDoor] = []
        for passed in manager.sockets {
            guard let rights = rights(ofPassed: passed.name) else {
                close(passed.descriptor)
                log.warning("the socket '\(passed.name)' is of another version of the service: it gives no rights")
                continue
            }
            let socket = try ListeningSocket(adopting: passed.descriptor)
            guard rights == .all else {
                doors.append(ControlDoor(socket, rights))
                continue
            }
            let path = UnixAddress(ofSocket: passed.descriptor)?.path ?? "@"
            doors.append(ControlDoor(socket, lock: ListeningLock(besidePassed: path)))
        }
        if doors.contains(where: { $0.rights == .all }) { return doors }
        // The lock comes before the sockets: of two starts at once, only one goes on.
        let lock = try ListeningLock(beside: path)
        doors.append(ControlDoor(try ListeningSocket(path: path), lock: lock))
        for rights in ClientRights.allCases where rights != .all {
            guard let path = rights.path(beside: path) else { continue }
            doors.append(ControlDoor(try ListeningSocket(path: path), rights))
        }
        return doors
    }
}
