import Glibc
import ScreensLinux

/// A socket that clients connect to, made by this process or earlier by the service manager.
struct ListeningSocket: ~Copyable {
    /// The most clients that wait to be accepted. Further clients are refused. The kernel has a limit of its own.
    private static let backlog: Int32 = 4096

    let descriptor: Int32
    /// The file to remove at the end; nil if this process has not made it.
    private let path: String?
    private let file: FileVersion?

    /// Takes over a socket that already listens.
    ///
    /// - Throws: ``Failure`` if the descriptor is of another kind: it may always be ready, and never has a client.
    init(adopting descriptor: Int32) throws(Failure) {
        var isListening: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening != 0 else {
            throw Failure(
                .cannotCreate, "the passed descriptor \(descriptor) is not a listening socket")
        }
        self.descriptor = descriptor
        path = nil
        file = nil
        let flags = fcntl(descriptor, F_GETFL)
        if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
    }

    /// Makes a socket that this user and its group may connect to.
    ///
    /// A socket that is left over is replaced. A socket in use, or another file of that name, is not.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/busy`` if another process listens there, else with the system's reason.
    init(path: String) throws(Failure) {
        let address = try Self.address(path)
        let descriptor = UnixAddress.streamSocket(blocks: false)
        guard descriptor >= 0 else { throw Self.failure(path) }
        do throws(Failure) {
            try Self.makeRoom(path)
            // Other users can never connect, because the socket refuses everyone until it listens. A `umask` would set
            // the mode from the start, but for files of all threads.
            guard address.withRaw({ bind(descriptor, $0, $1) }) == 0,
                path.hasPrefix("@") || chmod(path, 0o660) == 0, listen(descriptor, Self.backlog) == 0
            else { throw Self.failure(path) }
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
        // Another file may have replaced it.
        if let path, let file, FileVersion(of: path) == file { unlink(path) }
    }

    /// Refuses files of clients that connect from now on, with an error for the client.
    ///
    /// A connection inherits it. It is not set on accepted connections: the kernel might close files that have arrived
    /// in the receiving thread. The C constant is `SO_PASSRIGHTS`, of Linux 6.16; older kernels deliver the files.
    borrowing func refuseFiles() {
        var takesFiles: Int32 = 0
        _ = setsockopt(descriptor, SOL_SOCKET, 83, &takesFiles, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Accepts the next client, whose socket does not block; nil if no client waits.
    ///
    /// - Throws: ``Failure`` if the process or the system has no descriptor left. The client still waits then.
    borrowing func accept() throws(Failure) -> Int32? {
        while true {
            let client = Glibc.accept(descriptor, nil, nil)
            if client >= 0 {
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                _ = fcntl(client, F_SETFL, O_NONBLOCK)
                SocketMessage.receiveUrgentBytes(on: client)
                return client
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return nil
            default: throw Failure(.system, "cannot accept a client: \(SystemError.text(of: errno))")
            }
        }
    }

    /// The address of a socket.
    ///
    /// - Throws: ``Failure`` if no socket can have that path.
    static func address(_ path: String) throws(Failure) -> UnixAddress {
        let address = UnixAddress(path)
        guard address.isUsable else {
            throw Failure(.usage, "'\(path)' is not a path for a socket: it is empty, or longer than 107 bytes")
        }
        return address
    }

    /// Whether a process listens on a socket.
    ///
    /// - Throws: ``Failure`` with the system's reason if that cannot be found out.
    static func hasListener(_ address: UnixAddress) throws(Failure) -> Bool {
        let probe = UnixAddress.streamSocket(blocks: false)
        guard probe >= 0 else { throw failure(address.path) }
        defer { close(probe) }
        if address.withRaw({ connect(probe, $0, $1) }) == 0 { return true }
        switch errno {
        // The listener's queue of clients is full.
        case EAGAIN: return true
        case ECONNREFUSED, ENOENT: return false
        default: throw failure(address.path)
        }
    }

    /// The failure if another daemon listens at a path.
    static func busy(_ path: String) -> Failure {
        Failure(.busy, "cannot listen on \(path): another screensd does; stop it, or use another --socket")
    }

    /// Removes the socket of a process that was killed.
    private static func makeRoom(_ path: String) throws(Failure) {
        var status = stat()
        guard !path.hasPrefix("@"), lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw Failure(.cannotCreate, "cannot listen on \(path): a file of that name is not a socket")
        }
        if try hasListener(UnixAddress(path)) { throw busy(path) }
        guard unlink(path) == 0 || errno == ENOENT else { throw failure(path) }
    }

    /// The failure of a system call on that path, with `errno` as the reason.
    static func failure(_ path: String) -> Failure {
        let status: ExitStatus = errno == EACCES || errno == EPERM || errno == EROFS ? .noPermission : .cannotCreate
        return Failure(status, "cannot listen on \(path): \(SystemError.text(of: errno))")
    }
}
