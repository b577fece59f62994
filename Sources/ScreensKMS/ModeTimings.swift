import CScreensDRM

/// The timings of a mode in the kernel's form, `struct drm_mode_modeinfo`.
package struct ModeTimings: Sendable, Hashable {
    /// The pixel clock in kHz.
    package var clock: UInt32
    /// The visible pixels per line.
    package var hdisplay: UInt16
    /// The start of the horizontal sync, in pixels.
    package var hsyncStart: UInt16
    /// The end of the horizontal sync, in pixels.
    package var hsyncEnd: UInt16
    /// The pixels per line including the blanking.
    package var htotal: UInt16
    /// The kernel's `hskew`, nearly always 0.
    package var hskew: UInt16
    /// The visible lines.
    package var vdisplay: UInt16
    /// The start of the vertical sync, in lines.
    package var vsyncStart: UInt16
    /// The end of the vertical sync, in lines.
    package var vsyncEnd: UInt16
    /// The lines including the blanking.
    package var vtotal: UInt16
    /// The scans per line; 0 and 1 both mean one.
    package var vscan: UInt16
    /// The kernel's own rounded rate in Hz, which paces nothing.
    package var vrefresh: UInt32
    /// `DRM_MODE_FLAG_*`, with the picture's aspect ratio in bits 19 to 22.
    package var flags: UInt32
    /// `DRM_MODE_TYPE_*`.
    package var type: UInt32
    /// The kernel's name for the mode, at most 31 bytes.
    package var name: String

    /// Makes timings of these fields; the properties state the units.
    package init(
        clock: UInt32, hdisplay: UInt16, hsyncStart: UInt16, hsyncEnd: UInt16, htotal: UInt16, hskew: UInt16 = 0,
        vdisplay: UInt16, vsyncStart: UInt16, vsyncEnd: UInt16, vtotal: UInt16, vscan: UInt16 = 0,
        vrefresh: UInt32, flags: UInt32 = 0, type: UInt32 = 0, name: String
    ) {
        self.clock = clock
        self.hdisplay = hdisplay
        self.hsyncStart = hsyncStart
        self.hsyncEnd = hsyncEnd
        self.htotal = htotal
        self.hskew = hskew
        self.vdisplay = vdisplay
        self.vsyncStart = vsyncStart
        self.vsyncEnd = vsyncEnd
        self.vtotal = vtotal
        self.vscan = vscan
        self.vrefresh = vrefresh
        self.flags = flags
        self.type = type
        self.name = name
    }

    /// Makes timings of a size and a rate, for a mode that no display has to accept.
    ///
    /// The blanking is chosen so that whole rates need exactly whole kHz, and the clock so fast that other rates are
    /// met to a thousandth of a Hz.
    ///
    /// - Parameters:
    ///   - width: 1 to 16384 pixels.
    ///   - height: 1 to 16384 lines.
    ///   - millihertz: the rate at which all lines are sent, in thousandths of a Hz, 1000 to 1000000. An interlaced
    ///     mode has twice the rate.
    package init(width: Int, height: Int, millihertz: Int, flags: UInt32 = 0, type: UInt32 = 0) {
        var htotal = (width + 80 + 39) / 40 * 40
        var vtotal = (height + 25 + 24) / 25 * 25
        let fastest = 150_000_000_000 / max(millihertz, 1)
        if flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 {
            // The blanking may not double the lines, or the height would count as the height of a field.
            htotal = min((max(htotal, fastest / vtotal) + 39) / 40 * 40, 65_520)
        } else {
            vtotal = min((max(vtotal, fastest / htotal) + 24) / 25 * 25, 65_525)
        }
        let clock = (htotal * vtotal * millihertz + 500_000) / 1_000_000
        self.init(
            clock: UInt32(clamping: clock),
            hdisplay: UInt16(clamping: width), hsyncStart: UInt16(clamping: width + 8),
            hsyncEnd: UInt16(clamping: width + 40), htotal: UInt16(clamping: htotal),
            vdisplay: UInt16(clamping: height), vsyncStart: UInt16(clamping: height + 3),
            vsyncEnd: UInt16(clamping: height + 8), vtotal: UInt16(clamping: vtotal),
            vrefresh: UInt32(clamping: (millihertz + 500) / 1000), flags: flags, type: type,
            name: "\(width)x\(height)")
    }

    /// Whether the display prefers this mode (`DRM_MODE_TYPE_PREFERRED`).
    package var isPreferred: Bool { type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 }
    /// Whether the kernel's command line names this mode, by `video=` (`DRM_MODE_TYPE_USERDEF`).
    package var isUserDefined: Bool { type & UInt32(DRM_MODE_TYPE_USERDEF) != 0 }
    /// Whether a frame is sent as two fields (`DRM_MODE_FLAG_INTERLACE`).
    package var isInterlaced: Bool { flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 }
    /// Whether each line is sent twice (`DRM_MODE_FLAG_DBLSCAN`).
    package var isDoubleScanned: Bool { flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 }
    /// The aspect ratio of the whole picture, if the mode states one (`DRM_MODE_FLAG_PIC_AR_*`).
    package var pictureAspect: (width: Int, height: Int)? {
        switch (flags >> 19) & 0xF {
        case 1: (4, 3)
        case 2: (16, 9)
        case 3: (64, 27)
        case 4: (256, 135)
        default: nil
        }
    }

    /// Marks the mode as the display's preferred one (`DRM_MODE_TYPE_PREFERRED`).
    package mutating func markPreferred() {
        type |= UInt32(DRM_MODE_TYPE_PREFERRED)
    }
}

extension ModeTimings {
    /// The bytes of a blob for `MODE_ID`: `struct drm_mode_modeinfo`.
    package var kernelBytes: [UInt8] { withUnsafeBytes(of: kernelInfo) { Array($0) } }

    init(_ info: drmModeModeInfo) {
        self.init(
            clock: info.clock, hdisplay: info.hdisplay, hsyncStart: info.hsync_start, hsyncEnd: info.hsync_end,
            htotal: info.htotal, hskew: info.hskew, vdisplay: info.vdisplay, vsyncStart: info.vsync_start,
            vsyncEnd: info.vsync_end, vtotal: info.vtotal, vscan: info.vscan, vrefresh: info.vrefresh,
            flags: info.flags, type: info.type,
            name: withUnsafeBytes(of: info.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }

    var kernelInfo: drmModeModeInfo {
        var info = drmModeModeInfo()
        info.clock = clock
        info.hdisplay = hdisplay
        info.hsync_start = hsyncStart
        info.hsync_end = hsyncEnd
        info.htotal = htotal
        info.hskew = hskew
        info.vdisplay = vdisplay
        info.vsync_start = vsyncStart
        info.vsync_end = vsyncEnd
        info.vtotal = vtotal
        info.vscan = vscan
        info.vrefresh = vrefresh
        info.flags = flags
        info.type = type
        withUnsafeMutableBytes(of: &info.name) { target in
            // The last byte stays zero, because the kernel reads the name as a C string.
            for (index, byte) in name.utf8.prefix(target.count - 1).enumerated() { target[index] = byte }
        }
        return info
    }
}
