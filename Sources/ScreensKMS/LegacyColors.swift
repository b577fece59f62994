import CScreensDRM

/// The gamma table of a CRTC in the legacy calls: for each channel the output of every input.
package struct GammaRamp: Sendable, Hashable {
    /// The red outputs, from the darkest to the lightest, as many as ``green`` and ``blue``.
    package let red: [UInt16]
    /// The green outputs, from the darkest to the lightest.
    package let green: [UInt16]
    /// The blue outputs, from the darkest to the lightest.
    package let blue: [UInt16]

    /// Returns the ramp with a number of entries that changes nothing.
    package static func neutral(_ count: Int) -> GammaRamp {
        let line = (0..<count).map { UInt16($0 * 0xFFFF / max(count - 1, 1)) }
        return GammaRamp(red: line, green: line, blue: line)
    }
}

extension CardDevice {
    /// Reads a CRTC's ramp, or nil if it has none. The corresponding C functions are `drmModeGetCrtc` and
    /// `drmModeCrtcGetGamma`.
    ///
    /// The ramp is as a program set it by ``setGamma(_:of:)`` or the same call. A `GAMMA_LUT` of an atomic
    /// commit is not reported.
    package func gamma(of crtc: CRTCID) throws(KMSError) -> GammaRamp? {
        guard let pointer = drmModeGetCrtc(descriptor, crtc.rawValue) else {
            throw error("drmModeGetCrtc", "CRTC \(crtc)")
        }
        defer { drmModeFreeCrtc(pointer) }
        let count = Int(pointer.pointee.gamma_size)
        guard (2...0x1_0000).contains(count) else { return nil }
        var (red, green, blue) = ([UInt16](repeating: 0, count: count), [UInt16](), [UInt16]())
        (green, blue) = (red, red)
        let result = drmModeCrtcGetGamma(descriptor, crtc.rawValue, UInt32(count), &red, &green, &blue)
        guard result == 0 else { throw error("drmModeCrtcGetGamma", "CRTC \(crtc)", result) }
        return GammaRamp(red: red, green: green, blue: blue)
    }

    /// Sets a CRTC's ramp. The corresponding C function is `drmModeCrtcSetGamma`.
    ///
    /// - Parameter ramp: a ramp of the same length as ``gamma(of:)`` returns.
    package func setGamma(_ ramp: GammaRamp, of crtc: CRTCID) throws(KMSError) {
        guard preparedGamma(ramp, of: crtc).perform() else { throw error("drmModeCrtcSetGamma", "CRTC \(crtc)") }
    }

    /// Prepares ``setGamma(_:of:)`` with memory of its own. The corresponding ioctl is `DRM_IOCTL_MODE_SETGAMMA`.
    package func preparedGamma(_ ramp: GammaRamp, of crtc: CRTCID) -> PreparedCall {
        PreparedCall(CDRM_IOCTL_MODE_SETGAMMA, on: self) { memory in
            var request = drm_mode_crtc_lut()
            request.crtc_id = crtc.rawValue
            request.gamma_size = UInt32(ramp.red.count)
            request.red = memory.keep(ramp.red)
            request.green = memory.keep(ramp.green)
            request.blue = memory.keep(ramp.blue)
            return request
        }
    }

    /// Hides the cursor of a CRTC, if any. The corresponding C function is `drmModeSetCursor`.
    ///
    /// No call reads the former cursor, so it cannot be restored.
    package func hideCursor(of crtc: CRTCID) {
        _ = drmModeSetCursor(descriptor, crtc.rawValue, 0, 0, 0)
    }
}
