import Glibc

/// A thread for calls that block: they would occupy one of the few threads of Swift's runtime.
package enum DetachedThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// - Returns: whether the system started the thread.
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

    /// Runs `work`, which may block, on a thread of its own.
    ///
    /// - Throws: the failure of `work`, or one where the system starts no thread.
    package static func value<Value: Sendable>(
        of work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            let hasStarted = start {
                continuation.resume(returning: Result { () throws(Failure) in try work() })
            }
            guard !hasStarted else { return }
            continuation.resume(returning: .failure(Failure(.system, "the system starts no more threads")))
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
