import CScreensDRM

/// The calls of drivers without atomic commits.
extension CardDevice {
    /// Sets a mode. The corresponding C function is `drmModeSetCrtc`.
    ///
    /// - Parameters:
    ///   - x: the first column of the framebuffer that is shown, and `y` the first row.
    ///   - connectors: the connectors that the CRTC feeds from now on.
    package func setCRTC(
        _ crtc: CRTCID, mode: ModeTimings, framebuffer: FramebufferID, x: UInt32 = 0, y: UInt32 = 0,
        connectors: [ConnectorID]
    ) throws(KMSError) {
        var info = mode.kernelInfo
        var connectors = connectors.map(\.rawValue)
        let result = drmModeSetCrtc(
            descriptor, crtc.rawValue, framebuffer.rawValue, x, y, &connectors, Int32(connectors.count), &info)
        guard result == 0 else { throw error("drmModeSetCrtc", "CRTC \(crtc) mode \(mode.name)", result) }
    }

    /// Disables a CRTC. The corresponding C function is `drmModeSetCrtc`, without a mode.
    package func disableCRTC(_ crtc: CRTCID) throws(KMSError) {
        let result = drmModeSetCrtc(descriptor, crtc.rawValue, 0, 0, 0, nil, 0, nil)
        guard result == 0 else { throw error("drmModeSetCrtc", "CRTC \(crtc) off", result) }
    }

    /// Prepares ``setCRTC(_:mode:framebuffer:x:y:connectors:)``, or without a mode or a framebuffer
    /// ``disableCRTC(_:)``, with memory of its own. The corresponding ioctl is `DRM_IOCTL_MODE_SETCRTC`.
    package func preparedCRTC(
        _ crtc: CRTCID, mode: ModeTimings?, framebuffer: FramebufferID?, x: UInt32 = 0, y: UInt32 = 0,
        connectors: [ConnectorID]
    ) -> PreparedCall {
        PreparedCall(CDRM_IOCTL_MODE_SETCRTC, on: self) { memory in
            var request = drm_mode_crtc()
            request.crtc_id = crtc.rawValue
            guard let mode, let framebuffer else { return request }
            request.fb_id = framebuffer.rawValue
            request.x = x
            request.y = y
            request.set_connectors_ptr = memory.keep(connectors.map(\.rawValue))
            request.count_connectors = UInt32(connectors.count)
            request.mode = withUnsafeBytes(of: mode.kernelInfo) { $0.load(as: drm_mode_modeinfo.self) }
            request.mode_valid = 1
            return request
        }
    }

    /// Prepares a call that sets one property. The corresponding ioctl is `DRM_IOCTL_MODE_OBJ_SETPROPERTY`.
    ///
    /// - Returns: nil if the object lacks the property, or only the kernel sets it.
    package func preparedProperty<Object: ModeObject>(
        _ name: String, of object: Object, to value: UInt64
    ) -> PreparedCall? {
        guard let property = object.properties[name], !property.isImmutable else { return nil }
        return PreparedCall(CDRM_IOCTL_MODE_OBJ_SETPROPERTY, on: self) { _ in
            drm_mode_obj_set_property(
                value: value, prop_id: property.id.rawValue, obj_id: object.id.rawValue,
                obj_type: Object.kind.rawValue)
        }
    }

    /// Shows another framebuffer from the next vblank on, without allocating unless it fails. The corresponding ioctl
    /// is `DRM_IOCTL_MODE_PAGE_FLIP`.
    ///
    /// - Throws: ``KMSError`` with `EBUSY` while the previous flip is pending.
    package func pageFlip(crtc: CRTCID, framebuffer: FramebufferID, userData: UInt64) throws(KMSError) {
        var flip = drm_mode_crtc_page_flip()
        flip.crtc_id = crtc.rawValue
        flip.fb_id = framebuffer.rawValue
        flip.flags = UInt32(DRM_MODE_PAGE_FLIP_EVENT)
        flip.user_data = userData
        guard drmIoctl(descriptor, CDRM_IOCTL_MODE_PAGE_FLIP, &flip) == 0 else {
            throw error("drmModePageFlip", "CRTC \(crtc)")
        }
    }
}
