import Glibc
import ProgramKit

/// A socket that clients connect to: made by this process, or by the service manager before it was started.
struct ListeningSocket: ~Copyable {
    /// More than come at once: those for whom there is no room are refused. The kernel has a limit of its own.
    private static let backlog: Int32 = 4096

    let descriptor: Int32
    /// What is to be removed at the end, where it was made here.
    private let path: String?
    private let file: FileVersion?

    /// Takes over a socket that listens already.
    ///
    /// - Throws: ``Failure`` where it is another kind of descriptor: nobody could ever be taken from it, though it may
    ///   always be ready.
    init(adopting descriptor: Int32) throws(Failure) {
        var isListening: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening != 0 else {
            throw Failure(
                .cannotCreate, "descriptor \(descriptor), which was passed on, is no socket that takes connections")
        }
        self.descriptor = descriptor
        path = nil
        file = nil
        let flags = fcntl(descriptor, F_GETFL)
        if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
    }

    /// Makes a socket that this user and its group may connect to.
    ///
    /// One that is left over is replaced; one that somebody answers on is not, nor is anything else of that name.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/busy`` where another one listens there, else with what the system says.
    init(path: String) throws(Failure) {
        guard let (address, length) = UnixAddress(path).raw else {
            throw Failure(.usage, "'\(path)' is no path for a socket: it is empty, or longer than 107 bytes")
        }
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure(path) }
        do throws(Failure) {
            try Self.makeRoom(path)
            // For the group from the start: there must be no moment in which anybody may connect.
            let mask = umask(0o117)
            let result = Self.call(address, length) { bind(descriptor, $0, $1) }
            umask(mask)
            guard result == 0, listen(descriptor, Self.backlog) == 0 else { throw Self.failure(path) }
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.path = path.hasPrefix("@") ? nil : path
        file = FileVersion(of: path)
    }

    deinit {
        close(descriptor)
        // Another one may have taken its place.
        if let path, let file, FileVersion(of: path) == file { unlink(path) }
    }

    /// The next client's socket, which does not block; nil where none waits.
    ///
    /// - Throws: ``Failure`` where the process or the system has no descriptor left: the client still waits then.
    borrowing func accept() throws(Failure) -> Int32? {
        while true {
            let client = Glibc.accept(descriptor, nil, nil)
            if client >= 0 {
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                _ = fcntl(client, F_SETFL, O_NONBLOCK)
                return client
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return nil
            default: throw Failure(.system, "cannot take a client: \(String(cString: strerror(errno)))")
            }
        }
    }

    /// Removes what a process left behind that was killed.
    private static func makeRoom(_ path: String) throws(Failure) {
        var status = stat()
        guard !path.hasPrefix("@"), lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw Failure(.cannotCreate, "cannot listen on \(path): a file of that name is there, and is no socket")
        }
        guard let (address, length) = UnixAddress(path).raw else { return }
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard probe >= 0 else { throw failure(path) }
        defer { close(probe) }
        let answer = call(address, length) { connect(probe, $0, $1) }
        // EAGAIN: so many wait there that no more are taken.
        if answer == 0 || errno == EAGAIN {
            throw Failure(.busy, "cannot listen on \(path): another screensd does; stop it, or use another --socket")
        }
        guard errno == ECONNREFUSED else { throw failure(path) }
        guard unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
    }

    private static func call(
        _ address: sockaddr_un, _ length: socklen_t, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    private static func failure(_ path: String) -> Failure {
        let status: ExitStatus = errno == EACCES || errno == EPERM || errno == EROFS ? .noPermission : .cannotCreate
        return Failure(status, "cannot listen on \(path): \(String(cString: strerror(errno)))")
    }
}
