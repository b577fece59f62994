import CLibDRM

/// A CRTC as it was when read: what scans a picture out.
public struct CRTC: Sendable, Hashable {
    public let id: UInt32
    /// Its place among the card's CRTCs: the bit it has in `possible_crtcs`.
    public let index: Int
    /// The mode it runs, or nil.
    public let mode: ModeTimings?
    /// Whether it sends a picture: a mode is set and, with atomic drivers, `ACTIVE` is 1.
    public let isActive: Bool
    /// The framebuffer that the legacy call reports.
    public let framebuffer: UInt32
    public let x: UInt32
    public let y: UInt32
    public let properties: Properties
}

extension CardDevice {
    /// Reads a CRTC. The corresponding C function is `drmModeGetCrtc`.
    public func crtc(_ id: UInt32, index: Int) throws(KMSError) -> CRTC {
        guard let pointer = drmModeGetCrtc(descriptor, id) else { throw error("drmModeGetCrtc", "CRTC \(id)") }
        defer { drmModeFreeCrtc(pointer) }
        let raw = pointer.pointee
        let properties = try properties(of: id, kind: .crtc)
        let mode = raw.mode_valid != 0 ? ModeTimings(raw.mode) : nil
        return CRTC(
            id: id, index: index, mode: mode,
            isActive: mode != nil && (properties["ACTIVE"]?.value ?? 1) != 0,
            framebuffer: raw.buffer_id, x: raw.x, y: raw.y, properties: properties)
    }
}
