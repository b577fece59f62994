import ScreensLinux
import Synchronization

/// A file system, the threads in it, and the threads that wait for it.
struct PathFileSystem {
    private struct Thread {
        let visit: PathVisit
        /// Set once the thread counts as hanging.
        var hang: PathHang?
    }

    /// Work that was refused or hangs here.
    private struct Refused {
        weak var owner: PathOwner?
        /// The function that tries it again.
        let again: @MainLoop () -> Void
    }

    /// The most threads in it.
    private let mostThreads: Int
    private var threads: [Thread] = []
    /// The threads that wait until another one leaves, in their order.
    private var waiting: [PathTurn] = []
    /// The last refused work of each owner.
    private var refused: [Refused] = []

    init(_ mostThreads: Int) {
        self.mostThreads = mostThreads
    }

    var isUnused: Bool { threads.isEmpty }

    /// Counts a thread, refuses it, or makes it wait.
    mutating func turn(for visit: PathVisit) -> PathTurn {
        let turn = PathTurn(visit)
        if let hang = hang(for: visit.owner) {
            refuse(visit)
            turn.give(hang)
        } else if threads.count < mostThreads {
            threads.append(Thread(visit: visit))
            turn.give(nil)
        } else {
            waiting.append(turn)
        }
        return turn
    }

    /// Counts a thread as hanging, and refuses the threads whose turn does not come for that.
    ///
    /// - Returns: false if it has left.
    mutating func mark(_ visit: PathVisit, _ hang: PathHang) -> Bool {
        guard let index = threads.firstIndex(where: { $0.visit === visit }) else { return false }
        threads[index].hang = hang
        refuse(visit)
        let former = waiting
        waiting = []
        for turn in former {
            if let hang = self.hang(for: turn.visit.owner) {
                refuse(turn.visit)
                turn.give(hang)
            } else {
                waiting.append(turn)
            }
        }
        return true
    }

    /// Stops counting a thread, and gives its place to the next one.
    ///
    /// - Returns: the work to try again.
    mutating func leave(_ visit: PathVisit) -> [@MainLoop () -> Void] {
        guard let index = threads.firstIndex(where: { $0.visit === visit }) else { return [] }
        var again: [@MainLoop () -> Void] = []
        if threads.remove(at: index).hang != nil {
            again = refused.filter { $0.owner != nil }.map(\.again)
            refused = []
        }
        if !waiting.isEmpty {
            let next = waiting.removeFirst()
            threads.append(Thread(visit: next.visit))
            next.give(nil)
        }
        return again
    }

    /// The hang for which work of an owner is refused: its own, or the first one if as many threads hang as may be in
    /// this file system.
    private func hang(for owner: PathOwner) -> PathHang? {
        let own = threads.first { $0.hang != nil && $0.visit.owner === owner }
        let hangs = threads.compactMap(\.hang)
        return own?.hang ?? (hangs.count >= mostThreads ? hangs.min { $0.since < $1.since } : nil)
    }

    private mutating func refuse(_ visit: PathVisit) {
        // The share may never answer, and many owners come and go meanwhile.
        refused.removeAll { $0.owner == nil || $0.owner === visit.owner }
        refused.append(Refused(owner: visit.owner, again: visit.again))
    }
}

/// The turn of a thread to enter a file system.
final class PathTurn: Sendable {
    fileprivate let visit: PathVisit
    private let end = Completion()
    private let hang = Mutex<PathHang?>(nil)

    fileprivate init(_ visit: PathVisit) {
        self.visit = visit
    }

    /// Lets the thread enter, or refuses it because of a hang.
    fileprivate func give(_ hang: PathHang?) {
        self.hang.withLock { $0 = hang }
        end.signal()
    }

    /// Blocks the thread until its turn comes.
    func wait() throws(PathHang) {
        while !end.wait(until: .distantFuture) {}
        if let hang = hang.withLock(\.self) { throw hang }
    }
}
