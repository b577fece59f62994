import Linux
import Synchronization

/// Lets a screen's thread draw and commit, until it is closed for good.
///
/// Once it is closed no call of the delegate starts and no commit is made. A call that runs is not waited for; a commit
/// that runs is, which takes microseconds. So a CRTC can be disabled, or given to another program, whatever a delegate is
/// doing.
struct DrawingGate: ~Copyable, Sendable {
    private enum Bits {
        static let drawing: UInt32 = 1
        static let committing: UInt32 = 2
        static let closed: UInt32 = 4
    }

    /// How long a commit is waited for, in nanoseconds: the kernel gives up on a hung one after ten seconds.
    private static let commitTimeout: Int64 = 10_000_000_000

    private let word = FutexWord()

    var isClosed: Bool { word.pointer.pointee.load(ordering: .acquiring) & Bits.closed != 0 }

    /// - Returns: whether the delegate may be called; ``endDrawing()`` follows it then.
    func beginDrawing() -> Bool { begin(Bits.drawing) }

    func endDrawing() {
        word.pointer.pointee.bitwiseAnd(~Bits.drawing, ordering: .releasing)
    }

    /// - Returns: whether the commit may be made; ``endCommit()`` follows it then.
    func beginCommit() -> Bool { begin(Bits.committing) }

    func endCommit() {
        let before = word.pointer.pointee.bitwiseAnd(~Bits.committing, ordering: .releasing).oldValue
        if before & Bits.closed != 0 { word.wakeAll() }
    }

    /// Closes it. Repeating it does nothing.
    ///
    /// - Returns: false where a commit still runs after ten seconds.
    @discardableResult
    func close(timeout: Int64 = Self.commitTimeout) -> Bool {
        var state = word.pointer.pointee.bitwiseOr(Bits.closed, ordering: .acquiringAndReleasing).newValue
        guard state & Bits.committing != 0 else { return true }
        let deadline = MonotonicTime.now + timeout
        while state & Bits.committing != 0 {
            guard MonotonicTime.now < deadline else { return false }
            word.wait(while: state, until: deadline)
            state = word.pointer.pointee.load(ordering: .acquiring)
        }
        return true
    }

    private func begin(_ bit: UInt32) -> Bool {
        word.pointer.pointee.compareExchange(expected: 0, desired: bit, ordering: .acquiringAndReleasing).exchanged
    }
}
