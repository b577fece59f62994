import CScreensLinux
import Glibc

/// A mapping of memory that its device may take away, and that is unmapped with its owner.
///
/// An access is a `SIGBUS` then. Where ``CrashHandler`` is installed, it puts ordinary memory in the place of the mapping, and the
/// access goes on; nothing shows that memory.
package struct DeviceMemory: ~Copyable, @unchecked Sendable {
    // Unchecked for the raw pointer alone: the owner decides which thread writes.

    /// The first byte.
    package let bytes: UnsafeMutableRawPointer
    /// How many bytes are mapped.
    package let count: Int
    /// Its place among those that the handler knows; negative where there are too many.
    private let number: Int32

    /// Takes over a mapping of `count` bytes, which must have no other owner.
    package init(adopting bytes: UnsafeMutableRawPointer, count: Int) {
        self.bytes = bytes
        self.count = count
        number = clinux_memory_add(bytes, count)
    }

    /// Maps the beginning of a file of another program to be read. The corresponding C function is `mmap`.
    ///
    /// - Parameters:
    ///   - descriptor: may be closed afterwards.
    ///   - count: how many bytes are mapped.
    static func reading(_ descriptor: Int32, count: Int) throws(SystemError) -> DeviceMemory {
        let address = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0)
        guard let address, address != MAP_FAILED else {
            throw SystemError(call: "mmap", object: "the memory of a frame", errno: errno)
        }
        let memory = DeviceMemory(adopting: address, count: count)
        guard memory.isGuarded else {
            throw SystemError(call: "mmap", object: "the memory of a frame", errno: ENOMEM)
        }
        return memory
    }

    /// Whether the device has taken the memory away, as far as an access has shown it. In the frame path.
    package var isLost: Bool { clinux_memory_is_lost(number) }

    /// Whether an access to lost memory is answered: not where too many mappings are known already.
    package var isGuarded: Bool { number >= 0 }

    deinit {
        clinux_memory_remove(number)
        munmap(bytes, count)
    }
}
