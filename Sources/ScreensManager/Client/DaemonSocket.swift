/// A socket on which the daemon listens.
///
/// The service has four sockets in one folder, each for root and a group: one for all calls (`screens-admin`), one to
/// operate the screens (`screens-operator`), one for calls that only read (`video`), and one for programs that draw
/// contents (`screens-content`). A daemon that is started by hand with another name of its socket has one.
public struct DaemonSocket: Sendable, Hashable {
    /// The path of the socket's file. A name in the abstract namespace begins with `@`.
    public let path: String

    /// Creates the socket at a path.
    public init(path: String) { self.path = path }

    /// The socket for all calls: the value of the environment variable `SCREENS_SOCKET`, or
    /// `/run/screens/screens.Manager` if it is unset.
    public static var all: DaemonSocket {
        DaemonSocket(path: DaemonLocation(option: nil).path)
    }

    /// The socket for calls that only read, and for power, brightness and the contents of the configuration's files,
    /// beside ``all``; the same as ``all`` if that does not have the usual name.
    public static var operating: DaemonSocket { beside(.operating) }

    /// The socket for calls that only read, beside ``all``; the same as ``all`` if that does not have the usual name.
    public static var reading: DaemonSocket { beside(.reading) }

    /// The socket for programs that draw contents, beside ``all``; the same as ``all`` if that does not have the usual
    /// name.
    public static var contents: DaemonSocket { beside(.contents) }

    private static func beside(_ rights: ClientRights) -> DaemonSocket {
        let all = all
        return rights.path(beside: all.path).map(DaemonSocket.init) ?? all
    }
}
