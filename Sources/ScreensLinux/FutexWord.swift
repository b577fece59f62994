import CScreensLinux
import Glibc
import Synchronization

/// An atomic word at an address that stays, where threads sleep until it changes.
///
/// Unchecked: the pointer is set once, and its target is atomic.
package struct FutexWord: ~Copyable, @unchecked Sendable {
    /// The word, which the kernel reads too.
    package let pointer: UnsafeMutablePointer<Atomic<UInt32>>

    package init() {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: Atomic(0))
    }

    deinit {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }

    /// Sleeps while the word is `expected`, until a wake-up or until `deadline`; it may return earlier, so the caller
    /// looks again. The corresponding system call is `futex` with `FUTEX_WAIT_BITSET`.
    ///
    /// - Parameter deadline: nil waits for ever.
    package func wait(while expected: UInt32, until deadline: MonotonicTime? = nil) {
        guard let deadline else {
            _ = clinux_futex_wait(pointer, expected, nil)
            return
        }
        var time = timespec(deadline)
        _ = clinux_futex_wait(pointer, expected, &time)
    }

    /// Wakes one thread that sleeps. The corresponding system call is `futex` with `FUTEX_WAKE`.
    package func wakeOne() { clinux_futex_wake(pointer) }

    /// Wakes every thread that sleeps.
    package func wakeAll() { clinux_futex_wake_all(pointer) }
}
