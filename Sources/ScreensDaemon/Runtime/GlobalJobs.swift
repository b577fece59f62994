import CScreensDaemon
import Screens
import ScreensLinux

/// Runs the jobs that belong to no actor on the main loop.
///
/// libdispatch, which would run them otherwise, wakes to manage its pool of threads once a second for as long as the process
/// lives. This process sleeps for days.
final class GlobalJobs: TaskExecutor {
    /// The hooks carry no context, and find it by this.
    private static let shared = GlobalJobs()

    /// From now on, for good. It has to be called before there is a task.
    static func takeOver() {
        cdaemon_take_global_jobs(
            { GlobalJobs.shared.enqueue($0, after: 0) },
            { GlobalJobs.shared.enqueue($1, after: $0) })
    }

    func enqueue(_ job: consuming ExecutorJob) {
        enqueue(UnownedJob(job))
    }

    func enqueue(_ job: UnownedJob) {
        let executor = asUnownedTaskExecutor()
        MainLoop.shared.events.enqueue { job.runSynchronously(on: executor) }
    }

    private func enqueue(_ pointer: UnsafeMutableRawPointer?, after delay: UInt64) {
        guard let pointer else { return }
        // A job is a pointer to the runtime, and nothing else.
        let job = unsafeBitCast(pointer, to: UnownedJob.self)
        guard delay > 0 else { return enqueue(job) }
        // Saturated: a task that sleeps for ever must not be woken at once.
        let time = MonotonicTime.now.advanced(by: .nanoseconds(Int64(clamping: delay)))
        MainLoop.shared.events.schedule(at: time) { [self] in enqueue(job) }
    }
}
