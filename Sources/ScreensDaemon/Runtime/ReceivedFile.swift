import Glibc
import ScreensLinux
import Synchronization

/// A file that another program has sent, closed with its owner: on a thread of its own where its file system may make that call wait.
final class ReceivedFile: Sendable {
    private struct Ends {
        var waiting: [Int32] = []
        var isRunning = false
    }

    private static let ends = Mutex(Ends())
    /// So many wait where one hangs.
    private static let mostWaiting = 16

    let descriptor: Int32

    /// - Parameter descriptor: open, and without another owner.
    init(adopting descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        // Nothing makes the end of memory wait.
        if SealedMemory.seals(of: descriptor) != nil { _ = close(descriptor) } else { Self.end(descriptor) }
    }

    /// Whether the end of a file has hung for so long that no others are to be taken.
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
