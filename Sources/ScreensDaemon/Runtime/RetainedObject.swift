/// An object that has to be released once, on any thread.
struct RetainedObject: @unchecked Sendable {
    // Unchecked because of the type: only objects that are `Sendable` are retained.

    private let object: Unmanaged<AnyObject>

    init(_ object: AnyObject & Sendable) {
        self.object = Unmanaged.passRetained(object)
    }

    func release() { object.release() }
}
