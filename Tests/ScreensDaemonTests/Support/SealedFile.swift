import Glibc

/// A file in memory that can never become shorter, as clients make one.
enum SealedFile {
    private struct Failure: Error {}
    private typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32

    /// - Returns: its descriptor, which the caller closes.
    static func make(byteCount: Int) throws -> Int32 {
        // Glibc's module has neither memfd_create nor the seals, which are for _GNU_SOURCE: MFD_CLOEXEC and MFD_ALLOW_SEALING, F_ADD_SEALS
        // and F_SEAL_SHRINK.
        guard let create = dlsym(nil, "memfd_create") else { throw Failure() }
        let descriptor = unsafeBitCast(create, to: Create.self)("frames", 3)
        guard descriptor >= 0, ftruncate(descriptor, byteCount) == 0, fcntl(descriptor, 1033, 2) == 0 else {
            throw Failure()
        }
        return descriptor
    }
}
