import Glibc

/// A semaphore of the process (`sem_t`); posting is safe in a signal handler.
///
/// Unchecked: the pointer is set once, and the system shares its target between threads.
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

    /// Waits for a post. A signal may end the wait early: the caller checks its condition again.
    func wait() { sem_wait(pointer) }
}
