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

    /// ``setCRTC(_:mode:framebuffer:x:y:connectors:)``, or without a mode ``disableCRTC(_:)``, with memory of its own.
    /// The corresponding C macro is `DRM_IOCTL_MODE_SETCRTC`.
    public func preparedCRTC(
        _ crtc: UInt32, mode: ModeTimings?, framebuffer: UInt32, x: UInt32 = 0, y: UInt32 = 0, connectors: [UInt32]
    ) -> PreparedCall {
        PreparedCall(CDRM_IOCTL_MODE_SETCRTC, on: self) { memory in
            var request = drm_mode_crtc()
            request.crtc_id = crtc
            guard let mode else { return request }
            request.fb_id = framebuffer
            request.x = x
            request.y = y
            request.set_connectors_ptr = memory.keep(connectors)
            request.count_connectors = UInt32(connectors.count)
            request.mode = withUnsafeBytes(of: mode.kernelInfo) { $0.load(as: drm_mode_modeinfo.self) }
            request.mode_valid = 1
            return request
        }
    }

    /// Sets one property at once, on drivers without atomic commits. The corresponding C macro is
    /// `DRM_IOCTL_MODE_OBJ_SETPROPERTY`.
    public func preparedProperty(
        _ property: UInt32, to value: UInt64, of object: UInt32, kind: ObjectKind
    ) -> PreparedCall {
        PreparedCall(CDRM_IOCTL_MODE_OBJ_SETPROPERTY, on: self) { _ in
            drm_mode_obj_set_property(
                value: value, prop_id: property, obj_id: object, obj_type: kind.rawValue)
        }
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
