import CScreensDRM
import Glibc
import ScreensLinux
import Synchronization

/// A framebuffer in memory that the processor can write: created, mapped and registered with the card.
///
/// The mapping may be write-combined: write it in order and never read it.
package struct DumbBuffer: ~Copyable, Sendable {
    /// Pixels in a row.
    package let width: Int
    /// Rows.
    package let height: Int
    /// Bytes from one row to the next; of several planes those of the first.
    package var stride: Int { planes.first?.stride ?? 0 }
    /// The first byte of each plane, and the bytes from one of its rows to the next.
    package let planes: [(offset: Int, stride: Int)]
    /// The framebuffer's id, for `FB_ID`.
    package let framebuffer: FramebufferID
    private let memory: DeviceMemory
    private let handle: UInt32
    private let card: CardDevice
    /// Whether the framebuffer was left. The kernel may have given its id to another one since.
    private let isLeft = Atomic<Bool>(false)

    /// Makes a buffer with undefined content; many drivers take memory for it only when it is written. The corresponding
    /// C functions are `drmModeCreateDumbBuffer`, `drmModeAddFB2`, `drmModeMapDumbBuffer` and `mmap`.
    ///
    /// - Parameters:
    ///   - format: a `DRM_FORMAT_*` code of one plane.
    ///   - bitsPerPixel: the size of a pixel of it.
    /// - Throws: ``KMSError`` with `ENOMEM` or `ENOSPC` where the card's memory is full, `EINVAL` where the size is
    ///   beyond it.
    package init(
        width: Int, height: Int, format: UInt32, bitsPerPixel: Int, on card: CardDevice
    ) throws(KMSError) {
        let memory = (width: width, height: height, bitsPerPixel: bitsPerPixel)
        try self.init(width: width, height: height, format, in: memory, on: card) { [(0, $0)] }
    }

    /// Makes a buffer of a format with several planes, one behind the other in the same memory.
    ///
    /// - Parameters:
    ///   - format: a `DRM_FORMAT_*` code.
    ///   - planes: the bytes of a row of each plane, and its rows.
    /// - Throws: as for one plane, and `EINVAL` also where the driver does not show the format, or not with these gaps, or where the
    ///   bytes of a row do not divide, as of an odd number of columns.
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
    ///   - size: of the memory, as the driver is to align it.
    ///   - layout: gives the planes for the bytes of a row of the memory.
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

    /// How many bytes are mapped.
    package var byteCount: Int { memory.count }

    /// Whether the card has taken the memory away, as far as a write has shown it: the buffer does not show what is written. In
    /// the frame path. The corresponding signal is `SIGBUS`, where ``CrashHandler`` handles it.
    package var isLost: Bool { memory.isLost }

    /// A fence that is signalled, for flips to memory of others (`IN_FENCE_FD`): the kernel then waits for no other one, which its
    /// owner may attach at any moment. The corresponding ioctl is `DMA_BUF_IOCTL_EXPORT_SYNC_FILE`.
    ///
    /// - Returns: nil where the kernel lacks it (before Linux 6.0), or the driver exports no memory.
    package func makeSignalledFence() -> OwnedDescriptor? {
        var shared: Int32 = -1
        guard drmPrimeHandleToFD(card.descriptor, handle, UInt32(O_CLOEXEC), &shared) == 0 else { return nil }
        let memory = OwnedDescriptor(adopting: shared)
        // Nothing but this process draws in it: it has no fence that is not signalled.
        var request = CDMASyncFile(flags: UInt32(DMA_BUF_SYNC_READ), descriptor: -1)
        guard drmIoctl(memory.rawValue, CDMA_BUF_IOCTL_EXPORT_SYNC_FILE, &request) == 0 else { return nil }
        let fence = OwnedDescriptor(adopting: request.descriptor)
        var state = pollfd(fd: fence.rawValue, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, 0) == 1 else { return nil }
        return fence
    }

    /// Fills it with zeros: black. The corresponding C function is `memset`.
    package func clear() {
        memset(bytes, 0, byteCount)
    }

    /// Keeps the picture on its plane after the buffer is destroyed, until the next master replaces it. Without this call the
    /// plane is disabled then. The corresponding ioctl is `DRM_IOCTL_MODE_CLOSEFB`.
    ///
    /// - Returns: false where the kernel lacks it (before Linux 6.8): the picture lasts as long as the buffer.
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
