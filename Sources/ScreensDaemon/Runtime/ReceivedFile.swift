import Glibc
import ScreensLinux
import Synchronization

/// A file that another program has sent. It is closed with its owner, on a thread of its own if `close` may block.
final class ReceivedFile: Sendable {
    private struct Ends {
        var waiting: [Int32] = []
        var isRunning = false
    }

    private static let ends = Mutex(Ends())
    /// How many closes may queue behind one that hangs.
    private static let mostWaiting = 16

    let descriptor: Int32

    /// - Parameter descriptor: an open descriptor without another owner.
    init(adopting descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        // Closing memory never blocks.
        if SealedMemory.seals(of: descriptor) != nil { _ = close(descriptor) } else { Self.end(descriptor) }
    }

    /// Whether a close has hung for so long that no further files may be received.
    static var isStuck: Bool { ends.withLock { $0.waiting.count >= mostWaiting } }

    private static func end(_ descriptor: Int32) {
        let mustStart = ends.withLock { ends in
            ends.waiting.append(descriptor)
            defer { ends.isRunning = true }
            return !ends.isRunning
        }
        guard mustStart else { return }
        let hasStarted = DetachedThread.start { while let next = takeNext() { _ = close(next) } }
        if !hasStarted { ends.withLock { $0.isRunning = false } }
    }

    private static func takeNext() -> Int32? {
        ends.withLock { ends in
            ends.isRunning = !ends.waiting.isEmpty
            return ends.isRunning ? ends.waiting.removeFirst() : nil
        }
    }
}
