import CLinux
import Glibc
import KMS
import Synchronization

/// What a ``DisplayThread`` does: waits with epoll, and runs what is due.
final class PollLoop: Sendable {
    private struct State {
        var jobs: [(job: UnownedJob, executor: UnownedSerialExecutor)] = []
        var timers: [(deadline: Int64, body: @Sendable () -> Void)] = []
        var handlers: [Int32: @Sendable () -> Void] = [:]
        var isRunning = true
    }

    private let state = Mutex(State())
    private let poll: OwnedDescriptor
    private let wakeUp: OwnedDescriptor
    private let threadID = Atomic<Int32>(0)

    init() throws(ScreenError) {
        let poll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard poll >= 0 else { throw Self.failure("epoll_create1") }
        self.poll = OwnedDescriptor(adopting: poll)
        let wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeUp >= 0 else { throw Self.failure("eventfd") }
        self.wakeUp = OwnedDescriptor(adopting: wakeUp)
        try watch(wakeUp) {}
    }

    var isOnItsThread: Bool { threadID.load(ordering: .relaxed) == clinux_thread_id() }

    func watch(_ descriptor: Int32, _ handler: @escaping @Sendable () -> Void) throws(ScreenError) {
        state.withLock { $0.handlers[descriptor] = handler }
        var event = epoll_event()
        event.events = CLINUX_EPOLLIN
        event.data.fd = descriptor
        guard epoll_ctl(poll.rawValue, EPOLL_CTL_ADD, descriptor, &event) == 0 else {
            throw Self.failure("epoll_ctl")
        }
    }

    func schedule(at deadline: Int64, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.timers.append((deadline, body)) }
        wake()
    }

    func enqueue(_ job: UnownedJob, on executor: UnownedSerialExecutor) {
        state.withLock { $0.jobs.append((job, executor)) }
        wake()
    }

    /// Makes ``run()`` return.
    func stop() {
        state.withLock { state in
            state.isRunning = false
            state.timers = []
            state.handlers = [:]
        }
        wake()
    }

    func run() {
        threadID.store(clinux_thread_id(), ordering: .relaxed)
        var events = [epoll_event](repeating: epoll_event(), count: 16)
        while runWhatIsDue() {
            let count = epoll_wait(poll.rawValue, &events, 16, millisecondsToNextTimer())
            for index in 0..<max(0, Int(count)) {
                let descriptor = events[index].data.fd
                if descriptor == wakeUp.rawValue {
                    var value: UInt64 = 0
                    _ = read(descriptor, &value, 8)
                } else if let handler = state.withLock({ $0.handlers[descriptor] }) {
                    handler()
                }
            }
        }
    }

    /// - Returns: whether the thread is to go on.
    private func runWhatIsDue() -> Bool {
        while true {
            let now = MonotonicClock.now
            let (jobs, due, isRunning) = state.withLock { state in
                let jobs = state.jobs
                state.jobs = []
                let due = state.timers.filter { $0.deadline <= now }
                state.timers.removeAll { $0.deadline <= now }
                return (jobs, due.map(\.body), state.isRunning)
            }
            for (job, executor) in jobs { job.runSynchronously(on: executor) }
            for body in due { body() }
            if jobs.isEmpty && due.isEmpty { return isRunning }
        }
    }

    private func millisecondsToNextTimer() -> Int32 {
        guard let next = state.withLock({ state in state.timers.map(\.deadline).min() }) else { return -1 }
        // Rounded up: a timer that fires early would be asked for again at once.
        return Int32(clamping: max(0, (next - MonotonicClock.now + 999_999) / 1_000_000))
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(wakeUp.rawValue, &one, 8)
    }

    private static func failure(_ call: String) -> ScreenError {
        ScreenError(.system, operation: call, object: "a display thread", errno: errno)
    }
}
