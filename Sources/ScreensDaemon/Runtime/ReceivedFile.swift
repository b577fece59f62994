import Glibc
import ScreensLinux

/// A file that a client has sent. It is closed with its owner, on another thread if `close` may block.
final class ReceivedFile: Sendable {
    let descriptor: Int32
    let user: UInt32

    /// - Parameters:
    ///   - descriptor: an open descriptor without another owner.
    ///   - user: the user who has sent it.
    init(adopting descriptor: Int32, of user: UInt32) {
        self.descriptor = descriptor
        self.user = user
    }

    /// The most memory that is freed at once, in bytes: a gigabyte takes half a second.
    private static let smallMemory = 1 << 20

    private var isSmallMemory: Bool {
        guard SealedMemory.isAnonymous(descriptor) else { return false }
        var status = stat()
        return fstat(descriptor, &status) == 0 && Int(status.st_blocks) <= Self.smallMemory / 512
    }

    deinit {
        // The close of memory never waits for anything else.
        if isSmallMemory {
            _ = close(descriptor)
        } else {
            BlockingCloser.shared.close(descriptor, of: user)
        }
    }
}
