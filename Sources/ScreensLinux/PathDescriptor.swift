import Glibc

/// The descriptor of an opened path, which its owner closes. On a dead share that may take as long as any other call
/// does.
struct PathDescriptor: ~Copyable, DescriptorOwner {
    let descriptor: Int32

    /// Takes over `descriptor`, which must be open and have no other owner.
    init(adopting descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        let descriptor = descriptor
        _ = PathCall.recorded { close(descriptor) }
    }
}
