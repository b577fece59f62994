import Glibc
import ScreensServing
import Typesetting

/// The one loop of the program: it polls the socket on which the daemon calls, the calls and the signals.
final class WordsLoop {
    /// How long the program waits for another call before it ends, in seconds. The service manager starts it again. A
    /// clock of minutes keeps it.
    private static let idleTime = 75.0
    /// The most calls at once.
    private static let mostCalls = 16
    /// The pause after a call that the system had no room to accept, in seconds.
    private static let shortage = 1.0

    private let door: Int32
    private let signals: Int32
    private let endsIdle: Bool
    private var calls: [WordsCall] = []
    private var idleSince: Double
    private var lastSign = 0.0
    /// The time from which calls are taken.
    private var opening = 0.0

    /// - Parameters:
    ///   - door: a listening socket, which does not block from now on.
    ///   - signals: a descriptor that can be read when the program is to end.
    ///   - endsIdle: whether the program ends when it is not called.
    init(_ door: Int32, signals: Int32, endsIdle: Bool) {
        self.door = door
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

    /// Runs until a signal comes, or until the program is not called for a while.
    func run() {
        // The list of fonts is read here: a machine that has it not in its cache takes seconds for that.
        WordsPicture.readFonts()
        ProgramService.notify("READY=1")
        while true {
            giveSign()
            guard wait() else { break }
            let now = Self.now
            accept(at: now)
            for call in calls {
                // A call may take long: much work is not a hang.
                giveSign()
                call.exchange(at: now)
            }
            // A call that has come and is over counts as well.
            if !calls.isEmpty { idleSince = Self.now }
            calls.removeAll(where: \.isOver)
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
        if calls.count < Self.mostCalls, opening <= Self.now {
            polled.append(pollfd(fd: door, events: Int16(POLLIN), revents: 0))
        }
        for call in calls {
            let events = call.wantsOutput ? POLLIN | POLLOUT : POLLIN
            polled.append(pollfd(fd: call.descriptor, events: Int16(events), revents: 0))
        }
        if poll(&polled, nfds_t(polled.count), milliseconds) < 0, errno != EINTR { return false }
        return polled[0].revents == 0
    }

    private var milliseconds: Int32 {
        var times = calls.map(\.deadline)
        if opening > Self.now { times.append(opening) }
        if calls.isEmpty, endsIdle { times.append(idleSince + Self.idleTime) }
        if let interval = ProgramService.interval { times.append(lastSign + interval / 2) }
        guard let next = times.min() else { return -1 }
        return Int32((min(max(next - Self.now, 0), 3600) * 1000).rounded(.up))
    }

    private func accept(at now: Double) {
        while calls.count < Self.mostCalls, opening <= now {
            let descriptor = Glibc.accept(door, nil, nil)
            guard descriptor >= 0 else {
                // A call waits that the system has no room for, and `poll` would report it at once.
                if ![EAGAIN, EINTR, ECONNABORTED].contains(errno) { opening = now + Self.shortage }
                return
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            calls.append(WordsCall(descriptor, at: now))
        }
    }
}
