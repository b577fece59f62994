import CLibDRM

extension ModeTimings {
    /// A mode of a document.
    ///
    /// A listing for people has a mode's size and rate alone: such a mode gets timings of that rate.
    init(_ mode: DocumentValue) throws(CardDocumentError) {
        func number<Number: FixedWidthInteger>(_ name: String) throws(CardDocumentError) -> Number? {
            try mode[name]?.integer()
        }
        let sizes = 1...UInt16(16384)
        guard let width = try mode["hdisplay"]?.integer(in: sizes),
            let height = try mode["vdisplay"]?.integer(in: sizes)
        else { throw mode.error("a mode without a size") }
        let flags: UInt32 = try number("flags") ?? 0
        let type: UInt32 = try number("type") ?? 0
        let vrefresh: UInt32? = try number("vrefresh")
        // Of an interlaced mode: the fields.
        let rate = try mode["refresh"]?.number(in: 1...1000) ?? Double(min(max(vrefresh ?? 60, 1), 1000))
        let isInterlaced = flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0
        let framesPerSecond = isInterlaced ? rate / 2 : rate

        if let hsyncStart: UInt16 = try number("hsync_start"), let hsyncEnd: UInt16 = try number("hsync_end"),
            let htotal: UInt16 = try number("htotal"), let vsyncStart: UInt16 = try number("vsync_start"),
            let vsyncEnd: UInt16 = try number("vsync_end"), let vtotal: UInt16 = try number("vtotal")
        {
            guard htotal >= width, vtotal >= height else { throw mode.error("totals below the size") }
            let counted = (Double(htotal) * Double(vtotal) * framesPerSecond / 1000).rounded()
            let clock: UInt32 = try mode["clock"]?.integer(in: 1 ... .max) ?? UInt32(max(counted, 1))
            self.init(
                clock: clock, hdisplay: width, hsyncStart: hsyncStart, hsyncEnd: hsyncEnd, htotal: htotal,
                hskew: try number("hskew") ?? 0, vdisplay: height, vsyncStart: vsyncStart, vsyncEnd: vsyncEnd,
                vtotal: vtotal, vscan: try number("vscan") ?? 0, vrefresh: vrefresh ?? UInt32(rate.rounded()),
                flags: flags, type: type, name: try mode["name"]?.text(longest: 31) ?? "\(width)x\(height)")
            // Each refresh is a wake-up: one of a millisecond or an hour is a fault of the document.
            let hertz = Double(clock) * 1000 / (Double(htotal) * Double(vtotal) * Double(max(vscan, 1)))
            guard (0.5...1000).contains(hertz) else { throw mode.error("not 1 to 1000 refreshes a second") }
        } else {
            self.init(
                width: Int(width), height: Int(height), millihertz: Int((framesPerSecond * 1000).rounded()),
                flags: flags, type: type)
            self.vrefresh = vrefresh ?? self.vrefresh
            name = try mode["name"]?.text(longest: 31) ?? name
        }
    }
}
