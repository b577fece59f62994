import Glibc
import ScreensLinux

/// A file that a client has sent. It is closed with its owner, on another thread if `close` may block.
final class ReceivedFile: Sendable {
    let descriptor: Int32
    private let user: UInt32

    /// - Parameters:
    ///   - descriptor: an open descriptor without another owner.
    ///   - user: the user who has sent it.
    init(adopting descriptor: Int32, of user: UInt32) {
        self.descriptor = descriptor
        self.user = user
    }

    deinit {
        // Closing memory never blocks.
        if SealedMemory.seals(of: descriptor) != nil {
            _ = close(descriptor)
        } else {
            BlockingCloser.shared.close(descriptor, of: user)
        }
    }
}
