import Glibc
import ScreensLinux

/// The path of the daemon's socket.
package struct DaemonLocation: Sendable, Hashable {
    package let path: String
    /// Whether the user named it on the command line. Then it is an error if no daemon listens.
    package let isExplicit: Bool

    /// The environment variable that contains the path.
    package static let variable = "SCREENS_SOCKET"

    /// - Parameters:
    ///   - option: the value of `--socket`.
    ///   - environment: the value of ``variable``, by default in this process; an empty value counts as unset.
    package init(option: String?, environment: String? = DaemonLocation.environment) {
        isExplicit = option != nil
        if let option {
            path = option
        } else if let environment, !environment.isEmpty {
            path = environment
        } else {
            path = ManagerInterface.socketPath
        }
    }

    /// Whether a daemon listens there; also true if that is unknown, as for a socket that another program forwards.
    package var mayBeListening: Bool {
        guard let lock = ManagerInterface.lockPath(of: path) else { return true }
        return isForwarded(lock) || FileLock.isHeld(lock) ?? true
    }

    /// Whether there is a socket without a lock beside it, which every daemon has. The socket of the service may be its
    /// manager's, which would start the daemon.
    private func isForwarded(_ lock: String) -> Bool {
        var status = stat()
        guard !isOfService, lstat(lock, &status) != 0, errno == ENOENT else { return false }
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    /// Whether a daemon is known to listen there.
    package var isListening: Bool {
        ManagerInterface.lockPath(of: path).map { FileLock.isHeld($0) == true } ?? false
    }

    /// Whether the unit `screensd.service` listens there when it runs.
    package var isOfService: Bool { ClientRights.mainPath(beside: path) == ManagerInterface.socketPath }

    /// The paths of the sockets with these rights, in their order. A socket that the user named is the only one.
    func sockets(with rights: [ClientRights]) -> [String] {
        isExplicit ? [path] : rights.compactMap { $0.path(beside: path) }
    }

    /// Waits until a daemon listens.
    ///
    /// - Returns: false if the time is over.
    package func waitUntilListening(for limit: Duration) -> Bool {
        let deadline = MonotonicTime.now.advanced(by: limit)
        while !mayBeListening {
            guard MonotonicTime.now < deadline else { return false }
            usleep(100_000)
        }
        return true
    }

    /// The value of the variable in the environment of this process.
    package static var environment: String? { getenv(variable).map { String(cString: $0) } }
}
