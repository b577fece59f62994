import ScreensLinux
import Synchronization

/// Runs work about paths of contents on threads of their own: a path on a dead share keeps its thread without end, and
/// nothing may block the main thread.
///
/// Threads are counted by the file system that they are in. So only a limited number of them hangs in a dead share, and
/// work about other file systems still gets threads.
package final class PathThreads: Sendable {
    /// The outcome of work.
    package enum Outcome<Value: Sendable>: Sendable {
        case done(Value)
        /// A path does not answer. The thread may still return; its result is dropped then.
        case hangs(PathHang)
    }

    /// The most threads in one file system.
    private let mostThreads: Int
    private let timeout: Duration
    /// The file systems that threads are in, by the numbers of their devices.
    private let fileSystems = Mutex<[String: PathFileSystem]>([:])

    /// - Parameters:
    ///   - mostThreads: the most threads in one file system. Further work waits for one of them, or fails at once if
    ///     all of them hang.
    ///   - timeout: how long a call may take before its path counts as hanging.
    package init(mostThreads: Int = 4, timeout: Duration = .seconds(10)) {
        self.mostThreads = mostThreads
        self.timeout = timeout
    }

    /// Runs work on a thread of its own.
    ///
    /// - Parameters:
    ///   - owner: the owner of the work. While a thread of this owner hangs in a file system, its further work there
    ///     fails at once.
    ///   - work: the work, which enters the file system of each path, and then touches the place without links.
    ///   - completion: called once, with the result, or when a path does not answer.
    ///   - again: called after a path has not answered, when it may answer again.
    /// - Returns: whether the system started the thread. If not, nothing is called.
    @MainLoop
    package func run<Value: Sendable>(
        for owner: PathOwner, _ work: @escaping @Sendable (PathVisit) throws(PathHang) -> Value,
        then completion: @escaping @MainLoop (Outcome<Value>) -> Void,
        again: @escaping @MainLoop () -> Void = {}
    ) -> Bool {
        let (visit, answer) = (PathVisit(owner, self, again: again), Answer(completion))
        let hasStarted = DetachedThread.start {
            visit.begin()
            let outcome: Outcome<Value>
            do throws(PathHang) {
                outcome = .done(try work(visit))
            } catch {
                outcome = .hangs(error)
            }
            visit.end()
            MainLoop.enqueue { answer.give(outcome) }
        }
        if hasStarted { check(visit, answer, after: timeout) }
        return hasStarted
    }

    /// The function that gets the outcome, once.
    @MainLoop
    private final class Answer<Value: Sendable> {
        private var completion: (@MainLoop (Outcome<Value>) -> Void)?
        /// The timer of the next check whether the thread hangs.
        var timer: LoopTimer?

        init(_ completion: @escaping @MainLoop (Outcome<Value>) -> Void) {
            self.completion = completion
        }

        func give(_ outcome: Outcome<Value>) {
            timer = nil
            let completion = completion
            self.completion = nil
            completion?(outcome)
        }
    }

    @MainLoop
    private func check<Value>(_ visit: PathVisit, _ answer: Answer<Value>, after delay: Duration) {
        answer.timer = LoopTimer(after: delay) { [self] in
            // The place is read before the age of the call: if the call is old, it has begun at this place.
            let place = visit.place
            let elapsed = visit.callStart?.duration(to: .now) ?? .zero
            guard elapsed >= timeout else { return check(visit, answer, after: timeout - elapsed) }
            guard let place, let hang = markHanging(visit, at: place, for: elapsed) else {
                // The call has just returned.
                return check(visit, answer, after: timeout)
            }
            answer.give(.hangs(hang))
        }
    }

    /// Counts a thread as hanging.
    ///
    /// - Returns: nil if it has left the file system.
    private func markHanging(
        _ visit: PathVisit, at place: (path: String, device: String), for elapsed: Duration
    ) -> PathHang? {
        let hang = PathHang(path: place.path, since: WallClock.seconds - elapsed.components.seconds)
        let isMarked = fileSystems.withLock { $0[place.device]?.mark(visit, hang) ?? false }
        return isMarked ? hang : nil
    }

    /// Counts a thread in a file system. If too many threads are in it, waits until another one leaves it. Blocks the
    /// thread.
    func enter(_ device: String, _ visit: PathVisit) throws(PathHang) {
        let turn = fileSystems.withLock { $0[device, default: PathFileSystem(mostThreads)].turn(for: visit) }
        try turn.wait()
    }

    /// Stops counting a thread that has entered a file system.
    func leave(_ device: String, _ visit: PathVisit) {
        let again = fileSystems.withLock { systems in
            let again = systems[device]?.leave(visit)
            if systems[device]?.isUnused == true { systems[device] = nil }
            return again ?? []
        }
        for body in again { MainLoop.enqueue(body) }
    }
}
