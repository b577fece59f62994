/// Threads for calls that block, which would occupy one of the few threads of Swift's runtime.
package enum DetachedThread {
    /// Runs `body` on a thread of its own, which is not joined.
    ///
    /// - Returns: whether the system started the thread.
    @discardableResult
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        (try? NativeThread.start(name: "blocking", body)) != nil
    }

    /// Runs `work`, which may block, on a thread of its own, and returns its value.
    ///
    /// - Throws: the failure of `work`, or one if the system starts no thread.
    package static func value<Value: Sendable>(
        of work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            let hasStarted = start {
                continuation.resume(returning: Result { () throws(Failure) in try work() })
            }
            guard !hasStarted else { return }
            continuation.resume(returning: .failure(Failure(.system, "the system cannot start another thread")))
        }
        return try result.get()
    }
}
