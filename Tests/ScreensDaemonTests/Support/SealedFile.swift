import Glibc

/// A file in memory that cannot shrink, as a client makes it.
enum SealedFile {
    private struct Failure: Error {}
    private typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32

    /// - Returns: the file's descriptor, which the caller closes.
    static func make(byteCount: Int) throws -> Int32 {
        // Glibc's module lacks memfd_create and the seals, which need _GNU_SOURCE. These are MFD_CLOEXEC and
        // MFD_ALLOW_SEALING, then F_ADD_SEALS and F_SEAL_SHRINK.
        guard let create = dlsym(nil, "memfd_create") else { throw Failure() }
        let descriptor = unsafeBitCast(create, to: Create.self)("frames", 3)
        guard descriptor >= 0, ftruncate(descriptor, byteCount) == 0, fcntl(descriptor, 1033, 2) == 0 else {
            throw Failure()
        }
        return descriptor
    }
}
