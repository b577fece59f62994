import ScreensEDID

extension Facts {
    /// The facts of our own decoder.
    init(_ display: DisplayDescription) {
        let base = display.base
        self["version"] = "\(base.version).\(base.revision)"
        self["make"] = base.manufacturer.description
        self["product"] = String(base.productCode)
        self["serialNumber"] = base.serialNumber == 0 ? nil : String(base.serialNumber)
        self["name"] = base.name
        self["serialString"] = base.serialString
        set("texts", base.texts)
        self["year"] = Self.year(base.date)
        self["input"] = base.input.isDigital ? "digital" : "analog"
        self["depth"] = base.input.bitsPerColor.map { String($0) }
        self["interface"] = base.input.interface?.description
        if let width = base.screenSize.widthCentimeters, let height = base.screenSize.heightCentimeters {
            self["size"] = "\(width) cm x \(height) cm"
        } else if let ratio = base.screenSize.aspectRatio {
            self["size"] = "ratio \(Self.decimals(ratio, 2))"
        }
        self["gamma"] = base.gamma.map { Self.decimals($0, 2) }
        setTimings(display)
        setRangeLimits(base)
        setCTA(display)
        setDisplayID(display)
        self["native"] = display.nativeResolution.map { "\($0.width)x\($0.height)" }
    }

    private static func year(_ date: ManufactureDate) -> String {
        if date.isModelYear { return "model \(date.year)" }
        return date.week.map { "week \($0) of \(date.year)" } ?? "\(date.year)"
    }

    private mutating func setTimings(_ display: DisplayDescription) {
        let base = display.base
        set("firstDetailed", display.detailedTimings.prefix(1).map { Self.line($0.timing) })
        set("detailed", display.detailedTimings.map { Self.line($0.timing) })
        set(
            "detailedSizes",
            display.detailedTimings.filter { $0.form == .descriptor }.map { timing in
                timing.imageSize.map { "\(Int($0.width)) mm x \(Int($0.height)) mm" } ?? "-"
            })
        set("established", base.establishedTimings.map(Self.short))
        set("standard", base.standardTimings.map(Self.short))
        let coded = display.displayIDSections.flatMap(\.listedTimings) + display.ctaDataBlocks.flatMap(\.listedTimings)
        set("coded", coded.map(Self.short))
        set("cvt", base.cvtTimings.map(Self.short))
    }

    private mutating func setRangeLimits(_ base: BaseBlock) {
        guard let limits = base.rangeLimits else { return }
        let clock = limits.maximumPixelClock.map { " \($0 / 1000) MHz" } ?? ""
        self["rangeLimits"] =
            "\(limits.minimumVerticalRate)-\(limits.maximumVerticalRate) Hz "
            + "\(limits.minimumHorizontalRate)-\(limits.maximumHorizontalRate) kHz\(clock)"
    }

    private mutating func setCTA(_ display: DisplayDescription) {
        if let first = display.ctaExtensions.first {
            self["underscansIT"] = String(first.underscansITFormats)
            self["basicAudio"] = String(display.ctaExtensions.contains(where: \.supportsBasicAudio))
        }
        let blocks = display.ctaDataBlocks
        let formats = blocks.flatMap(\.videoFormats).filter { $0.timing != nil }
        set("vics", formats.map { String($0.vic) })
        set("nativeVICs", formats.filter(\.isNative).map { String($0.vic) })
        set("only420", blocks.flatMap(\.formatsOnlyIn420).filter(Self.isKnown).map { String($0) })
        set("also420", blocks.flatMap(\.formatsAlsoIn420).filter(Self.isKnown).map { String($0) })
        if let capability = blocks.lazy.compactMap(\.videoCapability).first {
            self["scanPT"] = capability.preferredTiming.description
            self["scanIT"] = capability.itFormats.description
            self["scanCE"] = capability.ceFormats.description
        }
        setHDMI(blocks)
        setColors(display)
        if blocks.contains(where: \.hasAudio) { self["audio"] = "yes" }
        set("audioFormats", display.audioFormats.map(Self.line))
        self["speakers"] = display.speakers?.names.joined(separator: " ")
    }

    /// Returns whether a table has the code; edid-decode prints no timing for other codes.
    private static func isKnown(_ code: UInt8) -> Bool {
        VideoIdentificationCode.timing(code) != nil
    }

    private mutating func setHDMI(_ blocks: [CTADataBlocks]) {
        if let hdmi = blocks.lazy.compactMap(\.hdmi).first {
            self["hdmiMaxTMDS"] = hdmi.maximumTMDSClock.map { "\($0) MHz" }
            set(
                "hdmiDeepColor",
                [
                    hdmi.supportsDeepColor48 ? "48" : nil, hdmi.supportsDeepColor36 ? "36" : nil,
                    hdmi.supportsDeepColor30 ? "30" : nil, hdmi.supportsDeepColorYCbCr444 ? "Y444" : nil,
                ].compactMap { $0 })
            set("hdmiVICs", hdmi.videoCodes.filter { (1...4).contains($0) }.map { String($0) })
            self["hdmiAddress"] = hdmi.physicalAddress.map { address in
                [12, 8, 4, 0].map { String((address >> $0) & 15, radix: 16) }.joined(separator: ".")
            }
            self["hdmiImageSize"] =
                switch hdmi.imageSize {
                case .unspecified: nil
                case .aspectRatio: "aspect ratio"
                case .centimeters: "in units of 1 cm"
                case .fiveCentimeters: "in units of 5 cm"
                }
            self["hdmiVideoLatency"] = hdmi.latency?.video.map { "\($0) ms" }
            self["hdmiAudioLatency"] = hdmi.latency?.audio.map { "\($0) ms" }
            self["hdmiInterlacedVideoLatency"] = hdmi.interlacedLatency?.video.map { "\($0) ms" }
        }
        if let amd = blocks.lazy.compactMap(\.amd).first {
            self["amdRange"] = "\(amd.minimumRefresh)-\(amd.maximumRefresh)"
        }
        if let forum = blocks.lazy.compactMap(\.hdmiForum).first {
            self["forumMaxTMDS"] = forum.maximumTMDSCharacterRate.map { "\($0) MHz" }
            self["forumSCDC"] = forum.hasSCDC ? "yes" : nil
            self["forumVRRMin"] = forum.minimumVariableRefresh.map { "\($0) Hz" }
            self["forumVRRMax"] = forum.maximumVariableRefresh.map { "\($0) Hz" }
            self["forumALLM"] = forum.supportsAutoLowLatency ? "yes" : nil
            set(
                "forumDeepColor420",
                [
                    forum.supportsDeepColor420At48 ? "16" : nil, forum.supportsDeepColor420At36 ? "12" : nil,
                    forum.supportsDeepColor420At30 ? "10" : nil,
                ].compactMap { $0 })
        }
    }

    private mutating func setColors(_ display: DisplayDescription) {
        let primaries = display.base.primaries
        set(
            "primaries",
            [primaries.red, primaries.green, primaries.blue, primaries.white].map {
                "\(Self.truncated($0.x)), \(Self.truncated($0.y))"
            })
        let spaces: [(Colorimetry, String)] = [
            (.xvYCC601, "xvYCC601"), (.xvYCC709, "xvYCC709"), (.sYCC601, "sYCC601"), (.opYCC601, "opYCC601"),
            (.opRGB, "opRGB"), (.bt2020cYCC, "BT2020cYCC"), (.bt2020YCC, "BT2020YCC"), (.bt2020RGB, "BT2020RGB"),
            (.defaultRGB, "Default"), (.sRGB, "sRGB"), (.iCtCp, "ICtCp"), (.st2113RGB, "ST2113RGB"),
        ]
        if let colorimetry = display.colorimetry {
            set("colorimetry", spaces.filter { colorimetry.contains($0.0) }.map(\.1))
        }
        guard let hdr = display.hdrStaticMetadata else { return }
        set(
            "hdrEOTF",
            [
                hdr.supportsTraditionalSDR ? "SDR" : nil, hdr.supportsTraditionalHDR ? "HDR" : nil,
                hdr.supportsPQ ? "PQ" : nil, hdr.supportsHLG ? "HLG" : nil,
            ].compactMap { $0 })
        self["hdrType1"] = hdr.supportsStaticMetadataType1 ? "yes" : nil
        self["hdrMax"] = hdr.maximumLuminance.map { Self.decimals($0, 3) }
        self["hdrAverage"] = hdr.maximumFrameAverageLuminance.map { Self.decimals($0, 3) }
        self["hdrMin"] = hdr.minimumLuminance.map { Self.decimals($0, 3) }
    }

    private mutating func setDisplayID(_ display: DisplayDescription) {
        set(
            "adaptiveSync",
            display.displayIDSections.flatMap(\.adaptiveSyncRanges).map { "\($0.minimumRefresh)-\($0.maximumRefresh)" })
        if let range = display.displayIDSections.lazy.compactMap(\.dynamicTimingRange).first {
            self["dynamicRange"] =
                "\(range.minimumPixelClock)-\(range.maximumPixelClock) kHz "
                + "\(range.minimumRefresh)-\(range.maximumRefresh) Hz\(range.isSeamless ? " seamless" : "")"
        }
        if let tile = display.tiledTopology {
            self["tiles"] = "\(tile.columns)x\(tile.rows)"
            self["tilePlace"] = "\(tile.column), \(tile.row)"
            self["tileSize"] = "\(tile.width)x\(tile.height)"
        }
        if let product = display.displayIDSections.lazy.compactMap(\.product).first {
            self["displayIDProduct"] = product.productCode == 0 ? nil : String(product.productCode)
        }
        if let parameters = display.displayIDSections.lazy.compactMap(\.parameters).first {
            self["displayIDNative"] =
                parameters.nativeWidth == 0 ? nil : "\(parameters.nativeWidth)x\(parameters.nativeHeight)"
        }
    }

    private static func line(_ format: AudioFormat) -> String {
        let rates = format.sampleRates.reversed().map { rate in
            rate % 1000 == 0 ? "\(rate / 1000)" : "\(rate / 1000).\(rate % 1000 / 100)"
        }
        return [
            "\(format.coding)", format.maximumChannels.map { "\($0) channels" },
            rates.isEmpty ? nil : "\(rates.joined(separator: " ")) kHz",
            format.sampleSizes.isEmpty ? nil : "\(Array(format.sampleSizes.reversed())) bits",
            format.maximumBitRate.map { "\($0) kb/s" },
        ].compactMap { $0 }.joined(separator: ", ")
    }

    private static func short(_ listed: ListedTiming) -> String {
        "\(listed.origin) \(listed.width)x\(listed.height)\(listed.timing?.isInterlaced == true ? "i" : "") "
            + (listed.timing.map { "\($0.pixelClock) kHz" } ?? "")
    }

    /// Returns a timing with everything that edid-decode prints.
    static func line(_ timing: Timing) -> String {
        let (horizontal, vertical) = (timing.horizontal, timing.vertical)
        let borders =
            (horizontal.border == 0 ? "" : " hb\(horizontal.border)")
            + (vertical.border == 0 ? "" : " vb\(vertical.border)")
        return "\(timing.width)x\(timing.height)\(timing.isInterlaced ? "i" : "") "
            + "\(timing.pixelClock) kHz \(timing.refreshMillihertz) mHz "
            + "H \(horizontal.frontPorch) \(horizontal.sync) \(horizontal.backPorch) "
            + "\(horizontal.isSyncPositive ? "P" : "N") V \(vertical.frontPorch) \(vertical.sync) "
            + "\(vertical.backPorch) \(vertical.isSyncPositive ? "P" : "N")\(borders)"
    }
}
