import EDID

/// The sections of CTA-861 and HDMI.
extension EDIDReport {
    var cta: String {
        var section = ReportSection("CTA-861")
        guard description.hasCTA else { return "" }
        let extensions = description.ctaExtensions
        section.add("Revision", listing: extensions.map { String($0.revision) })
        section.add("IT formats", description.underscansITFormats.map { $0 ? "underscanned" : "not underscanned" })
        if let capability = description.videoCapability {
            section.add("Preferred timing", words(capability.preferredTiming))
            section.add("IT formats may", words(capability.itFormats))
            section.add("CE formats may", words(capability.ceFormats))
            section.add(
                "Selectable range",
                flags: [
                    ("YCC", capability.hasSelectableYCCQuantization), ("RGB", capability.hasSelectableRGBQuantization),
                ])
        }
        section.add(
            "Color",
            flags: [
                ("YCbCr 4:4:4", extensions.contains(where: \.supportsYCbCr444)),
                ("YCbCr 4:2:2", extensions.contains(where: \.supportsYCbCr422)),
            ])
        section.add("Only 4:2:0", listing: description.ctaDataBlocks.flatMap(\.formatsOnlyIn420).map { "VIC \($0)" })
        section.add("Colorimetry", listing: description.colorimetry?.names ?? [])
        if let hdr = description.hdrStaticMetadata {
            section.add("HDR", listing: hdr.transferFunctions)
            section.add("Luminance", listing: luminance(hdr))
        }
        let hasSpeakers = description.ctaDataBlocks.contains(where: \.hasSpeakers)
        section.add("Sound", description.hasAudio ? (hasSpeakers ? "yes, with speakers named" : "yes") : "no")
        return section.text
    }

    var hdmi: String {
        var section = ReportSection("HDMI")
        guard let block = description.hdmi else { return "" }
        section.add("Physical address", block.physicalAddressText)
        section.add("TMDS clock", block.maximumTMDSClock.map { "\($0) MHz at most" })
        section.add("Deep color", listing: block.deepColors.map { "\($0) bits" })
        section.add("Latency", block.latency.flatMap(latency))
        section.add("Interlaced latency", block.interlacedLatency.flatMap(latency))
        section.add("Content types", listing: block.contentTypeNames)
        section.add(
            "Takes",
            flags: [
                ("ACP or ISRC packets", block.supportsAI), ("deep YCbCr 4:4:4", block.supportsDeepColorYCbCr444),
                ("dual-link DVI", block.supportsDualLinkDVI), ("3D", block.supports3D),
            ])
        return section.text
    }

    var hdmiForum: String {
        var section = ReportSection("HDMI FORUM")
        guard let block = description.hdmiForum else { return "" }
        section.add("Version", String(block.version))
        section.add("TMDS rate", block.maximumTMDSCharacterRate.map { "\($0) MHz at most" })
        section.add("Fixed rate link", block.fixedRateLinkText)
        section.add("Deep color 4:2:0", listing: block.deepColors420.map { "\($0) bits" })
        section.add("Variable refresh", variableRefresh(block))
        section.add(
            "Takes",
            flags: [
                ("SCDC", block.hasSCDC), ("scrambling below 340 MHz", block.supportsScramblingBelow340),
                ("auto low latency", block.supportsAutoLowLatency), ("fast vactive", block.supportsFastVactive),
                ("quick media switching", block.supportsQuickMediaSwitching),
                ("stream compression", block.supportsStreamCompression),
            ])
        return section.text
    }

    private func words(_ behavior: ScanBehavior) -> String {
        switch behavior {
        case .alwaysOverscans: "always overscanned"
        case .alwaysUnderscans: "always underscanned"
        case .supportsBoth: "overscanned or underscanned"
        default: "not said"
        }
    }

    private func luminance(_ hdr: HDRStaticMetadata) -> [String] {
        let values = [
            ("at most", hdr.maximumLuminance), ("frame average at most", hdr.maximumFrameAverageLuminance),
            ("at least", hdr.minimumLuminance),
        ]
        return values.compactMap { words, value in value.map { "\(words) \($0.text(places: 3)) cd/m²" } }
    }

    private func latency(_ latency: HDMILatency) -> String? {
        let parts = [latency.video.map { "picture \($0) ms" }, latency.audio.map { "sound \($0) ms" }]
        let known = parts.compactMap(\.self)
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }

    private func variableRefresh(_ block: HDMIForumBlock) -> String? {
        guard let minimum = block.minimumVariableRefresh else { return nil }
        return block.maximumVariableRefresh.map { "\(minimum)-\($0) Hz" } ?? "from \(minimum) Hz"
    }
}
