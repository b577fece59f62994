/// A reference to an object with a mapping or a descriptor of a client's file, which ends the object on a thread for
/// that: if it is the last use of the file, the kernel frees all of the file there, however large it is.
///
/// It has to be the last reference that its owner releases: the stored property after all others to the object.
final class LastUse: Sendable {
    private let object: RetainedObject
    private let user: UInt32

    /// - Parameter user: the user who has sent the file.
    init(of object: AnyObject & Sendable, sentBy user: UInt32) {
        self.object = RetainedObject(object)
        self.user = user
    }

    deinit { BlockingCloser.shared.release(object, of: user) }
}

/// An object that has to be released once, on any thread.
struct RetainedObject: @unchecked Sendable {
    // Unchecked because of the type: only objects that are `Sendable` are retained.

    private let object: Unmanaged<AnyObject>

    init(_ object: AnyObject & Sendable) {
        self.object = Unmanaged.passRetained(object)
    }

    func release() { object.release() }
}
