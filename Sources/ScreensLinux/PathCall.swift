import Synchronization

/// The system call about a path that a thread is making. It does not return while the path is on a dead share.
///
/// The functions of this module for paths that contents, clients or the metrics name record each of their calls here,
/// so that another thread can find out how long a call has been running.
package final class PathCall: Sendable {
    private static let ofThreads = ThreadValue { PathCall() }

    /// The time at which the present call began, in nanoseconds; 0 if the thread makes no such call.
    private let start = Atomic<Int64>(0)

    private init() {}

    /// The record of the calling thread.
    package static var ofThisThread: PathCall { ofThreads.current }

    /// The time at which the present call began; nil if the thread makes no such call.
    package var since: MonotonicTime? {
        let nanoseconds = start.load(ordering: .relaxed)
        return nanoseconds == 0 ? nil : MonotonicTime(nanoseconds: nanoseconds)
    }

    /// Records that `body` is such a call, and one alone: work of several calls may take long though each returns. It
    /// leaves `errno` as the call has set it.
    package static func recorded<Value>(_ body: () -> Value) -> Value {
        let call = ofThisThread
        call.start.store(MonotonicTime.now.nanoseconds, ordering: .relaxed)
        defer { call.start.store(0, ordering: .relaxed) }
        return body()
    }
}
