import CScreensDRM
import Glibc
import ScreensLinux
import Synchronization

/// A framebuffer in memory that the processor can write: created, mapped and registered with the card.
///
/// The mapping may be write-combined: write it in order and never read it.
package struct DumbBuffer: ~Copyable, Sendable {
    /// The pixels in a row.
    package let width: Int
    /// The number of rows.
    package let height: Int
    /// The bytes from one row to the next; with several planes, in the first plane.
    package var stride: Int { planes.first?.stride ?? 0 }
    /// The first byte of each plane, and the bytes from one of its rows to the next.
    package let planes: [(offset: Int, stride: Int)]
    /// The framebuffer's id, for `FB_ID`.
    package let framebuffer: FramebufferID
    private let memory: DeviceMemory
    private let handle: UInt32
    private let card: CardDevice
    /// Whether the framebuffer was left. The kernel may have reused its id since.
    private let isLeft = Atomic<Bool>(false)

    /// Makes a buffer with undefined content; many drivers take memory for it only when it is written. The
    /// corresponding C functions are `drmModeCreateDumbBuffer`, `drmModeAddFB2`, `drmModeMapDumbBuffer` and `mmap`.
    ///
    /// - Parameters:
    ///   - format: a `DRM_FORMAT_*` code of one plane.
    ///   - bitsPerPixel: the size of a pixel in the format.
    /// - Throws: ``KMSError`` with `ENOMEM` or `ENOSPC` if the card's memory is full, `EINVAL` if the size exceeds its
    ///   limits.
    package init(
        width: Int, height: Int, format: UInt32, bitsPerPixel: Int, on card: CardDevice
    ) throws(KMSError) {
        let memory = (width: width, height: height, bitsPerPixel: bitsPerPixel)
        try self.init(width: width, height: height, format, in: memory, on: card) { [(0, $0)] }
    }

    /// Makes a buffer of a format with several planes, one after the other in the same memory.
    ///
    /// - Parameters:
    ///   - format: a `DRM_FORMAT_*` code.
    ///   - planes: the bytes of a row, and the rows, of each plane.
    /// - Throws: the errors of a buffer with one plane, and `EINVAL` if the driver does not show the format, or not
    ///   with these gaps, or if the bytes of a row do not divide, such as for an odd number of columns.
    package init(
        width: Int, height: Int, format: UInt32, planes: [(rowBytes: Int, rows: Int)], on card: CardDevice
    ) throws(KMSError) {
        let rowBytes = max(planes.first?.rowBytes ?? 0, 1)
        let bytes = planes.map { $0.rowBytes * $0.rows }.reduce(0, +)
        let memory = (width: rowBytes, height: (bytes + rowBytes - 1) / rowBytes, bitsPerPixel: 8)
        guard planes.allSatisfy({ rowBytes % $0.rowBytes == 0 || $0.rowBytes % rowBytes == 0 }) else {
            throw card.error("drmModeCreateDumbBuffer", "buffer \(width)x\(height)", EINVAL)
        }
        try self.init(width: width, height: height, format, in: memory, on: card) { stride in
            var offset = 0
            return planes.map { plane in
                let pitch =
                    plane.rowBytes > rowBytes
                    ? stride * (plane.rowBytes / rowBytes) : stride / (rowBytes / plane.rowBytes)
                defer { offset += pitch * plane.rows }
                return (offset, pitch)
            }
        }
    }

    /// - Parameters:
    ///   - size: the size of the memory, which the driver aligns.
    ///   - layout: returns the planes for the bytes of a row of the memory.
    private init(
        width: Int, height: Int, _ format: UInt32, in size: (width: Int, height: Int, bitsPerPixel: Int),
        on card: CardDevice, layout: (_ stride: Int) -> [(offset: Int, stride: Int)]
    ) throws(KMSError) {
        var handle: UInt32 = 0
        var stride: UInt32 = 0
        var byteCount: UInt64 = 0
        let object = "buffer \(width)x\(height)"
        var result = drmModeCreateDumbBuffer(
            card.descriptor, UInt32(size.width), UInt32(size.height), UInt32(size.bitsPerPixel), 0, &handle, &stride,
            &byteCount)
        guard result == 0 else { throw card.error("drmModeCreateDumbBuffer", object, result) }
        let planes = layout(Int(stride))
        let framebuffer: FramebufferID
        do {
            let memory = planes.map { FramebufferPlane(handle: handle, offset: $0.offset, stride: $0.stride) }
            framebuffer = try card.addFramebuffer(width: width, height: height, format, memory, modifier: nil)
        } catch {
            _ = drmModeDestroyDumbBuffer(card.descriptor, handle)
            throw error
        }

        var offset: UInt64 = 0
        result = drmModeMapDumbBuffer(card.descriptor, handle, &offset)
        let mapping =
            result == 0
            ? mmap(
                nil, Int(byteCount), PROT_READ | PROT_WRITE, MAP_SHARED, card.descriptor,
                off_t(truncatingIfNeeded: offset))
            : MAP_FAILED
        guard let mapping, mapping != MAP_FAILED else {
            let failure = card.error("mmap", object, result == 0 ? errno : result)
            _ = drmModeRmFB(card.descriptor, framebuffer.rawValue)
            _ = drmModeDestroyDumbBuffer(card.descriptor, handle)
            throw failure
        }

        self.width = width
        self.height = height
        self.planes = planes
        self.framebuffer = framebuffer
        self.handle = handle
        self.card = card
        memory = DeviceMemory(adopting: mapping, count: Int(byteCount))
    }

    /// The first byte of the first row.
    package var bytes: UnsafeMutableRawPointer { memory.bytes }

    /// The number of mapped bytes.
    package var byteCount: Int { memory.count }

    /// Whether a write has shown that the card took the memory away, so that the buffer does not show what is written.
    /// Called in the frame path. The corresponding signal is `SIGBUS`, if ``CrashHandler`` handles it.
    package var isLost: Bool { memory.isLost }

    /// Makes a signalled fence for flips to other memory (`IN_FENCE_FD`): the kernel then waits for no fence that the
    /// owner of that memory may attach at any moment. The corresponding ioctl is `DMA_BUF_IOCTL_EXPORT_SYNC_FILE`.
    ///
    /// - Returns: nil if the kernel lacks it (before Linux 6.0), or the driver exports no memory.
    package func makeSignalledFence() -> OwnedDescriptor? {
        var shared: Int32 = -1
        guard drmPrimeHandleToFD(card.descriptor, handle, UInt32(O_CLOEXEC), &shared) == 0 else { return nil }
        let memory = OwnedDescriptor(adopting: shared)
        // Only this process draws in it, so it has no unsignalled fence.
        var request = CDMASyncFile(flags: UInt32(DMA_BUF_SYNC_READ), descriptor: -1)
        guard drmIoctl(memory.rawValue, CDMA_BUF_IOCTL_EXPORT_SYNC_FILE, &request) == 0 else { return nil }
        let fence = OwnedDescriptor(adopting: request.descriptor)
        var state = pollfd(fd: fence.rawValue, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, 0) == 1 else { return nil }
        return fence
    }

    /// Fills the buffer with zeros: black. The corresponding C function is `memset`.
    package func clear() {
        memset(bytes, 0, byteCount)
    }

    /// Keeps the picture on its plane after the buffer is destroyed, until the next master replaces it. Without this
    /// call the plane is then disabled. The corresponding ioctl is `DRM_IOCTL_MODE_CLOSEFB`.
    ///
    /// - Returns: false if the kernel lacks it (before Linux 6.8): the picture lasts as long as the buffer.
    package func leaveFramebuffer() -> Bool {
        guard card.closeFramebuffer(framebuffer) else { return false }
        isLeft.store(true, ordering: .relaxed)
        return true
    }

    deinit {
        if !isLeft.load(ordering: .relaxed), !card.areFramebuffersKept {
            _ = drmModeRmFB(card.descriptor, framebuffer.rawValue)
        }
        _ = drmModeDestroyDumbBuffer(card.descriptor, handle)
    }
}
