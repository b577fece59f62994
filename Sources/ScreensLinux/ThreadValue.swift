import Glibc

/// An object for each thread, made at its first use on that thread and released at the thread's end.
///
/// The corresponding C functions are `pthread_key_create` and `pthread_getspecific`.
package struct ThreadValue<Object: AnyObject>: Sendable {
    /// The key; nil if the process has used up all keys.
    private let key: pthread_key_t?
    private let make: @Sendable () -> Object

    /// - Parameter make: makes the object of a thread, on that thread.
    package init(_ make: @escaping @Sendable () -> Object) {
        var key = pthread_key_t()
        self.key = pthread_key_create(&key, releaseThreadValue) == 0 ? key : nil
        self.make = make
    }

    /// The object of the calling thread.
    package var current: Object {
        // Without a key the object is made again for each call, but still only one thread uses it.
        guard let key else { return make() }
        if let pointer = pthread_getspecific(key) {
            return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
        }
        let object = make()
        let owned = Unmanaged.passRetained(object)
        if pthread_setspecific(key, owned.toOpaque()) != 0 { owned.release() }
        return object
    }
}

/// Releases the value of an ending thread; the system calls this.
private func releaseThreadValue(_ pointer: UnsafeMutableRawPointer?) {
    guard let pointer else { return }
    Unmanaged<AnyObject>.fromOpaque(pointer).release()
}
