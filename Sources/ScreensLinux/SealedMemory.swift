import CScreensLinux
import Glibc

/// Memory of another program, mapped for reading: a file of `memfd_create` that can never shrink.
///
/// The other program may write to it at any moment, so no value in it may be read twice. If the system cannot provide a
/// page of it, zeros are read instead.
package final class SealedMemory: Sendable {
    /// The reason why a file is not accepted.
    package enum Refusal: Error, Sendable, Hashable {
        /// The file is not in memory: reading it could block.
        case notInMemory
        /// The file has huge pages (`MFD_HUGETLB`): only whole ones can be unmapped, and the machine may have no more.
        case hasHugePages
        /// The file lacks the seal `F_SEAL_SHRINK`: reading beyond a new end would raise `SIGBUS`.
        case notSealed
        /// The file is too short; this is its number of bytes.
        case tooShort(Int)
        /// A system call failed.
        case failed(SystemError)
    }

    // F_GET_SEALS and F_SEAL_SHRINK are written as numbers, because fcntl.h defines them only with _GNU_SOURCE, which
    // would make its types differ from the types of Glibc's module.
    private static let getSeals: Int32 = 1034
    private static let sealShrink: Int32 = 2

    private let memory: DeviceMemory

    /// The first byte.
    package var bytes: UnsafeRawPointer { UnsafeRawPointer(memory.bytes) }

    /// Maps the beginning of a file. The corresponding C functions are `fcntl` with `F_GET_SEALS`, and `mmap`.
    ///
    /// - Parameters:
    ///   - descriptor: the file; may be closed afterwards. No call on it blocks, whatever it is.
    ///   - count: the number of bytes to map.
    package init(_ descriptor: Int32, count: Int) throws(Refusal) {
        // The seals are checked first: other files may belong to a file system that hangs.
        guard let seals = Self.seals(of: descriptor) else { throw .notInMemory }
        guard seals & Self.sealShrink != 0 else { throw .notSealed }
        var system = statvfs()
        guard fstatvfs(descriptor, &system) == 0 else {
            throw .failed(SystemError(call: "fstatvfs", object: "the memory of a frame", errno: errno))
        }
        guard system.f_bsize <= UInt(getpagesize()) else { throw .hasHugePages }
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

    /// Whether a file is of `memfd_create`, in the kernel's own file system. A file of a tmpfs is not: the last use of
    /// the file may be the last use of the whole file system.
    package static func isAnonymous(_ descriptor: Int32) -> Bool {
        guard seals(of: descriptor) != nil, let device = anonymousDevice else { return false }
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_dev == device
    }

    /// The device of the kernel's own file system; nil if no file could be made.
    private static let anonymousDevice: dev_t? = {
        let file = clinux_memory_file("screens")
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        return fstat(file, &status) == 0 ? status.st_dev : nil
    }()

    /// Returns the seals of a file; nil if the file is not in memory.
    package static func seals(of descriptor: Int32) -> Int32? {
        let seals = fcntl(descriptor, getSeals)
        return seals < 0 ? nil : seals
    }
}
