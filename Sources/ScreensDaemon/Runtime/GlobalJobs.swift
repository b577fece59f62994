import CScreensDaemon
import Screens
import ScreensLinux

/// Runs the jobs that belong to no actor on the main loop.
///
/// Otherwise libdispatch would run them. It wakes once a second to manage its thread pool, for as long as the process
/// lives. This process sleeps for days.
final class GlobalJobs: TaskExecutor {
    /// The instance for the hooks, which carry no context.
    private static let shared = GlobalJobs()

    /// Takes over all such jobs, permanently. Call this before the first task.
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
        // A job is only a pointer for the Swift runtime.
        let job = unsafeBitCast(pointer, to: UnownedJob.self)
        guard delay > 0 else { return enqueue(job) }
        // The delay is clamped, so that a task that sleeps for ever is not woken at once.
        let time = MonotonicTime.now.advanced(by: .nanoseconds(Int64(clamping: delay)))
        MainLoop.shared.events.schedule(at: time) { [self] in enqueue(job) }
    }
}
