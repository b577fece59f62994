import Glibc

/// Memory of another program, mapped to be read: a file of `memfd_create` that can never become shorter.
///
/// The other program may write to it at any moment, so that no value in it may be read twice. Where the system cannot provide a page of
/// it, zeros are read instead.
package final class SealedMemory: Sendable {
    /// Why a file is not accepted.
    package enum Refusal: Error, Sendable, Hashable {
        /// It is not a file in memory: a read of it could block.
        case notInMemory
        /// It lacks the seal `F_SEAL_SHRINK`: a read beyond a new end would be a `SIGBUS`.
        case notSealed
        /// It has only so many bytes.
        case tooShort(Int)
        /// A call of the system failed.
        case failed(SystemError)
    }

    // By number, because fcntl.h has them for _GNU_SOURCE alone, which would make its types differ from those of Glibc's module.
    private static let getSeals: Int32 = 1034
    private static let sealShrink: Int32 = 2

    private let memory: DeviceMemory

    /// The first byte.
    package var bytes: UnsafeRawPointer { UnsafeRawPointer(memory.bytes) }

    /// Maps the beginning of a file. The corresponding C functions are `fcntl` with `F_GET_SEALS`, and `mmap`.
    ///
    /// - Parameters:
    ///   - descriptor: may be closed afterwards. No call on it blocks, whatever it is.
    ///   - count: how many bytes are mapped.
    package init(_ descriptor: Int32, count: Int) throws(Refusal) {
        // Before anything else: other files may belong to a file system that hangs.
        guard let seals = Self.seals(of: descriptor) else { throw .notInMemory }
        guard seals & Self.sealShrink != 0 else { throw .notSealed }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .failed(SystemError(call: "fstat", object: "the memory of a frame", errno: errno))
        }
        guard count > 0, status.st_size >= count else { throw .tooShort(Int(status.st_size)) }
        do throws(SystemError) {
            memory = try DeviceMemory.reading(descriptor, count: count)
        } catch {
            throw .failed(error)
        }
    }

    /// The seals of a file; nil of one that is not in memory.
    package static func seals(of descriptor: Int32) -> Int32? {
        let seals = fcntl(descriptor, getSeals)
        return seals < 0 ? nil : seals
    }
}
