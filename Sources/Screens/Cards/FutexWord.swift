import Synchronization

/// An atomic word at an address that stays, where threads can wait for it to change.
///
/// Unchecked: the pointer is set once, and what it leads to is atomic.
struct FutexWord: ~Copyable, @unchecked Sendable {
    /// What the kernel is told to look at.
    let pointer: UnsafeMutablePointer<Atomic<UInt32>>

    init() {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: Atomic(0))
    }

    deinit {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }
}
