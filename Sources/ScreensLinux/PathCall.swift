import Synchronization

/// The system call about a path that a thread is making. It does not return while the path is on a dead share.
///
/// The functions of this module that open, list, watch or examine a file record their calls here, so that another
/// thread can find out how long a call has been running.
package final class PathCall: Sendable {
    private static let ofThreads = ThreadValue { PathCall() }

    private let start = Mutex<MonotonicTime?>(nil)

    private init() {}

    /// The record of the calling thread.
    package static var ofThisThread: PathCall { ofThreads.current }

    /// The time at which the present call began; nil if the thread makes no such call.
    package var since: MonotonicTime? { start.withLock(\.self) }

    /// Records that `body` is such a call.
    package static func recorded<Value, Problem>(
        _ body: () throws(Problem) -> Value
    ) throws(Problem) -> Value {
        let call = ofThisThread
        call.start.withLock { $0 = .now }
        defer { call.start.withLock { $0 = nil } }
        return try body()
    }
}
