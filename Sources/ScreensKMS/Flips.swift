import CScreensDRM
import Glibc
import ScreensLinux

/// The flips of one plane: arrays that are made once and handed to the kernel for every frame.
public struct FlipRequest: ~Copyable, @unchecked Sendable {
    // Unchecked for the arrays: the one thread that flips the plane fills them in and commits.
    private let object: UnsafeMutablePointer<UInt32>
    private let propertyCount: UnsafeMutablePointer<UInt32>
    private let properties: UnsafeMutablePointer<UInt32>
    private let values: UnsafeMutablePointer<UInt64>

    /// Whether the driver accepts a list of what has changed (the plane has `FB_DAMAGE_CLIPS`).
    public let takesDamage: Bool

    /// Allocates what the flips of `plane` need.
    ///
    /// - Throws: ``KMSError`` with `EINVAL` where the plane has no property `FB_ID`.
    public init(plane: Plane) throws(KMSError) {
        guard let framebuffer = plane.properties["FB_ID"] else {
            throw KMSError(call: "atomic commit", object: "plane \(plane.id)", errno: EINVAL)
        }
        let damage = plane.properties["FB_DAMAGE_CLIPS"]
        takesDamage = damage != nil
        object = .allocate(capacity: 1)
        object.initialize(to: plane.id.rawValue)
        propertyCount = .allocate(capacity: 1)
        propertyCount.initialize(to: 1)
        properties = .allocate(capacity: 2)
        properties.initialize(to: framebuffer.id.rawValue)
        (properties + 1).initialize(to: damage?.id.rawValue ?? 0)
        values = .allocate(capacity: 2)
        values.initialize(repeating: 0, count: 2)
    }

    deinit {
        object.deallocate()
        propertyCount.deallocate()
        properties.deallocate()
        values.deallocate()
    }

    /// Shows a framebuffer from the next refresh on, without allocating unless it fails. The corresponding ioctl is
    /// `DRM_IOCTL_MODE_ATOMIC`, and the properties are `FB_ID` and `FB_DAMAGE_CLIPS`.
    ///
    /// - Parameters:
    ///   - damage: a blob of what has changed (``ClipBlob``), or nil for everything. Only where ``takesDamage``.
    ///   - userData: comes back in the event.
    /// - Throws: ``KMSError`` with `EBUSY` while the flip before is pending, `EACCES` where the descriptor is not master.
    public borrowing func commit(
        framebuffer: FramebufferID, damage: BlobID?, userData: UInt64, on card: CardDevice
    ) throws(KMSError) {
        values[0] = UInt64(framebuffer.rawValue)
        values[1] = UInt64(damage?.rawValue ?? 0)
        propertyCount.pointee = damage == nil ? 1 : 2
        var request = drm_mode_atomic()
        request.flags = UInt32(DRM_MODE_ATOMIC_NONBLOCK) | UInt32(DRM_MODE_PAGE_FLIP_EVENT)
        request.count_objs = 1
        request.objs_ptr = UInt64(UInt(bitPattern: object))
        request.count_props_ptr = UInt64(UInt(bitPattern: propertyCount))
        request.props_ptr = UInt64(UInt(bitPattern: properties))
        request.prop_values_ptr = UInt64(UInt(bitPattern: values))
        request.user_data = userData
        guard drmIoctl(card.descriptor, CDRM_IOCTL_MODE_ATOMIC, &request) == 0 else {
            throw card.error("atomic commit")
        }
    }
}

/// A flip that is on the screen, `DRM_EVENT_FLIP_COMPLETE`.
public struct FlipEvent: Sendable, Hashable {
    /// The user data of the commit.
    public let userData: UInt64
    /// When the first pixel of the frame left; nil where the driver does not report it.
    public let time: MonotonicTime?
    /// The vblank's number, which wraps.
    public let sequence: UInt32
    /// The CRTC that flipped; nil where the driver does not report it (``CardCapabilities/namesCRTCInEvents``).
    public let crtc: CRTCID?
}

/// Reads a card's events into memory that is allocated once.
public struct FlipEventReader: ~Copyable, @unchecked Sendable {
    // Unchecked for the buffer: a card's events are drained by one thread at a time, or they would come out of order.
    private let buffer: UnsafeMutableRawBufferPointer
    private let descriptor: Int32

    /// A reader of the card's events, which must not outlive the card.
    public init(card: CardDevice) {
        descriptor = card.descriptor
        // A page: 128 flips. The kernel never hands out part of an event.
        buffer = .allocate(byteCount: 4096, alignment: 8)
    }

    deinit {
        buffer.deallocate()
    }

    /// Reads the pending events without waiting, and hands each flip to `body`. The corresponding C function is `read`.
    ///
    /// - Throws: ``KMSError`` where the card has gone (`ENODEV`).
    public borrowing func drain(_ body: (FlipEvent) -> Void) throws(KMSError) {
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN { return }
                throw KMSError(call: "read", object: "events", errno: errno)
            }
            Self.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), body)
            // A partly filled buffer means an empty queue: another read would only return EAGAIN.
            if count < buffer.count - MemoryLayout<drm_event_vblank>.size { return }
        }
    }

    static func parse(_ bytes: UnsafeRawBufferPointer, _ body: (FlipEvent) -> Void) {
        var offset = 0
        let header = MemoryLayout<drm_event>.size
        while bytes.count - offset >= header {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: drm_event.self)
            let length = Int(event.length)
            guard length >= header, length <= bytes.count - offset else { return }
            if event.type == UInt32(DRM_EVENT_FLIP_COMPLETE), length >= MemoryLayout<drm_event_vblank>.size {
                let flip = bytes.loadUnaligned(fromByteOffset: offset, as: drm_event_vblank.self)
                let time = Int64(flip.tv_sec) * 1_000_000_000 + Int64(flip.tv_usec) * 1_000
                body(
                    FlipEvent(
                        userData: flip.user_data, time: time > 0 ? MonotonicTime(nanoseconds: time) : nil,
                        sequence: flip.sequence, crtc: CRTCID(nonZero: flip.crtc_id)))
            }
            offset += length
        }
    }
}
