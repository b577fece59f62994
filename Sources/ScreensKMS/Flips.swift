import CScreensDRM
import Glibc
import ScreensLinux

/// The flips of one plane, with arrays that are made once and handed to the kernel for every frame.
package struct FlipRequest: ~Copyable, @unchecked Sendable {
    // Unchecked because of the arrays: the one thread that flips the plane fills them in and commits.
    private let object: UnsafeMutablePointer<UInt32>
    private let propertyCount: UnsafeMutablePointer<UInt32>
    /// `FB_ID`, the constant properties, `FB_DAMAGE_CLIPS`.
    private let properties: UnsafeMutablePointer<UInt32>
    private let values: UnsafeMutablePointer<UInt64>
    /// The number of properties without damage.
    private let count: Int

    /// Whether the driver accepts a list of changed parts (the plane has `FB_DAMAGE_CLIPS`).
    package let takesDamage: Bool

    /// Allocates the memory for the flips of `plane`.
    ///
    /// - Parameter constants: properties of the plane that every flip sets, and their values.
    /// - Throws: ``KMSError`` with `EINVAL` if the plane lacks the property `FB_ID` or one of the others.
    package init(plane: Plane, setting constants: [(name: String, value: UInt64)] = []) throws(KMSError) {
        var ids: [UInt32] = []
        for name in ["FB_ID"] + constants.map(\.name) {
            guard let property = plane.properties[name] else {
                throw KMSError(call: "atomic commit", object: "plane \(plane.id) \(name)", errno: EINVAL)
            }
            ids.append(property.id.rawValue)
        }
        let damage = plane.properties["FB_DAMAGE_CLIPS"]
        takesDamage = damage != nil
        count = ids.count
        object = .allocate(capacity: 1)
        object.initialize(to: plane.id.rawValue)
        propertyCount = .allocate(capacity: 1)
        propertyCount.initialize(to: UInt32(count))
        properties = .allocate(capacity: count + 1)
        values = .allocate(capacity: count + 1)
        values.initialize(repeating: 0, count: count + 1)
        for (index, id) in (ids + [damage?.id.rawValue ?? 0]).enumerated() {
            (properties + index).initialize(to: id)
        }
        for (index, constant) in constants.enumerated() { values[index + 1] = constant.value }
    }

    deinit {
        object.deallocate()
        propertyCount.deallocate()
        properties.deallocate()
        values.deallocate()
    }

    /// Shows a framebuffer from the next refresh on, without allocating unless it fails. The corresponding ioctl is
    /// `DRM_IOCTL_MODE_ATOMIC`, and the properties are `FB_ID`, `FB_DAMAGE_CLIPS` and the constant ones.
    ///
    /// - Parameters:
    ///   - damage: a blob of the changed parts (``ClipBlob``), or nil for everything. Only if ``takesDamage``.
    ///   - userData: the user data of the event.
    /// - Throws: ``KMSError`` with `EBUSY` while the previous flip is pending, `EACCES` if the descriptor is not
    ///   master.
    package borrowing func commit(
        framebuffer: FramebufferID, damage: BlobID?, userData: UInt64, on card: CardDevice
    ) throws(KMSError) {
        values[count] = UInt64(damage?.rawValue ?? 0)
        propertyCount.pointee = UInt32(damage == nil ? count : count + 1)
        try perform(framebuffer, DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT, userData, on: card)
    }

    /// Checks whether a flip can show a framebuffer, without a change. The corresponding flag is
    /// `DRM_MODE_ATOMIC_TEST_ONLY`.
    ///
    /// - Throws: ``KMSError`` with `EINVAL` and others if the driver refuses.
    package borrowing func test(framebuffer: FramebufferID, on card: CardDevice) throws(KMSError) {
        propertyCount.pointee = UInt32(count)
        try perform(framebuffer, DRM_MODE_ATOMIC_TEST_ONLY, 0, on: card)
    }

    private borrowing func perform(
        _ framebuffer: FramebufferID, _ flags: Int32, _ userData: UInt64, on card: CardDevice
    ) throws(KMSError) {
        values[0] = UInt64(framebuffer.rawValue)
        var request = drm_mode_atomic()
        request.flags = UInt32(flags)
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

/// A completed flip, `DRM_EVENT_FLIP_COMPLETE`.
package struct FlipEvent: Sendable, Hashable {
    /// The user data of the commit.
    package let userData: UInt64
    /// The time when the first pixel of the frame left; nil if the driver does not report it.
    package let time: MonotonicTime?
    /// The vblank's number, which wraps.
    package let sequence: UInt32
    /// The CRTC that flipped; nil if the driver does not report it (``CardCapabilities/namesCRTCInEvents``).
    package let crtc: CRTCID?
}

/// A reader of a card's events into memory that is allocated once.
package struct FlipEventReader: ~Copyable, @unchecked Sendable {
    // Unchecked because of the buffer: one thread at a time drains a card's events, because they would be out of order
    // otherwise.
    private let buffer: UnsafeMutableRawBufferPointer
    private let descriptor: Int32

    /// Makes a reader of the card's events, which must not outlive the card.
    package init(card: CardDevice) {
        descriptor = card.descriptor
        // One page has 128 flips. The kernel never returns a part of an event.
        buffer = .allocate(byteCount: 4096, alignment: 8)
    }

    deinit {
        buffer.deallocate()
    }

    /// Reads the pending events without waiting, and passes each flip to `body`. The corresponding C function is
    /// `read`.
    ///
    /// - Throws: ``KMSError`` if the card was removed (`ENODEV`).
    package borrowing func drain(_ body: (FlipEvent) -> Void) throws(KMSError) {
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
