import Glibc
import ScreensLinux
import Synchronization

/// Closes the descriptors that clients have sent, and ends the mappings of their files, on threads of their own: the
/// last close of a file may take as long as its author likes, for example if it is a connection with `SO_LINGER`, and
/// the last mapping of a file in memory frees all of it.
///
/// One user has one thread, so the files of a user hold up no files of another user while threads are left.
final class BlockingCloser: Sendable {
    /// The most threads, all of which may hang.
    private static let mostThreads = 16
    /// How many closes of one user may wait: the files of several calls.
    static let mostOfUser = 256
    /// How many closes may wait in total. Beyond them each user may have one.
    static let mostInAll = 1024

    /// The users to whom the files of programs count on which the daemon calls: their own are not known.
    static let player = UInt32.max - 1
    static let words = UInt32.max - 2

    static let shared = BlockingCloser { _ = Glibc.close($0) }

    /// An object that is released once, on a thread.
    struct RetainedObject: @unchecked Sendable {
        // Unchecked because of the type: only objects that are `Sendable` are retained.

        private let object: Unmanaged<AnyObject>

        init(_ object: AnyObject & Sendable) {
            self.object = Unmanaged.passRetained(object)
        }

        fileprivate func release() { object.release() }
    }

    /// A use of a file that ends on a thread.
    private enum Item {
        case descriptor(Int32)
        case object(RetainedObject)

        var isDescriptor: Bool { if case .descriptor = self { true } else { false } }
    }

    private struct State {
        var waiting: [(user: UInt32, item: Item)] = []
        /// The users with a thread.
        var users: Set<UInt32> = []
    }

    private let end: @Sendable (Int32) -> Void
    private let state = Mutex(State())

    /// - Parameter end: closes a descriptor.
    init(end: @escaping @Sendable (Int32) -> Void) {
        self.end = end
    }

    /// Whether so few closes of a user wait that further files of the user may be received.
    func hasRoom(for user: UInt32) -> Bool {
        state.withLock { state in
            // Mappings have limits of their own (`ClientMappings`).
            let own = state.waiting.count { $0.user == user && $0.item.isDescriptor }
            let all = state.waiting.count { $0.item.isDescriptor }
            return own < (all < Self.mostInAll ? Self.mostOfUser : 1)
        }
    }

    /// Closes a descriptor, after earlier ones of the user.
    func close(_ descriptor: Int32, of user: UInt32) { end(.descriptor(descriptor), of: user) }

    /// Releases an object with a mapping or a descriptor of the user, after earlier ones of the user.
    ///
    /// - Parameter object: an object to which nothing else has a reference.
    func release(_ object: RetainedObject, of user: UInt32) { end(.object(object), of: user) }

    private func end(_ item: Item, of user: UInt32) {
        let mustStart = state.withLock { state in
            state.waiting.append((user, item))
            return state.users.count < Self.mostThreads && state.users.insert(user).inserted
        }
        guard mustStart else { return }
        let hasStarted = DetachedThread.start { [self] in
            var user = user
            while let item = takeNext(after: &user) {
                switch item {
                case .descriptor(let descriptor): end(descriptor)
                case .object(let object): object.release()
                }
            }
        }
        // The next close tries it again.
        if !hasStarted { _ = state.withLock { $0.users.remove(user) } }
    }

    /// Closes a connection: at once if everything in it was received, else after earlier descriptors of the user, since
    /// the kernel closes the files in it, too.
    func close(connection descriptor: Int32, of user: UInt32) {
        // Nothing arrives any later.
        shutdown(descriptor, Int32(SHUT_RDWR))
        var unread: Int32 = 0
        if ioctl(descriptor, UInt(FIONREAD), &unread) == 0, unread == 0 {
            _ = Glibc.close(descriptor)
        } else {
            close(descriptor, of: user)
        }
    }

    /// Takes the next item of a user who has no other thread.
    ///
    /// - Parameter user: the user of the thread until now, and from now on.
    private func takeNext(after user: inout UInt32) -> Item? {
        let next = state.withLock { [user] state -> (user: UInt32, item: Item)? in
            state.users.remove(user)
            guard let index = state.waiting.firstIndex(where: { !state.users.contains($0.user) }) else { return nil }
            state.users.insert(state.waiting[index].user)
            return state.waiting.remove(at: index)
        }
        guard let next else { return nil }
        user = next.user
        return next.item
    }
}
