import Glibc
import ScreensLinux
import ScreensManager

/// The lock on the file beside the socket for changes. If several daemons start at once, only one gets it. Commands
/// that only read find out from it that a daemon listens.
///
/// The daemon also listens if another program has the lock: no user may keep it from starting.
struct ListeningLock: ~Copyable {
    /// How long to wait for another start that has the lock and does not listen yet.
    private static let timeout = Duration.seconds(5)
    private static let interval: UInt32 = 20_000

    private let lock: FileLock?
    /// Why the lock is missing, as a sentence; nil if it is there, or if the socket is not a file.
    let problem: String?

    /// Takes the lock beside a socket of the service manager, if possible. The daemon starts without it too, because
    /// the service manager passes a socket to one process at a time.
    init(besidePassed socket: String) {
        guard let path = ManagerInterface.lockPath(of: socket) else {
            lock = nil
            problem = nil
            return
        }
        do throws(SystemError) {
            lock = try FileLock(path)
            problem = nil
        } catch {
            lock = nil
            problem = Self.problem(path, error)
        }
    }

    /// Takes the lock beside a socket that is about to be made. Blocks while another start has it and does not listen
    /// yet.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/busy`` if another process listens there, else with the system's reason.
    init(beside socket: String) throws(Failure) {
        let address = try ListeningSocket.address(socket)
        guard let path = ManagerInterface.lockPath(of: socket) else {
            lock = nil
            problem = nil
            return
        }
        let deadline = MonotonicTime.now.advanced(by: Self.timeout)
        while true {
            do throws(SystemError) {
                lock = try FileLock(path)
                problem = nil
                return
            } catch {
                guard error.errno == EAGAIN else {
                    errno = error.errno
                    throw ListeningSocket.failure(socket)
                }
                if try ListeningSocket.hasListener(address) { throw ListeningSocket.busy(socket) }
                guard MonotonicTime.now < deadline else {
                    lock = nil
                    problem = Self.problem(path, error)
                    return
                }
                usleep(Self.interval)
            }
        }
    }

    private static func problem(_ path: String, _ error: SystemError) -> String {
        let reason =
            error.errno == EAGAIN
            ? "\(path) is locked by another program" : "cannot lock \(path): \(SystemError.text(of: error.errno))"
        return "\(reason); commands that only read may not find this daemon"
    }
}
