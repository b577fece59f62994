import Glibc

/// Resumes a task when the standard input closes.
final class InputWaiter: Sendable {
    private let continuation: CheckedContinuation<Void, Never>

    init(_ continuation: CheckedContinuation<Void, Never>) {
        self.continuation = continuation
    }

    func start() {
        var thread = pthread_t()
        let failure = pthread_create(&thread, nil, waitForInputEnd, Unmanaged.passRetained(self).toOpaque())
        precondition(failure == 0, "no thread to wait on")
        pthread_detach(thread)
    }

    fileprivate func run() {
        var byte: UInt8 = 0
        while read(0, &byte, 1) > 0 {}
        continuation.resume()
    }
}

/// A function, because a closure could inherit the isolation of an actor.
private func waitForInputEnd(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<InputWaiter>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
}
