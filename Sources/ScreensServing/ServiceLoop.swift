import Glibc

/// One call of the daemon that a ``ServiceLoop`` serves.
public protocol ServedCall: AnyObject {
    /// The descriptors that it waits for, and whether it has output for each.
    var descriptors: [(descriptor: Int32, wantsOutput: Bool)] { get }
    /// The time of `CLOCK_MONOTONIC`, in seconds, at which ``exchange(at:)`` is due if nothing comes before; nil for no
    /// such time.
    var deadline: Double? { get }
    /// Whether it has ended.
    var isOver: Bool { get }

    /// Takes what has come, and sends what is due. It does not wait for the daemon.
    ///
    /// - Parameter now: the time of `CLOCK_MONOTONIC` in seconds.
    func exchange(at now: Double)
}

/// The one loop of a program that the daemon calls: it polls the socket of the calls, the calls and the signals. The
/// thread that makes it runs it.
public final class ServiceLoop<Call: ServedCall> {
    /// The pause after a call that the system had no room to accept, in seconds.
    private static var shortage: Double { 1 }

    private let launch: ServiceLaunch
    private let mostCalls: Int
    private let idleTime: Double
    private let makeCall: (Int32, Double) -> Call
    private var calls: [Call] = []
    private var idleSince: Double
    private var lastSign = 0.0
    /// The time from which calls are taken.
    private var opening = 0.0
    /// The time at which the owner wants another turn.
    private var ownTime: Double?

    /// Makes a loop.
    ///
    /// - Parameters:
    ///   - launch: the descriptors of the program, which stay its own. The socket does not block from now on.
    ///   - mostCalls: the most calls at once. Further ones wait in the socket.
    ///   - idleTime: how long the program waits for another call before it ends, in seconds. A program that opened its
    ///     socket itself does not end, because no service manager would start it again.
    ///   - makeCall: makes a call of its connection, which it owns, and the time.
    public init(
        _ launch: ServiceLaunch, mostCalls: Int, idleTime: Double, makeCall: @escaping (Int32, Double) -> Call
    ) {
        self.launch = launch
        self.mostCalls = mostCalls
        self.idleTime = idleTime
        self.makeCall = makeCall
        idleSince = Self.now
        _ = fcntl(launch.door, F_SETFL, fcntl(launch.door, F_GETFL) | O_NONBLOCK)
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Runs until a signal comes, or until the program is not called for a while.
    ///
    /// - Parameter turn: called after the calls of each turn. It returns the seconds after which it wants another turn
    ///   even if nothing happens; nil for no such time.
    public func run(after turn: () -> Double? = { nil }) {
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
            ownTime = turn().map { Self.now + $0 }
            if launch.endsIdle, now - idleSince >= idleTime { break }
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
        var polled = [pollfd(fd: launch.signals, events: Int16(POLLIN), revents: 0)]
        if calls.count < mostCalls, opening <= Self.now {
            polled.append(pollfd(fd: launch.door, events: Int16(POLLIN), revents: 0))
        }
        for (descriptor, wantsOutput) in calls.flatMap(\.descriptors) {
            polled.append(
                pollfd(fd: descriptor, events: Int16(wantsOutput ? POLLIN | POLLOUT : POLLIN), revents: 0))
        }
        if poll(&polled, nfds_t(polled.count), milliseconds) < 0, errno != EINTR { return false }
        return polled[0].revents == 0
    }

    private var milliseconds: Int32 {
        var times = calls.compactMap(\.deadline)
        if let ownTime { times.append(ownTime) }
        if opening > Self.now { times.append(opening) }
        if calls.isEmpty, launch.endsIdle { times.append(idleSince + idleTime) }
        if let interval = ProgramService.interval { times.append(lastSign + interval) }
        guard let next = times.min() else { return -1 }
        return Int32((min(max(next - Self.now, 0), 3600) * 1000).rounded(.up))
    }

    private func accept(at now: Double) {
        while calls.count < mostCalls, opening <= now {
            let descriptor = Glibc.accept(launch.door, nil, nil)
            guard descriptor >= 0 else {
                // A call waits that the system has no room for, and `poll` would report it at once.
                if ![EAGAIN, EINTR, ECONNABORTED].contains(errno) { opening = now + Self.shortage }
                return
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            calls.append(makeCall(descriptor, now))
        }
    }
}
