import CScreensLinux
import Glibc
import Synchronization

/// The processes that a program has started and left behind, and whose parent this process becomes.
///
/// For a process that runs one program: all its other children count as left by that program.
package enum LeftProcesses {
    /// The time between two checks for ended processes.
    private static let interval = Duration.milliseconds(20)
    /// The time to wait for killed processes: one may hang in a driver.
    private static let timeToDie = Duration.seconds(1)

    /// Makes this process the parent of all processes below it whose own parents have ended. Call it before starting
    /// the program. The corresponding C function is `prctl` with `PR_SET_CHILD_SUBREAPER`.
    package static func adopt() {
        clinux_adopt_processes()
    }

    /// Reaps the processes as they end, on a thread of its own, until it has seen the end of the program. The program
    /// must not be reaped earlier: the thread would continue with the next program, and take its status.
    final class Reaper: Sendable {
        private let end = FutexWord()

        private init() {}

        /// - Returns: nil without a thread: ``LeftProcesses/end(within:now:_:)`` then reaps them.
        static func started(besides program: Int32) -> Reaper? {
            let reaper = Reaper()
            let isStarted: Void? = try? NativeThread.start(name: "reaper") {
                clinux_reap_others(program)
                reaper.end.pointer.pointee.store(1, ordering: .releasing)
                reaper.end.wakeAll()
            }
            return isStarted.map { reaper }
        }

        /// Returns after the thread has seen the end of the program.
        func waitForEnd() {
            while end.pointer.pointee.load(ordering: .acquiring) == 0 { end.wait(while: 0) }
        }
    }

    /// Ends all these processes, and the processes that they start meanwhile, and waits for that: with SIGTERM first,
    /// and SIGKILL later.
    ///
    /// - Parameters:
    ///   - grace: the time between the two signals.
    ///   - now: returns the current time.
    ///   - wait: called repeatedly until they have ended; it returns within the given time.
    static func end(
        within grace: Duration, now: () -> MonotonicTime = { .now }, _ wait: (Duration) -> Void
    ) {
        let deadline = now().advanced(by: grace)
        var requested: Set<Int32> = []
        // The wait counts from the first SIGKILL, however late the check that sends it.
        var last: MonotonicTime?
        while true {
            let left = children.filter { waitpid($0, nil, WNOHANG) == 0 }
            let now = now()
            guard !left.isEmpty, last.map({ now < $0 }) ?? true else { return }
            let isLate = now >= deadline
            if isLate, last == nil { last = now.advanced(by: timeToDie) }
            for process in left where isLate || requested.insert(process).inserted {
                // Another process may have the number of a process that was reaped meanwhile.
                guard let handle = try? ProcessHandle(process), isChild(process) else { continue }
                handle.send(isLate ? SIGKILL : SIGTERM)
            }
            wait(interval)
        }
    }

    /// The limit of rounds: a program that starts processes faster than they are found would continue forever.
    private static let mostRounds = 32

    /// Stops the program and all processes below it, and the processes that they start meanwhile.
    ///
    /// - Returns: the processes that were not already stopped, as a job of a shell may be.
    package static func pause() -> Paused {
        var reached: Set<Int32> = [getpid()]
        var stopped: [ProcessHandle] = []
        var (isComplete, rounds) = (false, 0)
        while !isComplete, rounds < mostRounds {
            (isComplete, rounds) = (true, rounds + 1)
            for process in SystemFile.names(in: "/proc").compactMap({ Int32($0) }) where !reached.contains(process) {
                guard let found = status(of: process), reached.contains(found.parent),
                    let handle = try? ProcessHandle(process), status(of: process)?.parent == found.parent
                else { continue }
                if found.state != "T" {
                    handle.send(SIGSTOP)
                    stopped.append(handle)
                }
                reached.insert(process)
                // Its children may have been missed.
                isComplete = false
            }
        }
        return Paused(stopped)
    }

    /// Processes that are stopped.
    package struct Paused: Sendable {
        private let processes: [ProcessHandle]

        fileprivate init(_ processes: [ProcessHandle]) {
            self.processes = processes
        }

        /// Continues them. Children come first: a continued shell takes the terminal from a stopped job.
        package func resume() {
            for process in processes.reversed() { process.send(SIGCONT) }
        }
    }

    /// The processes whose parent is this process.
    private static var children: [Int32] {
        SystemFile.names(in: "/proc").compactMap { Int32($0) }.filter(isChild)
    }

    private static func isChild(_ process: Int32) -> Bool { parent(of: process) == getpid() }

    private static func parent(of process: Int32) -> Int32? { status(of: process)?.parent }

    private static func status(of process: Int32) -> (state: Substring, parent: Int32)? {
        // The state and the number of the parent follow the name, which may have any characters.
        guard let status = SystemFile.text("/proc/\(process)/stat"), let end = status.lastIndex(of: ")") else {
            return nil
        }
        let fields = status[end...].split(separator: " ")
        guard fields.count > 2, let parent = Int32(fields[2]) else { return nil }
        return (fields[1], parent)
    }
}
