import CScreensDRM
import Glibc
import Synchronization

/// A framebuffer in memory of another device or program, which is passed as dma-bufs. It is shown unchanged, and never
/// read or written here.
///
/// The kernel keeps the memory as long as this value lives, even if the other program ends.
package struct SharedFramebuffer: ~Copyable, Sendable {
    /// One plane of the format, with its place in a dma-buf.
    package struct MemoryPlane: Sendable {
        /// The descriptor of the dma-buf, which may be closed once the framebuffer is made.
        package let descriptor: Int32
        /// The offset of the first byte.
        package let offset: Int
        /// The bytes from one row to the next.
        package let stride: Int

        /// Makes a plane at a place in a dma-buf.
        package init(descriptor: Int32, offset: Int, stride: Int) {
            self.descriptor = descriptor
            self.offset = offset
            self.stride = stride
        }
    }

    /// The framebuffer's id, for `FB_ID`.
    package let id: FramebufferID
    private let card: CardDevice
    /// Whether the framebuffer was left. The kernel may have reused its id since.
    private let isLeft = Atomic<Bool>(false)

    /// Makes a framebuffer of memory that only the kernel checks. The corresponding C functions are
    /// `drmPrimeFDToHandle` and `drmModeAddFB2WithModifiers`.
    ///
    /// - Parameters:
    ///   - format: a `DRM_FORMAT_*` code.
    ///   - modifier: the layout of the pixels, `DRM_FORMAT_MOD_*`; nil leaves it to the driver.
    ///   - planes: the planes of the format and of the modifier, at most four.
    /// - Throws: ``KMSError`` if the card cannot use the memory, the format or the modifier.
    package init(
        width: Int, height: Int, format: UInt32, modifier: UInt64?, planes: [MemoryPlane], on card: CardDevice
    ) throws(KMSError) {
        guard 1...4 ~= planes.count else { throw card.error("drmModeAddFB2", "\(planes.count) planes", EINVAL) }
        // The kernel has one handle for a piece of memory, however often it is imported, and the framebuffer keeps the
        // memory without it. So two simultaneous imports of the same memory would close each other's handle.
        let made = card.imports.withLock { _ -> Result<FramebufferID, KMSError> in
            Result { () throws(KMSError) in
                var handles: [UInt32] = []
                defer { for handle in Set(handles) { _ = drmCloseBufferHandle(card.descriptor, handle) } }
                for plane in planes {
                    var handle: UInt32 = 0
                    guard drmPrimeFDToHandle(card.descriptor, plane.descriptor, &handle) == 0 else {
                        throw card.error("drmPrimeFDToHandle", "a dma-buf")
                    }
                    handles.append(handle)
                }
                let memory = zip(planes, handles).map { plane, handle in
                    FramebufferPlane(handle: handle, offset: plane.offset, stride: plane.stride)
                }
                return try card.addFramebuffer(width: width, height: height, format, memory, modifier: modifier)
            }
        }
        id = try made.get()
        self.card = card
    }

    /// Keeps the picture on its plane, like ``DumbBuffer/leaveFramebuffer()``.
    package func leaveFramebuffer() -> Bool {
        guard card.closeFramebuffer(id) else { return false }
        isLeft.store(true, ordering: .relaxed)
        return true
    }

    deinit {
        if !isLeft.load(ordering: .relaxed), !card.areFramebuffersKept { _ = drmModeRmFB(card.descriptor, id.rawValue) }
    }
}

/// A plane of a framebuffer's format in memory of the card.
struct FramebufferPlane {
    let handle: UInt32
    let offset: Int
    let stride: Int
}

extension CardDevice {
    /// Registers memory as a framebuffer. The corresponding C functions are `drmModeAddFB2` and, with a modifier,
    /// `drmModeAddFB2WithModifiers`.
    func addFramebuffer(
        width: Int, height: Int, _ format: UInt32, _ planes: [FramebufferPlane], modifier: UInt64?
    ) throws(KMSError) -> FramebufferID {
        func four<Value>(_ value: (FramebufferPlane) -> Value, _ rest: Value) -> [Value] {
            planes.map(value) + Array(repeating: rest, count: 4 - planes.count)
        }
        guard let width = UInt32(exactly: width), let height = UInt32(exactly: height),
            planes.allSatisfy({ UInt32(exactly: $0.offset) != nil && UInt32(exactly: $0.stride) != nil })
        else { throw error("drmModeAddFB2", "buffer \(width)x\(height)", EOVERFLOW) }
        let (handles, offsets) = (four(\.handle, 0), four({ UInt32($0.offset) }, 0))
        let strides = four({ UInt32($0.stride) }, 0)
        var id: UInt32 = 0
        let result =
            if let modifier {
                drmModeAddFB2WithModifiers(
                    descriptor, width, height, format, handles, strides, offsets, four({ _ in modifier }, 0), &id,
                    UInt32(DRM_MODE_FB_MODIFIERS))
            } else {
                drmModeAddFB2(descriptor, width, height, format, handles, strides, offsets, &id, 0)
            }
        guard result == 0 else { throw error("drmModeAddFB2", "buffer \(width)x\(height)", result) }
        return FramebufferID(rawValue: id)
    }

    /// Gives a framebuffer up without an effect on the plane that shows it. The corresponding ioctl is
    /// `DRM_IOCTL_MODE_CLOSEFB`.
    ///
    /// - Returns: false if the kernel lacks it (before Linux 6.8).
    func closeFramebuffer(_ id: FramebufferID) -> Bool {
        var request = CDRMCloseFramebuffer(framebuffer: id.rawValue, padding: 0)
        return drmIoctl(descriptor, CDRM_IOCTL_MODE_CLOSEFB, &request) == 0
    }
}
