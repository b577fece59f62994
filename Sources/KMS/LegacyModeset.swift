import CLibDRM

extension CardDevice {
    /// Sets a mode on drivers without atomic commits. The corresponding C function is `drmModeSetCrtc`.
    public func setCRTC(
        _ crtc: UInt32, mode: ModeTimings, framebuffer: UInt32, x: UInt32 = 0, y: UInt32 = 0, connectors: [UInt32]
    ) throws(KMSError) {
        var info = mode.kernelInfo
        var connectors = connectors
        let result = drmModeSetCrtc(
            descriptor, crtc, framebuffer, x, y, &connectors, Int32(connectors.count), &info)
        guard result == 0 else { throw error("drmModeSetCrtc", "CRTC \(crtc) mode \(mode.name)", result) }
    }

    /// Switches a CRTC off on drivers without atomic commits. The corresponding C function is `drmModeSetCrtc`.
    public func disableCRTC(_ crtc: UInt32) throws(KMSError) {
        let result = drmModeSetCrtc(descriptor, crtc, 0, 0, 0, nil, 0, nil)
        guard result == 0 else { throw error("drmModeSetCrtc", "CRTC \(crtc) off", result) }
    }

    /// Shows another framebuffer from the next vblank on. The corresponding C function is `drmModePageFlip`.
    ///
    /// - Throws: ``KMSError`` with `EBUSY` while the flip before is pending.
    public func pageFlip(crtc: UInt32, framebuffer: UInt32, userData: UInt64) throws(KMSError) {
        var flip = drm_mode_crtc_page_flip()
        flip.crtc_id = crtc
        flip.fb_id = framebuffer
        flip.flags = UInt32(DRM_MODE_PAGE_FLIP_EVENT)
        flip.user_data = userData
        guard drmIoctl(descriptor, CDRM_IOCTL_MODE_PAGE_FLIP, &flip) == 0 else {
            throw error("drmModePageFlip", "CRTC \(crtc)")
        }
    }
}
