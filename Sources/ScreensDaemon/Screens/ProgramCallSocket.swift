import ScreensLinux

/// The connection of a call of another program. It is closed with its owner, on another thread if the program has
/// sent something that was not received.
struct ProgramCallSocket: ~Copyable, DescriptorOwner {
    let descriptor: Int32
    private let user: UInt32

    /// - Parameters:
    ///   - descriptor: a socket without another owner.
    ///   - user: the user to whom unread files count.
    init(adopting descriptor: Int32, of user: UInt32) {
        self.descriptor = descriptor
        self.user = user
    }

    deinit {
        BlockingCloser.shared.close(connection: descriptor, of: user)
    }
}
