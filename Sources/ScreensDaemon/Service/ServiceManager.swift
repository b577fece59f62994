import Glibc
import Screens
import ScreensLinux

/// The service manager that started the program. It uses systemd's protocols for notifications (`sd_notify(3)`), for
/// passed sockets (`sd_listen_fds(3)`), and for descriptors that are kept from one process to the next
/// (`sd_pid_notify_with_fds(3)`).
struct ServiceManager: DescriptorStore {
    /// The first passed descriptor, after standard error.
    private static let firstDescriptor: Int32 = 3
    private static let mostDescriptors: Int32 = 64
    /// The most bytes of a status. systemd ignores a notification of more than 4096 bytes, with the `READY=1` in it.
    private static let longestStatus = 2048
    /// The name of a passed descriptor without a name, as in `sd_listen_fds_with_names(3)`.
    static let unnamed = "unknown"

    private let address: UnixAddress?
    /// Whether there is a service manager that listens.
    var isPresent: Bool { address != nil }
    /// Whether it keeps descriptors for the next process. systemd 254 and later says so; for earlier versions, the unit
    /// does.
    let keepsDescriptors: Bool
    /// The longest time between two reports to the watchdog; nil without a watchdog.
    let watchdogInterval: Duration?
    /// The sockets that were opened for this process, with their names.
    let sockets: [(descriptor: Int32, name: String)]
    /// The cards that the former process has left, with their names.
    let cards: [(descriptor: Int32, name: String)]

    /// - Parameter environment: returns a variable of the environment that the program was started with.
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
                name: index < names.count ? String(names[Int(index)]) : Self.unnamed
            )
        }
        for (descriptor, _) in passedOn {
            let flags = fcntl(descriptor, F_GETFD)
            if flags >= 0 { _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
        }
        cards = passedOn.filter { $0.name.hasPrefix(KeptCards.namePrefix) }
        sockets = passedOn.filter { !$0.name.hasPrefix(KeptCards.namePrefix) }
    }

    /// Sends a state, such as `READY=1`, without waiting. Without a receiver, nothing is sent.
    private func notify(_ state: String, passing descriptor: Int32? = nil) {
        _ = address?.send(Array(state.utf8), passing: descriptor)
    }

    /// Reports that the program is ready, or has read its configuration again.
    func ready(_ status: String) { notify("READY=1\nSTATUS=\(Self.line(status))") }

    /// Reports the program's state, for people.
    func status(_ text: String) { notify("STATUS=\(Self.line(text))") }

    /// Reports to the watchdog that the program works, after ``Watchdog`` has checked it.
    func feedWatchdog() { notify("WATCHDOG=1") }

    /// Reports that the program reads its configuration again.
    func reloading() { notify("RELOADING=1\nMONOTONIC_USEC=\(Self.microseconds)") }

    /// Reports that the program ends.
    func stopping() { notify("STOPPING=1") }

    /// Keeps an open file for the next process, which gets it in ``cards``.
    func store(_ descriptor: Int32, as name: String) { notify("FDSTORE=1\nFDNAME=\(name)", passing: descriptor) }

    func remove(_ name: String) { notify("FDSTOREREMOVE=1\nFDNAME=\(name)") }

    /// The text as one printable line: the end of a line would end the field, and `systemctl` prints the field as it
    /// is. A long text is cut, since the paths and names in it may be of any length.
    private static func line(_ text: String) -> String {
        let line = text.printableLine
        guard line.utf8.count > longestStatus else { return line }
        return String(decoding: line.utf8.prefix(longestStatus), as: UTF8.self) + "…"
    }

    private static var microseconds: Int64 {
        MonotonicTime.now.nanoseconds / 1000
    }

    /// Whether standard error is the stream to journald in `JOURNAL_STREAM`, and not another one that replaced it.
    static var logsToJournal: Bool {
        guard let stream = getenv("JOURNAL_STREAM") else { return false }
        let parts = String(cString: stream).split(separator: ":")
        var status = stat()
        guard parts.count == 2, fstat(STDERR_FILENO, &status) == 0 else { return false }
        return UInt64(parts[0]) == UInt64(status.st_dev) && UInt64(parts[1]) == UInt64(status.st_ino)
    }
}
