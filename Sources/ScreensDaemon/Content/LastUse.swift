/// A reference to an object with a mapping or a descriptor of a client's file, which ends the object on a thread for
/// that: if it is the last use of the file, the kernel frees all of the file there, however large it is.
///
/// It has to be the last reference that its owner releases: the stored property after all others to the object.
final class LastUse: Sendable {
    /// An object, and the place that it takes until it has ended.
    private final class Use: Sendable {
        private let object: AnyObject & Sendable
        private let share: ClientMappings.Share

        init(_ object: AnyObject & Sendable, _ share: ClientMappings.Share) {
            self.object = object
            self.share = share
        }
    }

    private let use: BlockingCloser.RetainedObject
    private let user: UInt32

    /// - Parameters:
    ///   - share: the place of the mapping, which is given back when the object has ended.
    ///   - user: the user who has sent the file.
    init(of object: AnyObject & Sendable, _ share: ClientMappings.Share, sentBy user: UInt32) {
        use = BlockingCloser.RetainedObject(Use(object, share))
        self.user = user
    }

    deinit { BlockingCloser.shared.release(use, of: user) }
}
