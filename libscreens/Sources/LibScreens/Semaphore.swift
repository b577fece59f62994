import Glibc

/// A semaphore of the process (`sem_t`); posting is safe in a signal handler.
///
/// Unchecked: the pointer is set once, and its target is the system's to share.
final class Semaphore: @unchecked Sendable {
    private let pointer = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() {
        sem_init(pointer, 0, 0)
    }

    deinit {
        sem_destroy(pointer)
        pointer.deallocate()
    }

    func post() { sem_post(pointer) }

    /// A signal may end the wait early: the caller looks again.
    func wait() { sem_wait(pointer) }
}
