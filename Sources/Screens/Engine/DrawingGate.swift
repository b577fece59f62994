import ScreensLinux
import Synchronization

/// Lets a screen's thread draw and commit, until it is closed for good.
///
/// After it is closed, no call of the delegate and no commit begins. Closing does not wait for a running call. It can
/// wait for a running commit, which takes microseconds. So a CRTC can be disabled, or given to another program,
/// whatever a delegate is doing.
struct DrawingGate: ~Copyable, Sendable {
    private enum Bits {
        static let drawing: UInt32 = 1
        static let committing: UInt32 = 2
        static let closed: UInt32 = 4
    }

    private let word = FutexWord()

    var isClosed: Bool { word.pointer.pointee.load(ordering: .acquiring) & Bits.closed != 0 }

    /// Whether the delegate's last call runs: the gate is closed, and the call has not returned.
    var isInLastCall: Bool {
        let bits = Bits.closed | Bits.drawing
        return word.pointer.pointee.load(ordering: .acquiring) & bits == bits
    }

    /// - Returns: whether the delegate may be called. If so, ``endDrawing()`` must follow.
    func beginDrawing() -> Bool { begin(Bits.drawing) }

    func endDrawing() {
        word.pointer.pointee.bitwiseAnd(~Bits.drawing, ordering: .releasing)
    }

    /// - Returns: whether the commit may be made. If so, ``endCommit()`` must follow.
    func beginCommit() -> Bool { begin(Bits.committing) }

    func endCommit() {
        let before = word.pointer.pointee.bitwiseAnd(~Bits.committing, ordering: .releasing).oldValue
        if before & Bits.closed != 0 { word.wakeAll() }
    }

    /// Closes the gate without waiting; ``waitForCommit(until:)`` waits for a running commit. Repeating it does
    /// nothing.
    func close() {
        word.pointer.pointee.bitwiseOr(Bits.closed, ordering: .acquiringAndReleasing)
    }

    /// Waits for the running commit, after ``close()``.
    ///
    /// - Returns: false if it still runs at the deadline.
    func waitForCommit(until deadline: MonotonicTime) -> Bool {
        while true {
            let state = word.pointer.pointee.load(ordering: .acquiring)
            if state & Bits.committing == 0 { return true }
            guard MonotonicTime.now < deadline else { return false }
            word.wait(while: state, until: deadline)
        }
    }

    private func begin(_ bit: UInt32) -> Bool {
        word.pointer.pointee.compareExchange(expected: 0, desired: bit, ordering: .acquiringAndReleasing).exchanged
    }
}
