import Glibc
import Synchronization

/// Lets a screen's thread draw and commit, until it is closed for good.
///
/// Once it is closed no call of the delegate starts and no commit is made; a call that runs is not waited for, a commit
/// that runs is, which takes microseconds. So a CRTC can be switched off, or given to somebody else, whatever a delegate
/// is doing.
struct DrawingGate: ~Copyable, Sendable {
    private enum Bits {
        static let drawing = 1
        static let committing = 2
        static let closed = 4
    }

    private let state = Atomic<Int>(0)

    var isClosed: Bool { state.load(ordering: .acquiring) & Bits.closed != 0 }

    /// - Returns: whether the delegate may be called; ``endDrawing()`` follows it then.
    func beginDrawing() -> Bool { begin(Bits.drawing) }

    func endDrawing() {
        state.bitwiseAnd(~Bits.drawing, ordering: .releasing)
    }

    /// - Returns: whether the commit may be made; ``endCommit()`` follows it then.
    func beginCommit() -> Bool { begin(Bits.committing) }

    func endCommit() {
        state.bitwiseAnd(~Bits.committing, ordering: .releasing)
    }

    /// Closes it. Repeating it does nothing.
    func close() {
        var state = state.bitwiseOr(Bits.closed, ordering: .acquiringAndReleasing).newValue
        while state & Bits.committing != 0 {
            sched_yield()
            state = self.state.load(ordering: .acquiring)
        }
    }

    private func begin(_ bit: Int) -> Bool {
        state.compareExchange(expected: 0, desired: bit, ordering: .acquiringAndReleasing).exchanged
    }
}
