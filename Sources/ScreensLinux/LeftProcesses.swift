import CScreensLinux
import Glibc
import Synchronization

/// The processes that a program has started and left behind, of which this process becomes the parent.
///
/// For a process that runs one program: all of its other children count as left by that.
package enum LeftProcesses {
    /// The time between two looks at those that end.
    private static let interval = Duration.milliseconds(20)
    /// How long those that were killed are waited for: one may hang in a driver.
    private static let timeToDie = Duration.seconds(1)

    /// Makes this process the parent of all processes below it whose own parents have ended. Call it before the program is started.
    /// The corresponding C function is `prctl`, with `PR_SET_CHILD_SUBREAPER`.
    package static func adopt() {
        clinux_adopt_processes()
    }

    /// Reaps them as they end, on a thread of its own, until it has seen the end of the program, which is not to be reaped before:
    /// it would go on with the next program, and take the status of that.
    final class Reaper: Sendable {
        private let end = FutexWord()

        private init() {}

        /// - Returns: nil without a thread: they are reaped by ``LeftProcesses/end(within:_:)`` then.
        static func started(besides program: Int32) -> Reaper? {
            let reaper = Reaper()
            let isStarted: Void? = try? NativeThread.start(name: "reaper") {
                clinux_reap_others(program)
                reaper.end.pointer.pointee.store(1, ordering: .releasing)
                reaper.end.wakeAll()
            }
            return isStarted.map { reaper }
        }

        /// Returns when it has seen the end of the program.
        func waitForEnd() {
            while end.pointer.pointee.load(ordering: .acquiring) == 0 { end.wait(while: 0) }
        }
    }

    /// Ends all of them, those that they start meanwhile too, and waits for that: SIGTERM first, and SIGKILL later.
    ///
    /// - Parameters:
    ///   - grace: from the one signal to the other.
    ///   - wait: called again and again until they have ended, and returns within the given time.
    static func end(within grace: Duration, _ wait: (Duration) -> Void) {
        let deadline = MonotonicTime.now.advanced(by: grace)
        var requested: Set<Int32> = []
        // From the first SIGKILL on, however late the look is that sends it.
        var last: MonotonicTime?
        while true {
            let left = children.filter { waitpid($0, nil, WNOHANG) == 0 }
            let now = MonotonicTime.now
            guard !left.isEmpty, last.map({ now < $0 }) ?? true else { return }
            let isLate = now >= deadline
            if isLate, last == nil { last = now.advanced(by: timeToDie) }
            for process in left where isLate || requested.insert(process).inserted {
                // Another process may have the number of one that was reaped meanwhile.
                guard let handle = try? ProcessHandle(process), isChild(process) else { continue }
                handle.send(isLate ? SIGKILL : SIGTERM)
            }
            wait(interval)
        }
    }

    /// A program that starts processes faster than they are found would go on for ever.
    private static let mostRounds = 32

    /// Stops the program and all processes below it, also those that they start meanwhile.
    ///
    /// - Returns: those that were not stopped already, as a job of a shell may be.
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
                // Its children may have been passed over.
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

        /// Lets them go on. Children go first: a shell that goes on takes the terminal from a job that is stopped.
        package func resume() {
            for process in processes.reversed() { process.send(SIGCONT) }
        }
    }

    /// The processes whose parent this one is.
    private static var children: [Int32] {
        SystemFile.names(in: "/proc").compactMap { Int32($0) }.filter(isChild)
    }

    private static func isChild(_ process: Int32) -> Bool { parent(of: process) == getpid() }

    private static func parent(of process: Int32) -> Int32? { status(of: process)?.parent }

    private static func status(of process: Int32) -> (state: Substring, parent: Int32)? {
        // After the name, which may have any characters, there are the state and the number of the parent.
        guard let status = SystemFile.text("/proc/\(process)/stat"), let end = status.lastIndex(of: ")") else {
            return nil
        }
        let fields = status[end...].split(separator: " ")
        guard fields.count > 2, let parent = Int32(fields[2]) else { return nil }
        return (fields[1], parent)
    }
}
