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

    fileprivate struct Thread {
        let number: UInt64
        let owner: PathOwner
        /// Set once the thread counts as hanging.
        var hang: PathHang?
    }

    fileprivate struct FileSystem {
        var threads: [Thread] = []
        /// The threads that wait until another one leaves, in their order.
        var waiting: [Completion] = []
        /// The owners whose work was refused or hangs here, and the functions that try it again.
        var refused: [(owner: PathOwner, again: @MainLoop () -> Void)] = []
    }

    fileprivate enum Entry {
        case entered
        case waits(Completion)
        case hangs(PathHang)
    }

    fileprivate struct State {
        var lastNumber: UInt64 = 0
        /// The file systems that threads are in, by the numbers of their devices.
        var fileSystems: [String: FileSystem] = [:]
    }

    /// The most threads in one file system.
    private let mostThreads: Int
    private let timeout: Duration
    private let state = Mutex(State())

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
    ///   - owner: the owner of the work. While a thread of its hangs in a file system, further work of it there fails
    ///     at once.
    ///   - work: the work, which enters the file system of each path before it touches that path.
    ///   - completion: called once, with the result, or when a path does not answer.
    ///   - again: called after a path has not answered, when it may answer again.
    /// - Returns: whether the system started the thread. If not, nothing is called.
    @MainLoop
    package func run<Value: Sendable>(
        for owner: PathOwner, _ work: @escaping @Sendable (PathVisit) throws(PathHang) -> Value,
        then completion: @escaping @MainLoop (Outcome<Value>) -> Void,
        again: @escaping @MainLoop () -> Void = {}
    ) -> Bool {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let (visit, answer) = (PathVisit(number, owner, self, again: again), Answer(completion))
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
            let elapsed = visit.callStart?.duration(to: .now) ?? .zero
            guard elapsed >= timeout else { return check(visit, answer, after: timeout - elapsed) }
            guard let hang = markHanging(visit, for: elapsed) else {
                // The call has just returned.
                return check(visit, answer, after: timeout)
            }
            answer.give(.hangs(hang))
        }
    }

    /// Counts a thread as hanging.
    ///
    /// - Returns: nil if it has left the file system.
    private func markHanging(_ visit: PathVisit, for elapsed: Duration) -> PathHang? {
        guard let (path, device) = visit.place else { return nil }
        let hang = PathHang(path: path, since: WallClock.seconds - elapsed.components.seconds)
        let woken: [Completion]? = state.withLock { state in
            guard var system = state.fileSystems[device],
                let index = system.threads.firstIndex(where: { $0.number == visit.number })
            else { return nil }
            system.threads[index].hang = hang
            system.refuse(visit)
            var woken: [Completion] = []
            if system.firstHang(among: mostThreads) != nil { swap(&woken, &system.waiting) }
            state.fileSystems[device] = system
            return woken
        }
        guard let woken else { return nil }
        for completion in woken { completion.signal() }
        return hang
    }

    /// Counts a thread in a file system. If too many threads are in it, waits until another one leaves it. Blocks the
    /// thread.
    func enter(_ device: String, _ visit: PathVisit) throws(PathHang) {
        while true {
            let entry = state.withLock { $0.enter(device, visit, mostThreads) }
            switch entry {
            case .entered: return
            case .waits(let completion): while !completion.wait(until: .now.advanced(by: .seconds(3600))) {}
            case .hangs(let hang): throw hang
            }
        }
    }

    /// Stops counting a thread that has entered a file system.
    func leave(_ device: String, _ visit: PathVisit) {
        let (next, again) = state.withLock { $0.leave(device, visit) }
        next?.signal()
        for body in again { MainLoop.enqueue(body) }
    }
}

extension PathThreads.FileSystem {
    /// The hang that began first, if as many threads hang as may be in this file system; otherwise nil.
    fileprivate func firstHang(among mostThreads: Int) -> PathHang? {
        let hangs = threads.compactMap(\.hang)
        return hangs.count >= mostThreads ? hangs.min { $0.since < $1.since } : nil
    }

    fileprivate mutating func refuse(_ visit: PathVisit) {
        refused.removeAll { $0.owner == visit.owner }
        refused.append((visit.owner, visit.again))
    }
}

extension PathThreads.State {
    fileprivate mutating func enter(_ device: String, _ visit: PathVisit, _ mostThreads: Int) -> PathThreads.Entry {
        var system = fileSystems[device] ?? PathThreads.FileSystem()
        defer { fileSystems[device] = system }
        let own = system.threads.first { $0.owner == visit.owner && $0.hang != nil }
        if let hang = own?.hang ?? system.firstHang(among: mostThreads) {
            system.refuse(visit)
            return .hangs(hang)
        }
        guard system.threads.count < mostThreads else {
            let completion = Completion()
            system.waiting.append(completion)
            return .waits(completion)
        }
        system.threads.append(PathThreads.Thread(number: visit.number, owner: visit.owner))
        return .entered
    }

    /// - Returns: the thread that may enter next, and the work to try again.
    fileprivate mutating func leave(
        _ device: String, _ visit: PathVisit
    ) -> (next: Completion?, again: [@MainLoop () -> Void]) {
        guard var system = fileSystems[device],
            let index = system.threads.firstIndex(where: { $0.number == visit.number })
        else { return (nil, []) }
        var again: [@MainLoop () -> Void] = []
        if system.threads.remove(at: index).hang != nil {
            again = system.refused.map(\.again)
            system.refused = []
        }
        let next = system.waiting.isEmpty ? nil : system.waiting.removeFirst()
        let isUnused = system.threads.isEmpty && system.waiting.isEmpty && system.refused.isEmpty
        fileSystems[device] = isUnused ? nil : system
        return (next, again)
    }
}
