import CLibDRM
import Glibc

/// A flip that is on the screen, `DRM_EVENT_FLIP_COMPLETE`.
public struct FlipEvent: Sendable, Hashable {
    /// What the commit gave as user data.
    public let userData: UInt64
    /// When the first pixel of the frame left, in nanoseconds of CLOCK_MONOTONIC; 0 where the driver does not say.
    public let time: Int64
    /// The vblank's number, which wraps.
    public let sequence: UInt32
    /// The CRTC that flipped.
    public let crtc: UInt32
}

/// Reads a card's events into memory that is allocated once.
public struct FlipEventReader: ~Copyable, @unchecked Sendable {
    // Unchecked for the buffer: a card's events are drained by one thread at a time, or they would come out of order.
    private let buffer: UnsafeMutableRawBufferPointer
    private let descriptor: Int32

    public init(card: CardDevice) {
        descriptor = card.descriptor
        // A page: 128 flips. The kernel never hands out part of an event.
        buffer = .allocate(byteCount: 4096, alignment: 8)
    }

    deinit {
        buffer.deallocate()
    }

    /// Reads what is there without waiting, and hands each flip to `body`. The corresponding C function is `read`.
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
            // A partly filled buffer means an empty queue; another read would only be told so.
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
                body(
                    FlipEvent(
                        userData: flip.user_data,
                        time: Int64(flip.tv_sec) * 1_000_000_000 + Int64(flip.tv_usec) * 1_000,
                        sequence: flip.sequence, crtc: flip.crtc_id))
            }
            offset += length
        }
    }
}
