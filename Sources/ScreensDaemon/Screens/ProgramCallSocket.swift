import ScreensLinux

/// The connection of a call of another program. It is closed with its owner, on another thread if the program has
/// sent something that was not received.
struct ProgramCallSocket: ~Copyable, DescriptorOwner {
    let descriptor: Int32

    /// - Parameter descriptor: a socket without another owner.
    init(adopting descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        BlockingCloser.shared.close(connection: descriptor, of: BlockingCloser.calledProgram)
    }
}
