import Glibc
import Screens
import Synchronization

/// Carries out asynchronous work, and blocks the calling thread until it is done: C programs wait so.
func waiting<Value: Sendable>(
    _ body: @escaping @Sendable () async throws(ScreenError) -> Value
) throws(ScreenError) -> Value {
    let answer = Answer<Result<Value, ScreenError>>()
    Task.detached {
        do throws(ScreenError) {
            answer.give(.success(try await body()))
        } catch {
            answer.give(.failure(error))
        }
    }
    return try answer.wait().get()
}

/// As above, for work that cannot fail.
func waiting<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
    let answer = Answer<Value>()
    Task.detached { answer.give(await body()) }
    return answer.wait()
}

/// A value that one thread waits for and another one gives.
///
/// Unchecked: the semaphore is the kernel's to share, and the value is given before it is posted.
private final class Answer<Value: Sendable>: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    private let value = Mutex<Value?>(nil)

    init() {
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func give(_ value: Value) {
        self.value.withLock { $0 = value }
        sem_post(semaphore)
    }

    func wait() -> Value {
        while true {
            // A signal may end the wait before the value is there.
            sem_wait(semaphore)
            if let value = value.withLock(\.self) { return value }
        }
    }
}
