import Glibc
import KMS
import Linux
import Udev

/// A card that the host has opened: by libseat, by logind, or by a lease.
///
/// Give it to ``CardSelection/opened(_:)``. Its mastership is the host's: call ``VideoKit/pause()`` before it is taken
/// away, and ``VideoKit/resume()`` when it is back.
public final class OpenedCard: Sendable {
    let node: CardNode
    private let file: OwnedDescriptor

    /// Takes a copy of the descriptor; the host's own stays the host's, and may be closed. The open file, which both
    /// share, is made non-blocking.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` where it is not an open card,
    ///   ``ScreenError/Code/system`` where the process has no descriptors left.
    public init(descriptor: Int32) throws(ScreenError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFCHR,
            let node = CardEnumeration.card(device: UInt64(status.st_rdev))
        else {
            throw ScreenError(
                .invalidArgument, operation: "use", object: "descriptor \(descriptor)", remedy: "it is not an open card"
            )
        }
        self.node = node
        do {
            file = try OwnedDescriptor(duplicating: descriptor)
        } catch {
            throw ScreenError(.system, operation: "use", object: "descriptor \(descriptor)", errno: error.errno)
        }
    }

    func open() throws(ScreenError) -> any DisplayCard {
        let copy = try ScreenError.mapping { () throws(SystemError) in
            try OwnedDescriptor(duplicating: file.rawValue)
        }
        do {
            return KMSCard(try CardDevice(adopting: copy, path: node.path))
        } catch {
            throw ScreenError(error, operation: "use", object: node.path)
        }
    }
}
