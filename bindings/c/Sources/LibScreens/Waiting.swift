import Screens
import Synchronization

/// Carries out asynchronous work, and blocks the calling thread until it is done, as C programs expect.
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

/// Carries out asynchronous work that cannot fail, and blocks the calling thread until it is done.
func waiting<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) -> Value {
    let answer = Answer<Value>()
    Task.detached { answer.give(await body()) }
    return answer.wait()
}

/// A value that one thread waits for and another one sets.
private final class Answer<Value: Sendable>: Sendable {
    private let semaphore = Semaphore()
    private let value = Mutex<Value?>(nil)

    func give(_ value: Value) {
        self.value.withLock { $0 = value }
        semaphore.post()
    }

    func wait() -> Value {
        while true {
            semaphore.wait()
            if let value = value.withLock(\.self) { return value }
        }
    }
}
