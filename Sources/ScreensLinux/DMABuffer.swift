import CScreensLinux
import Glibc

/// Memory of a device that another program shares as a dma-buf: memory of a GPU, a codec or a camera. It is mapped for
/// reading if its driver permits that.
///
/// The other program may write to it at any moment, so no value in it may be read twice. If the system cannot provide a
/// page of it, zeros are read instead.
package final class DMABuffer: @unchecked Sendable {
    // Unchecked because of the pointer: it is only read, and the mapping lasts as long as this object.

    private let file: OwnedDescriptor
    private let memory: DeviceMemory?

    /// The first byte; nil if the buffer is not mapped.
    package let bytes: UnsafeRawPointer?

    /// The dma-buf, open as long as this object lives.
    package var descriptor: Int32 { file.rawValue }

    /// Maps the beginning of a buffer. The corresponding C function is `mmap`.
    ///
    /// - Parameters:
    ///   - descriptor: the descriptor of a dma-buf (``size(of:)``); may be closed afterwards.
    ///   - count: the number of bytes to map; nil maps nothing, such as for bytes that are not linear.
    /// - Throws: ``SystemError`` if the process has too many descriptors.
    package init(_ descriptor: Int32, count: Int?) throws(SystemError) {
        file = try OwnedDescriptor(duplicating: descriptor)
        guard let count, let mapping = try? DeviceMemory.reading(file.rawValue, count: count) else {
            memory = nil
            bytes = nil
            return
        }
        bytes = UnsafeRawPointer(mapping.bytes)
        memory = consume mapping
    }

    /// Returns the size of a dma-buf in bytes; nil for any other file. It does not block, whatever the file is. The
    /// kernel's description in `/proc/self/fdinfo` would: a file may make it itself, as an epoll does, which waits for
    /// a lock of its owner, and it has a line for each lock on the file.
    ///
    /// The corresponding C functions are `readlink` and `statx`.
    package static func size(of descriptor: Int32) -> Int? {
        let size = clinux_dma_buffer_size(descriptor)
        return size > 0 ? Int(size) : nil
    }

    /// Begins to read the memory, and blocks until its device has written it. The corresponding C function is `ioctl`
    /// with `DMA_BUF_IOCTL_SYNC`.
    package func beginReading() throws(SystemError) {
        try sync(ends: false)
    }

    /// Ends the reading that ``beginReading()`` began. It does not block.
    package func endReading() {
        try? sync(ends: true)
    }

    private func sync(ends: Bool) throws(SystemError) {
        let code = clinux_dma_buffer_read(file.rawValue, ends ? 1 : 0)
        guard code == 0 else { throw SystemError(call: "DMA_BUF_IOCTL_SYNC", object: "a frame", errno: code) }
    }
}
