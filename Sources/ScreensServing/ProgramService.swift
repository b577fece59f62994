import Glibc

/// The service manager: its notifications (`sd_notify(3)`), its watchdog, and the socket that it has opened.
public enum ProgramService {
    /// The socket that it has opened, which `exec` closes; nil without one (`sd_listen_fds(3)`).
    public static var socket: Int32? {
        guard value("LISTEN_PID") == String(getpid()), value("LISTEN_FDS") == "1" else { return nil }
        _ = fcntl(3, F_SETFD, FD_CLOEXEC)
        return 3
    }

    /// The time between two signs of life, in seconds; nil if it awaits none.
    public static var interval: Double? {
        value("WATCHDOG_USEC").flatMap(Double.init).map { $0 / 2_000_000 }
    }

    /// Sends a notification; nothing without a service manager.
    ///
    /// - Parameter state: the variables, such as `READY=1`.
    public static func notify(_ state: String) {
        guard let path = value("NOTIFY_SOCKET"), !path.isEmpty else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        let isAbstract = bytes[0] == UInt8(ascii: "@")
        if isAbstract { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let text = Array(state.utf8)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
    }

    private static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
