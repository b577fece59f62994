import CScreensDRM
import Glibc
import ScreensLinux

/// A framebuffer of another program, or of another part of this one, looked up for reading.
///
/// Its memory stays as long as this value lives, even if the program that made the framebuffer removes it meanwhile.
package struct ForeignFramebuffer: ~Copyable, Sendable {
    /// The id of the lookup.
    package let id: FramebufferID
    /// The pixels in a row.
    package let width: Int
    /// The number of rows.
    package let height: Int
    /// `DRM_FORMAT_*`.
    package let format: UInt32
    /// The layout of the pixels, `DRM_FORMAT_MOD_*`; nil if the driver does not report it.
    package let modifier: UInt64?
    /// The bytes from one row to the next.
    package let stride: Int
    /// The bytes before the first row.
    package let offset: Int
    /// The planes of the format: the bytes before the first row, and from one row to the next, of each.
    let planes: [(offset: UInt32, pitch: UInt32)]
    let card: CardDevice
    /// The handles of the memory, without duplicates, and each closed once. The kernel returns a handle for each plane,
    /// and the same number again if planes share memory.
    private let handles: [UInt32]

    /// Looks up a framebuffer by its id. The corresponding C function is `drmModeGetFB2`.
    ///
    /// - Throws: ``KMSError`` with `ENOENT` if it has gone, `EINVAL` if the kernel is older than 5.7.
    package init(_ id: FramebufferID, on card: CardDevice) throws(KMSError) {
        guard let pointer = drmModeGetFB2(card.descriptor, id.rawValue) else {
            throw card.error("drmModeGetFB2", "framebuffer \(id)")
        }
        defer { drmModeFreeFB2(pointer) }
        let raw = pointer.pointee
        self.id = id
        self.card = card
        width = Int(raw.width)
        height = Int(raw.height)
        format = raw.pixel_format
        let isModifierKnown =
            raw.flags & UInt32(DRM_MODE_FB_MODIFIERS) != 0 && raw.modifier != CDRM_FORMAT_MOD_INVALID
        modifier = isModifierKnown ? raw.modifier : nil
        stride = Int(raw.pitches.0)
        offset = Int(raw.offsets.0)
        planes = [
            (raw.offsets.0, raw.pitches.0), (raw.offsets.1, raw.pitches.1), (raw.offsets.2, raw.pitches.2),
            (raw.offsets.3, raw.pitches.3),
        ].filter { $0.1 != 0 }
        var handles: [UInt32] = []
        for handle in [raw.handles.0, raw.handles.1, raw.handles.2, raw.handles.3]
        where handle != 0 && !handles.contains(handle) {
            handles.append(handle)
        }
        self.handles = handles
    }

    /// The GEM handle of the first plane's memory; nil if the kernel withholds it, as from all but root
    /// (`CAP_SYS_ADMIN`) and the card's master.
    package var handle: UInt32? { handles.first }

    /// Whether all planes of the format are in one memory.
    package var isOneMemory: Bool { handles.count == 1 }

    /// Whether the pixels are in rows, one after the other, as far as the driver reports it.
    package var isLinear: Bool { modifier == nil || modifier == CDRM_FORMAT_MOD_LINEAR }

    deinit {
        for handle in handles { _ = drmCloseBufferHandle(card.descriptor, handle) }
    }
}

/// The pixels of a framebuffer, mapped into this process for reading.
///
/// The memory may be write-combined, which makes reading slow: each row is read once, in order.
package struct FramebufferMapping: ~Copyable, Sendable {
    // This type never writes to the memory. The framebuffer's owner may write during a read, as it may while a display
    // reads.
    private let memory: DeviceMemory
    private let planes: [(offset: Int, stride: Int)]
    /// The pixels in a row.
    package let width: Int
    /// The number of rows.
    package let height: Int
    /// The mapped dma-buf, if the driver exports one, so that the caches of both sides agree.
    private let shared: OwnedDescriptor?

    /// Maps the first plane of a framebuffer. The corresponding C functions are `drmPrimeHandleToFD` with `mmap` and
    /// `DMA_BUF_IOCTL_SYNC`, and on drivers that do not export dma-bufs `drmModeMapDumbBuffer`.
    ///
    /// - Throws: ``KMSError`` if the driver does not permit mapping; with `EACCES` if the kernel withholds the memory
    ///   (``ForeignFramebuffer/handle`` is nil), and with `ETIMEDOUT` if a device still draws in it after a second.
    package init(of framebuffer: borrowing ForeignFramebuffer, _ layout: PixelLayout) throws(KMSError) {
        let shape = (rowBytes: framebuffer.width * layout.bytesPerPixel, rows: framebuffer.height)
        try self.init(of: framebuffer, planes: [shape])
    }

    /// Maps the planes of a framebuffer that are in one memory (``ForeignFramebuffer/isOneMemory``).
    ///
    /// - Parameter shapes: the bytes of a row, and the rows, of each plane.
    /// - Throws: the errors of mapping the first plane, and `EOVERFLOW` if the framebuffer has other planes.
    package init(
        of framebuffer: borrowing ForeignFramebuffer, planes shapes: [(rowBytes: Int, rows: Int)]
    ) throws(KMSError) {
        let card = framebuffer.card
        let object = "framebuffer \(framebuffer.id)"
        guard let handle = framebuffer.handle else { throw card.error("drmModeGetFB2", object, EACCES) }
        guard let needed = Self.byteCount(of: framebuffer, shapes) else { throw card.error("mmap", object, EOVERFLOW) }

        var descriptor: Int32 = -1
        if drmPrimeHandleToFD(card.descriptor, handle, UInt32(O_CLOEXEC), &descriptor) == 0 {
            let shared = OwnedDescriptor(adopting: descriptor)
            // Reading beyond its end would raise SIGBUS.
            if lseek(descriptor, 0, SEEK_END) >= off_t(needed),
                let base = mmap(nil, needed, PROT_READ, MAP_SHARED, descriptor, 0), base != MAP_FAILED
            {
                // A device may be drawing in it, which need not end.
                guard Self.isFinished(descriptor) else {
                    munmap(base, needed)
                    throw card.error("poll", object, ETIMEDOUT)
                }
                Self.sync(descriptor, UInt64(DMA_BUF_SYNC_START))
                self.init(base, needed, framebuffer, shared)
                return
            }
            _ = consume shared
        }
        var start: UInt64 = 0
        let result = drmModeMapDumbBuffer(card.descriptor, handle, &start)
        guard result == 0 else { throw card.error("drmModeMapDumbBuffer", object, result) }
        let mapped = mmap(nil, needed, PROT_READ, MAP_SHARED, card.descriptor, off_t(truncatingIfNeeded: start))
        guard let base = mapped, base != MAP_FAILED else { throw card.error("mmap", object) }
        self.init(base, needed, framebuffer, nil)
    }

    private init(
        _ base: UnsafeMutableRawPointer, _ byteCount: Int, _ framebuffer: borrowing ForeignFramebuffer,
        _ shared: consuming OwnedDescriptor?
    ) {
        memory = DeviceMemory(adopting: base, count: byteCount)
        self.shared = shared
        planes = framebuffer.planes.map { (Int($0.offset), Int($0.pitch)) }
        width = framebuffer.width
        height = framebuffer.height
    }

    /// Returns the number of bytes up to the last byte of the last row; nil if the numbers make no sense.
    private static func byteCount(
        of framebuffer: borrowing ForeignFramebuffer, _ shapes: [(rowBytes: Int, rows: Int)]
    ) -> Int? {
        let planes = framebuffer.planes
        guard shapes.count <= planes.count, framebuffer.width > 0, framebuffer.height > 0 else { return nil }
        var end = 0
        for (shape, plane) in zip(shapes, planes) {
            guard shape.rowBytes > 0, shape.rows > 0, Int(plane.pitch) >= shape.rowBytes else { return nil }
            let (rows, overflow) = Int(plane.pitch).multipliedReportingOverflow(by: shape.rows - 1)
            guard !overflow, rows < 1 << 40 else { return nil }
            end = max(end, Int(plane.offset) + rows + shape.rowBytes)
        }
        return end
    }

    /// The first byte of each plane, valid as long as this value lives, and the bytes from one of its rows to the next.
    package var places: [(base: UnsafeRawPointer, stride: Int)] {
        planes.map { (UnsafeRawPointer(memory.bytes + $0.offset), $0.stride) }
    }

    /// Whether the card has taken the memory away, so that the bytes that were read are not the picture. See
    /// ``DumbBuffer/isLost``.
    package var isLost: Bool { memory.isLost }

    /// Passes the bytes of a part of a row to `body`, clipped to the framebuffer.
    package func withRow<Result>(
        _ y: Int, columns: Range<Int>, _ layout: PixelLayout, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        let columns = columns.clamped(to: 0..<width)
        guard (0..<height).contains(y), !columns.isEmpty else {
            return body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        let (offset, stride) = planes[0]
        let start = memory.bytes + offset + y * stride + columns.lowerBound * layout.bytesPerPixel
        return body(UnsafeRawBufferPointer(start: start, count: columns.count * layout.bytesPerPixel))
    }

    /// Waits at most a second for devices that write to a dma-buf.
    private static func isFinished(_ descriptor: Int32) -> Bool {
        let deadline = MonotonicTime.now.advanced(by: .seconds(1))
        while true {
            var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let result = poll(&state, 1, MonotonicTime.now.duration(to: deadline).pollMilliseconds)
            guard result < 0, errno == EINTR else { return result > 0 }
        }
    }

    private static func sync(_ descriptor: Int32, _ phase: UInt64) {
        var request = dma_buf_sync(flags: phase | UInt64(DMA_BUF_SYNC_READ))
        // A failure is ignored: the caches may then have older pixels, and the program has no better source.
        _ = drmIoctl(descriptor, CDMA_BUF_IOCTL_SYNC, &request)
    }

    deinit {
        if let descriptor = shared?.rawValue { Self.sync(descriptor, UInt64(DMA_BUF_SYNC_END)) }
    }
}
