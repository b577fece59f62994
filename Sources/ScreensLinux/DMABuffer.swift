import CScreensLinux
import Glibc

/// Memory of a device that another program shares as a dma-buf: that of a GPU, a codec or a camera. It is mapped to be read, where its
/// driver permits that.
///
/// The other program may write to it at any moment, so that no value in it may be read twice. Where the system cannot provide a page of
/// it, zeros are read instead.
package final class DMABuffer: @unchecked Sendable {
    // Unchecked for the pointer: it is read alone, and the mapping lasts as long as this.

    private let file: OwnedDescriptor
    private let memory: DeviceMemory?

    /// The first byte; nil where it is not mapped.
    package let bytes: UnsafeRawPointer?

    /// The dma-buf, for as long as this lives.
    package var descriptor: Int32 { file.rawValue }

    /// Maps the beginning of a buffer. The corresponding C function is `mmap`.
    ///
    /// - Parameters:
    ///   - descriptor: of a dma-buf (``size(of:)``); may be closed afterwards.
    ///   - count: how many bytes are mapped, of those that it has; nil for none, as where they are not linear.
    /// - Throws: ``SystemError`` where the process has too many descriptors.
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

    /// The bytes of a dma-buf; nil of any other file.
    ///
    /// No call on the file itself is made, which could block: the kernel describes each open file in `/proc/self/fdinfo`, and a dma-buf
    /// with the name of its exporter.
    package static func size(of descriptor: Int32) -> Int? {
        guard let bytes = SystemFile.bytes("/proc/self/fdinfo/\(descriptor)", atMost: 4096) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        let fields = Dictionary(
            text.split(separator: "\n").map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                return (parts[0], parts.count > 1 ? parts[1].filter { $0 != " " && $0 != "\t" } : "")
            }
        ) { first, _ in first }
        guard fields["exp_name"] != nil, let size = fields["size"].flatMap({ Int($0) }), size > 0 else { return nil }
        return size
    }

    /// Begins to read the memory, and blocks until its device has written it: for as long as that takes. The corresponding C function is
    /// `ioctl` with `DMA_BUF_IOCTL_SYNC`.
    package func beginReading() throws(SystemError) {
        try sync(ends: false)
    }

    /// Ends what ``beginReading()`` has begun. It does not block.
    package func endReading() {
        try? sync(ends: true)
    }

    private func sync(ends: Bool) throws(SystemError) {
        let code = clinux_dma_buffer_read(file.rawValue, ends ? 1 : 0)
        guard code == 0 else { throw SystemError(call: "DMA_BUF_IOCTL_SYNC", object: "a frame", errno: code) }
    }
}
