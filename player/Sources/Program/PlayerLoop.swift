import Films
import Glibc
import ScreensServing

/// The one loop of the player: it polls the socket on which the daemon calls, the items and the signals.
final class PlayerLoop {
    /// How long the program waits for another item before it ends, in seconds. The service manager starts it again.
    private static let idleTime = 60.0
    /// The most items at once: the films of all screens, and the films that follow them.
    private static let mostItems = 64
    /// The time between two checks whether killed processes have ended, in seconds.
    private static let exitCheckInterval = 0.05
    /// The pause after a call that the system had no room to accept, in seconds.
    private static let shortage = 1.0

    private let door: Int32
    private let socket: String
    private let signals: Int32
    private let endsIdle: Bool
    private var items: [FilmItem] = []
    private var idleSince: Double
    private var lastSign = 0.0
    /// The time from which calls are taken.
    private var opening = 0.0

    /// - Parameters:
    ///   - door: a listening socket, which does not block from now on.
    ///   - socket: the path of the daemon's socket for contents.
    ///   - signals: a descriptor that can be read when the program is to end.
    ///   - endsIdle: whether the program ends when it has no items.
    init(_ door: Int32, _ socket: String, signals: Int32, endsIdle: Bool) {
        self.door = door
        self.socket = socket
        self.signals = signals
        self.endsIdle = endsIdle
        idleSince = Self.now
        _ = fcntl(door, F_SETFL, fcntl(door, F_GETFL) | O_NONBLOCK)
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Runs until a signal comes, or until no item is wanted for a while.
    func run() {
        ProgramService.notify("READY=1")
        while true {
            giveSign()
            guard wait() else { break }
            let now = Self.now
            accept(at: now)
            for item in items { item.exchange(at: now) }
            items.removeAll(where: \.isOver)
            DecoderProcess.reap()
            if !items.isEmpty { idleSince = now }
            if endsIdle, now - idleSince >= Self.idleTime { break }
        }
        ProgramService.notify("STOPPING=1")
    }

    private func giveSign() {
        guard let interval = ProgramService.interval, Self.now - lastSign >= interval / 2 else { return }
        lastSign = Self.now
        ProgramService.notify("WATCHDOG=1")
    }

    /// Waits for the next event.
    ///
    /// - Returns: false if the program is to end.
    private func wait() -> Bool {
        var polled = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
        if items.count < Self.mostItems, opening <= Self.now {
            polled.append(pollfd(fd: door, events: Int16(POLLIN), revents: 0))
        }
        for (descriptor, wantsOutput) in items.flatMap(\.descriptors) {
            polled.append(
                pollfd(fd: descriptor, events: Int16(wantsOutput ? POLLIN | POLLOUT : POLLIN), revents: 0))
        }
        if poll(&polled, nfds_t(polled.count), milliseconds) < 0, errno != EINTR { return false }
        return polled[0].revents == 0
    }

    private var milliseconds: Int32 {
        var times = items.compactMap(\.deadline)
        // No descriptor reports the end of a killed process.
        if DecoderProcess.isWaiting { times.append(Self.now + Self.exitCheckInterval) }
        if opening > Self.now { times.append(opening) }
        if items.isEmpty, endsIdle { times.append(idleSince + Self.idleTime) }
        if let interval = ProgramService.interval { times.append(lastSign + interval) }
        guard let next = times.min() else { return -1 }
        return Int32((min(max(next - Self.now, 0), 3600) * 1000).rounded(.up))
    }

    private func accept(at now: Double) {
        while items.count < Self.mostItems, opening <= now {
            let descriptor = Glibc.accept(door, nil, nil)
            guard descriptor >= 0 else {
                // A call waits that the system has no room for, and `poll` would report it at once.
                if ![EAGAIN, EINTR, ECONNABORTED].contains(errno) { opening = now + Self.shortage }
                return
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            items.append(FilmItem(MessageSocket(adopting: descriptor, mostFiles: 1), socket, at: now))
        }
    }
}
