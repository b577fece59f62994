import CScreensLinux
import Glibc
import Synchronization

/// The loop of a thread: it waits with epoll, and runs jobs, timers and the handlers of descriptors.
package final class EventLoop: Sendable {
    private struct Handler {
        /// The number of the watch: the number of a closed descriptor is soon reused, and an event of the former one
        /// may still be pending.
        let number: UInt32
        let body: @Sendable (Readiness) -> Void
    }

    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var timers: [(id: UInt64, deadline: MonotonicTime, body: @Sendable () -> Void)] = []
        var lastTimer: UInt64 = 0
        var handlers: [Int32: Handler] = [:]
        var lastHandler: UInt32 = 0
        var isRunning = true
        /// Whether the loop waits, or is about to, with nothing left to do.
        var isWaiting = false

        /// Removes the timer with the earliest deadline, if it has passed; among equal deadlines the one scheduled
        /// first.
        mutating func takeTimer(dueBy now: MonotonicTime) -> (@Sendable () -> Void)? {
            let next = timers.indices.min { timers[$0].deadline < timers[$1].deadline }
            guard let next, timers[next].deadline <= now else { return nil }
            return timers.remove(at: next).body
        }
    }

    /// The time source of its timers.
    package let time: TimeSource

    private let state = Mutex(State())
    private let poll: OwnedDescriptor
    private let wakeUp: EventCounter
    private let threadID = Atomic<Int32>(0)

    package init(time: TimeSource = .system) throws(SystemError) {
        self.time = time
        let poll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard poll >= 0 else { throw Self.failure("epoll_create1") }
        self.poll = OwnedDescriptor(adopting: poll)
        wakeUp = try EventCounter(for: "an event loop")
        try watch(wakeUp.descriptor, for: .input) { _ in }
        time.manual?.add(self)
    }

    /// Whether the caller is on the thread that runs the loop.
    package var isOnItsThread: Bool { threadID.load(ordering: .relaxed) == NativeThread.currentID }

    /// Calls `handler` on the loop's thread whenever the descriptor is ready, until ``unwatch(_:)``, which must be
    /// called before the descriptor is closed.
    package func watch(
        _ descriptor: Int32, for readiness: Readiness, _ handler: @escaping @Sendable (Readiness) -> Void
    ) throws(SystemError) {
        let former = state.withLock { state in
            state.lastHandler &+= 1
            return state.handlers.updateValue(Handler(number: state.lastHandler, body: handler), forKey: descriptor)
        }
        guard control(EPOLL_CTL_ADD, descriptor, readiness) else {
            let failure = Self.failure("epoll_ctl")
            state.withLock { $0.handlers[descriptor] = former }
            throw failure
        }
    }

    /// Waits for other states of a watched descriptor from now on; if empty, only for its hangup.
    package func watch(_ descriptor: Int32, onlyFor readiness: Readiness) {
        _ = control(EPOLL_CTL_MOD, descriptor, readiness)
    }

    package func unwatch(_ descriptor: Int32) {
        _ = control(EPOLL_CTL_DEL, descriptor, [])
        state.withLock { _ = $0.handlers.removeValue(forKey: descriptor) }
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ readiness: Readiness) -> Bool {
        var event = epoll_event()
        event.events = readiness.rawValue
        let number = state.withLock { $0.handlers[descriptor]?.number ?? 0 }
        event.data.u64 = UInt64(number) << 32 | UInt64(UInt32(bitPattern: descriptor))
        return epoll_ctl(poll.rawValue, operation, descriptor, &event) == 0
    }

    /// Calls `body` once on the loop's thread, at a point in time.
    ///
    /// - Returns: the timer's number, for ``cancel(_:)``.
    @discardableResult
    package func schedule(at deadline: MonotonicTime, _ body: @escaping @Sendable () -> Void) -> UInt64 {
        let id = state.withLock { state in
            state.lastTimer += 1
            state.timers.append((state.lastTimer, deadline, body))
            return state.lastTimer
        }
        wake()
        return id
    }

    /// Cancels a timer that has not fired.
    package func cancel(_ timer: UInt64) {
        state.withLock { state in state.timers.removeAll { $0.id == timer } }
    }

    /// Calls `job` once on the loop's thread, soon, after the earlier jobs.
    package func enqueue(_ job: @escaping @Sendable () -> Void) {
        state.withLock { $0.jobs.append(job) }
        wake()
    }

    /// Makes ``run()`` return.
    package func stop() {
        state.withLock { state in
            state.isRunning = false
            state.timers = []
            state.handlers = [:]
        }
        wake()
    }

    /// Runs on the caller's thread until ``stop()``.
    package func run() {
        threadID.store(NativeThread.currentID, ordering: .relaxed)
        var events = [epoll_event](repeating: epoll_event(), count: 16)
        loop: while true {
            let timeout: Int32
            switch runDueWork() {
            case .nothing:
                time.manual?.noteIdle()
                timeout = millisecondsToNextTimer()
            case .more: timeout = 0
            case .end: break loop
            }
            let count = epoll_wait(poll.rawValue, &events, 16, timeout)
            state.withLock { $0.isWaiting = false }
            for index in 0..<max(0, Int(count)) {
                let data = events[index].data.u64
                let descriptor = Int32(truncatingIfNeeded: data)
                if descriptor == wakeUp.descriptor {
                    wakeUp.take()
                } else if let handler = state.withLock({ $0.handlers[descriptor] }), handler.number == data >> 32 {
                    handler.body(Readiness(rawValue: events[index].events))
                }
            }
        }
        time.manual?.noteIdle()
    }

    /// The state after a round of jobs and a due timer.
    private enum Rest {
        case nothing
        /// Further jobs, each of which may enqueue the next forever: descriptors come before them.
        case more
        /// No jobs, and the thread must end.
        case end
    }

    private func runDueWork() -> Rest {
        let jobs = state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in jobs { job() }
        // One timer at a time, because it may cancel the next one.
        let (timer, isIdle, isRunning) = state.withLock { state in
            let timer = state.takeTimer(dueBy: time.now)
            state.isWaiting = timer == nil && state.jobs.isEmpty
            return (timer, state.isWaiting, state.isRunning)
        }
        timer?()
        guard isIdle else { return .more }
        return isRunning ? .nothing : .end
    }

    private func millisecondsToNextTimer() -> Int32 {
        guard time.manual == nil, let next = deadline else { return -1 }
        // The time is rounded up, because a timer that fires early would be set again at once.
        return Int32(clamping: max(0, (next.nanoseconds - MonotonicTime.now.nanoseconds + 999_999) / 1_000_000))
    }

    /// Wakes the loop's thread, unless the caller is on it: that thread checks for jobs before it sleeps.
    private func wake() {
        guard !isOnItsThread else { return }
        wakeUp.add()
    }

    private static func failure(_ call: String) -> SystemError {
        SystemError(call: call, object: "an event loop", errno: errno)
    }
}

extension EventLoop: ManualSleeper {
    package var deadline: MonotonicTime? { state.withLock { $0.timers.map(\.deadline).min() } }

    package var isIdle: Bool {
        let (isRunning, isWaiting) = state.withLock { state in
            (
                state.isRunning,
                state.isWaiting && state.jobs.isEmpty && !state.timers.contains { $0.deadline <= time.now }
            )
        }
        // A ready descriptor is about to wake it.
        return !isRunning || isWaiting && DescriptorPoll.wait(for: poll.rawValue, and: nil, until: .zero) == nil
    }

    package func wake(at now: MonotonicTime) {
        wakeUp.add()
    }
}
