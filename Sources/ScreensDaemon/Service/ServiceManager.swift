import Glibc

/// The service manager that started the program, by systemd's protocol of notifications (`sd_notify(3)`) and of sockets
/// that are passed on (`sd_listen_fds(3)`).
struct ServiceManager: Sendable {
    /// Passed sockets begin after standard error.
    private static let firstDescriptor: Int32 = 3
    private static let mostSockets: Int32 = 16

    private let address: String?
    /// Whether there is one that listens.
    var isPresent: Bool { address != nil }
    /// How often the watchdog wants to hear from this process, in nanoseconds, or nil where there is none.
    let watchdogInterval: Int64?
    /// The sockets that were opened for this process, with their names.
    let sockets: [(descriptor: Int32, name: String)]

    /// - Parameter environment: what the program was started with.
    init(environment: (String) -> String?) {
        func isMeant(_ name: String) -> Bool { environment(name).map { Int32($0) == getpid() } ?? false }
        address = environment("NOTIFY_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
        let isWatched = environment("WATCHDOG_PID") == nil || isMeant("WATCHDOG_PID")
        let microseconds = isWatched ? environment("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0 : 0
        watchdogInterval = microseconds > 0 && microseconds < 1 << 50 ? microseconds * 1000 : nil
        let passed: Int32 = environment("LISTEN_FDS").flatMap { Int32($0) } ?? 0
        let count = isMeant("LISTEN_PID") ? min(max(passed, 0), Self.mostSockets) : 0
        let names = environment("LISTEN_FDNAMES")?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        sockets = (0..<count).map { index in
            (Self.firstDescriptor + index, index < names.count ? String(names[Int(index)]) : "unknown")
        }
        for socket in sockets {
            let flags = fcntl(socket.descriptor, F_GETFD)
            if flags >= 0 { _ = fcntl(socket.descriptor, F_SETFD, flags | FD_CLOEXEC) }
        }
    }

    /// Tells it something, as `READY=1`. It never blocks: who does not listen is not told.
    func notify(_ state: String) {
        guard let address else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard let (name, length) = UnixAddress(address).raw else { return }
        let bytes = Array(state.utf8)
        withUnsafePointer(to: name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
    }

    /// The program does what it is for.
    func ready(_ status: String) { notify("READY=1\nSTATUS=\(Self.line(status))") }

    /// What it does, for people.
    func status(_ text: String) { notify("STATUS=\(Self.line(text))") }

    /// It is alive, as somebody has made sure.
    func feedWatchdog() { notify("WATCHDOG=1") }

    /// It reads its configuration again.
    func reloading() { notify("RELOADING=1\nMONOTONIC_USEC=\(Self.microseconds)") }

    func stopping() { notify("STOPPING=1") }

    /// A line ends a field.
    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }

    private static var microseconds: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
    }
}
