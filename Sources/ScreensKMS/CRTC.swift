import CScreensDRM

/// A CRTC as of its last read: the part of a card that scans a picture out.
package struct CRTC: ModeObject, Hashable {
    /// `DRM_MODE_OBJECT_CRTC`.
    package static let kind = ObjectKind.crtc

    /// The id, valid as long as the card is present.
    package let id: CRTCID
    /// The index among the card's CRTCs (``CardResources/crtcs``), which is its bit in `possible_crtcs`.
    package let index: CRTCIndex
    /// The present mode, or nil.
    package let mode: ModeTimings?
    /// Whether it sends a picture: a mode is set and, with atomic drivers, `ACTIVE` is 1.
    package let isActive: Bool
    /// The framebuffer that the legacy call reports, or nil.
    package let framebuffer: FramebufferID?
    /// The first column of the framebuffer that is shown, on drivers without atomic commits.
    package let x: UInt32
    /// The first row of the framebuffer that is shown, on drivers without atomic commits.
    package let y: UInt32
    /// `MODE_ID`, `ACTIVE`, `GAMMA_LUT` and others; on drivers without atomic commits only the last.
    package let properties: Properties
}

extension CRTC {
    /// A CRTC of no device, on a driver with atomic commits.
    package init(id: CRTCID, index: CRTCIndex, mode: ModeTimings?, properties: Properties) {
        self.init(
            id: id, index: index, mode: mode, isActive: mode != nil && (properties["ACTIVE"]?.value ?? 1) != 0,
            framebuffer: nil, x: 0, y: 0, properties: properties)
    }
}

extension CardDevice {
    /// Reads a CRTC. The corresponding C functions are `drmModeGetCrtc` and `drmModeObjectGetProperties`.
    ///
    /// - Parameter index: the CRTC's place in ``CardResources/crtcs``.
    package func crtc(_ id: CRTCID, index: CRTCIndex) throws(KMSError) -> CRTC {
        guard let pointer = drmModeGetCrtc(descriptor, id.rawValue) else { throw error("drmModeGetCrtc", "CRTC \(id)") }
        defer { drmModeFreeCrtc(pointer) }
        let raw = pointer.pointee
        let properties = try properties(of: id, kind: .crtc)
        let mode = raw.mode_valid != 0 ? ModeTimings(raw.mode) : nil
        return CRTC(
            id: id, index: index, mode: mode,
            isActive: mode != nil && (properties["ACTIVE"]?.value ?? 1) != 0,
            framebuffer: FramebufferID(nonZero: raw.buffer_id), x: raw.x, y: raw.y, properties: properties)
    }
}

extension CRTC {
    /// The id in the form for all kinds of objects.
    package var objectID: AnyObjectID { .crtc(id) }
}
