import Glibc
import Screens
import ScreensLinux

/// The service manager that started the program, by systemd's protocol of notifications (`sd_notify(3)`), of sockets that are passed
/// on (`sd_listen_fds(3)`), and of descriptors that it keeps from one process to the next (`sd_pid_notify_with_fds(3)`).
struct ServiceManager: DescriptorStore {
    /// Passed sockets begin after standard error.
    private static let firstDescriptor: Int32 = 3
    private static let mostDescriptors: Int32 = 64

    private let address: UnixAddress?
    /// Whether there is one that listens.
    var isPresent: Bool { address != nil }
    /// Whether it keeps descriptors for the next process. systemd 254 and later says so; the unit says it for earlier ones.
    let keepsDescriptors: Bool
    /// The longest time between two reports to the watchdog; nil where there is none.
    let watchdogInterval: Duration?
    /// The sockets that were opened for this process, with their names.
    let sockets: [(descriptor: Int32, name: String)]
    /// The cards that the process before has left, with their names.
    let cards: [(descriptor: Int32, name: String)]

    /// - Parameter environment: what the program was started with.
    init(environment: (String) -> String?) {
        func isOwn(_ name: String) -> Bool { environment(name).map { Int32($0) == getpid() } ?? false }
        address = environment("NOTIFY_SOCKET").flatMap { $0.isEmpty ? nil : UnixAddress($0) }
        keepsDescriptors = address != nil && environment("FDSTORE").flatMap { Int($0) } ?? 0 > 0
        let isWatched = environment("WATCHDOG_PID") == nil || isOwn("WATCHDOG_PID")
        let microseconds = isWatched ? environment("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0 : 0
        watchdogInterval = microseconds > 0 && microseconds < 1 << 50 ? .microseconds(microseconds) : nil
        let passed: Int32 = environment("LISTEN_FDS").flatMap { Int32($0) } ?? 0
        let count = isOwn("LISTEN_PID") ? min(max(passed, 0), Self.mostDescriptors) : 0
        let names = environment("LISTEN_FDNAMES")?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        let passedOn = (0..<count).map { index in
            (
                descriptor: Self.firstDescriptor + index,
                name: index < names.count ? String(names[Int(index)]) : "unknown"
            )
        }
        for (descriptor, _) in passedOn {
            let flags = fcntl(descriptor, F_GETFD)
            if flags >= 0 { _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
        }
        cards = passedOn.filter { $0.name.hasPrefix(KeptCards.namePrefix) }
        sockets = passedOn.filter { !$0.name.hasPrefix(KeptCards.namePrefix) }
    }

    /// Sends a state, such as `READY=1`. It never waits: without a receiver, nothing is sent.
    private func notify(_ state: String, passing descriptor: Int32? = nil) {
        _ = address?.send(Array(state.utf8), passing: descriptor)
    }

    /// The program is ready, or has read its configuration again.
    func ready(_ status: String) { notify("READY=1\nSTATUS=\(Self.line(status))") }

    /// The program's state, for people.
    func status(_ text: String) { notify("STATUS=\(Self.line(text))") }

    /// The program works, which ``Watchdog`` has checked.
    func feedWatchdog() { notify("WATCHDOG=1") }

    /// The program reads its configuration again.
    func reloading() { notify("RELOADING=1\nMONOTONIC_USEC=\(Self.microseconds)") }

    /// The program ends.
    func stopping() { notify("STOPPING=1") }

    /// Keeps an open file for the next process, which gets it in ``cards``.
    func store(_ descriptor: Int32, as name: String) { notify("FDSTORE=1\nFDNAME=\(name)", passing: descriptor) }

    func remove(_ name: String) { notify("FDSTOREREMOVE=1\nFDNAME=\(name)") }

    /// A line ends a field.
    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }

    private static var microseconds: Int64 {
        MonotonicTime.now.nanoseconds / 1000
    }

    /// Whether standard error is the stream to journald that `JOURNAL_STREAM` names, and not another that came after it.
    static var logsToJournal: Bool {
        guard let stream = getenv("JOURNAL_STREAM") else { return false }
        let parts = String(cString: stream).split(separator: ":")
        var status = stat()
        guard parts.count == 2, fstat(STDERR_FILENO, &status) == 0 else { return false }
        return UInt64(parts[0]) == UInt64(status.st_dev) && UInt64(parts[1]) == UInt64(status.st_ino)
    }
}
