import CScreensLinux
import Glibc

/// A mapping of memory that its device may take away; its owner unmaps it.
///
/// An access then raises `SIGBUS`. If ``CrashHandler`` is installed, it puts ordinary memory in the place of the
/// mapping, and the access continues; nothing shows that memory.
package struct DeviceMemory: ~Copyable, @unchecked Sendable {
    // Unchecked only because of the raw pointer: the owner decides which thread writes.

    /// The first byte.
    package let bytes: UnsafeMutableRawPointer
    /// The number of mapped bytes.
    package let count: Int
    /// The number of the mapping in the handler's table; negative if the table is full.
    private let number: Int32

    /// Takes over a mapping of `count` bytes, which must have no other owner.
    package init(adopting bytes: UnsafeMutableRawPointer, count: Int) {
        self.bytes = bytes
        self.count = count
        number = clinux_memory_add(bytes, count)
    }

    /// Maps the beginning of another program's file for reading. The corresponding C function is `mmap`.
    ///
    /// - Parameters:
    ///   - descriptor: the file; may be closed afterwards.
    ///   - count: the number of bytes to map.
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

    /// Whether an access has shown that the device took the memory away. Called in the frame path.
    package var isLost: Bool { clinux_memory_is_lost(number) }

    /// Whether an access to lost memory is answered: not if the handler's table is full.
    package var isGuarded: Bool { number >= 0 }

    deinit {
        clinux_memory_remove(number)
        munmap(bytes, count)
    }
}
