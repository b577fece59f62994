import Glibc
import ScreensLinux

/// The socket of a client. It is closed with its owner, on another thread if the client has sent something that was not
/// received: the kernel closes the files in it with the socket, and their closes may block.
struct ClientSocket: ~Copyable, DescriptorOwner {
    let descriptor: Int32
    /// The process at the other end; nil if the system does not say.
    let peer: PeerCredentials?

    /// - Parameter descriptor: an accepted connection without another owner.
    init(adopting descriptor: Int32) {
        self.descriptor = descriptor
        peer = try? PeerCredentials(ofSocket: descriptor)
    }

    deinit {
        BlockingCloser.shared.close(connection: descriptor, of: peer?.user ?? .max)
    }
}
