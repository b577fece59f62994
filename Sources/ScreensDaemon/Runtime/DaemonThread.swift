import Linux
import Screens

/// The main thread as the daemon's executor: a loop that waits for descriptors and deadlines, and runs jobs between.
final class DaemonThread: SerialExecutor {
    let loop: EventLoop

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        loop.enqueue { job.runSynchronously(on: executor) }
    }

    func checkIsolated() {
        precondition(loop.isOnItsThread, "called on another thread than the main one")
    }
}
