import ScreensLinux
import Synchronization

/// The turn of one picture to be read and decoded: each may take hundreds of megabytes for a moment.
///
/// If a picture takes long, such as a file of a share that hangs, or one with many scans, the turn passes to the next
/// picture, and the first goes on without it.
package final class DecodingTurn: Sendable {
    /// The turn of all pictures of this process.
    package static let shared = DecodingTurn()

    private struct State {
        /// The number of the picture whose turn it is, and when its turn ends.
        var current: (number: UInt64, end: MonotonicTime)?
        /// The numbers of the pictures that wait, in their order.
        var waiting: [UInt64] = []
        var lastNumber: UInt64 = 0
    }

    private let state = Mutex(State())
    /// The number of changes, on which threads sleep.
    private let changes = FutexWord()
    private let longest: Duration

    /// - Parameter longest: the time after which the turn passes to the next picture.
    init(longest: Duration = .seconds(2)) {
        self.longest = longest
    }

    /// Calls `body` when the pictures before have been decoded, or have used up their time. Blocks its thread.
    package func take<Result, Problem: Error>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result {
        let number = begin()
        defer { end(number) }
        return try body()
    }

    private func begin() -> UInt64 {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.waiting.append(state.lastNumber)
            return state.lastNumber
        }
        while true {
            let expected = changes.pointer.pointee.load(ordering: .acquiring)
            let (isTaken, deadline) = state.withLock { state -> (Bool, MonotonicTime?) in
                guard state.waiting.first == number else { return (false, nil) }
                let now = MonotonicTime.now
                if let end = state.current?.end, now < end { return (false, end) }
                state.waiting.removeFirst()
                state.current = (number, now.advanced(by: longest))
                return (true, nil)
            }
            if isTaken {
                // Wakes the next picture, which then waits for the end of this turn.
                change()
                return number
            }
            changes.wait(while: expected, until: deadline)
        }
    }

    private func end(_ number: UInt64) {
        state.withLock { if $0.current?.number == number { $0.current = nil } }
        change()
    }

    private func change() {
        changes.pointer.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing)
        changes.wakeAll()
    }
}
