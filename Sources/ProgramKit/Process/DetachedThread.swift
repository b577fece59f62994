import Glibc

/// A thread for calls that block, which would take one from the few of Swift's own.
package enum DetachedThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// - Returns: whether the system had a thread to give.
    @discardableResult
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, 256 * 1024)
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(Body(body))
        guard pthread_create(&thread, &attributes, runBody, argument.toOpaque()) == 0 else {
            argument.release()
            return false
        }
        return true
    }

    /// What `work` gives, which may block: on a thread of its own, for whoever may not wait.
    ///
    /// - Throws: what `work` throws, and ``Failure`` where there is no thread.
    package static func value<Value: Sendable>(
        of work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            let hasStarted = start {
                continuation.resume(returning: Result { () throws(Failure) in try work() })
            }
            guard !hasStarted else { return }
            continuation.resume(returning: .failure(Failure(.system, "the system has no thread to give")))
        }
        return try result.get()
    }

    fileprivate static func run(_ argument: UnsafeMutableRawPointer) {
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
    }
}

private func runBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { DetachedThread.run(argument) }
    return nil
}
