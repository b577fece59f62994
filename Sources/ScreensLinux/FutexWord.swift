import CScreensLinux
import Glibc
import Synchronization

/// An atomic word at a fixed address, on which threads sleep until it changes.
///
/// Unchecked: the pointer is set once, and its target is atomic.
package struct FutexWord: ~Copyable, @unchecked Sendable {
    /// The word, which the kernel also reads.
    package let pointer: UnsafeMutablePointer<Atomic<UInt32>>

    package init() {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: Atomic(0))
    }

    deinit {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }

    /// Sleeps while the word is `expected`, until a wake-up or until `deadline`. It may return earlier, so the caller
    /// checks again. The corresponding system call is `futex` with `FUTEX_WAIT_BITSET`.
    ///
    /// - Parameter deadline: nil waits forever.
    package func wait(while expected: UInt32, until deadline: MonotonicTime? = nil) {
        guard let deadline else {
            _ = clinux_futex_wait(pointer, expected, nil)
            return
        }
        var time = timespec(deadline)
        _ = clinux_futex_wait(pointer, expected, &time)
    }

    /// Wakes one sleeping thread. The corresponding system call is `futex` with `FUTEX_WAKE`.
    package func wakeOne() { clinux_futex_wake(pointer) }

    /// Wakes every sleeping thread.
    package func wakeAll() { clinux_futex_wake_all(pointer) }
}
