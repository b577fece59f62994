import CDaemon
import Linux
import Screens
import Synchronization

/// Has the jobs that belong to no actor run on the daemon's loop.
///
/// libdispatch, which would run them otherwise, looks after its pool of threads once a second for as long as the process
/// lives. This one is to sleep for days.
final class GlobalJobs: TaskExecutor {
    /// What the hooks, which carry no context, find it by. It is set once, before there is a task.
    private static let shared = Mutex<GlobalJobs?>(nil)

    private let loop: EventLoop

    private init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// From now on, for good. Has to be called before there is a task.
    static func run(on loop: EventLoop) {
        shared.withLock { $0 = GlobalJobs(loop) }
        cdaemon_take_global_jobs(
            { GlobalJobs.enqueue($0, after: 0) },
            { GlobalJobs.enqueue($1, after: $0) })
    }

    func enqueue(_ job: consuming ExecutorJob) {
        enqueue(UnownedJob(job))
    }

    func enqueue(_ job: UnownedJob) {
        let executor = asUnownedTaskExecutor()
        loop.enqueue { job.runSynchronously(on: executor) }
    }

    private static func enqueue(_ pointer: UnsafeMutableRawPointer?, after delay: UInt64) {
        guard let pointer, let jobs = shared.withLock(\.self) else { return }
        // A job is a pointer to the runtime, and nothing else.
        let job = unsafeBitCast(pointer, to: UnownedJob.self)
        guard delay > 0 else { return jobs.enqueue(job) }
        // Who sleeps for ever is not to be woken at once.
        let (time, isTooFar) = MonotonicClock.now.addingReportingOverflow(Int64(clamping: delay))
        jobs.loop.schedule(at: isTooFar ? .max : time) { jobs.enqueue(job) }
    }
}
