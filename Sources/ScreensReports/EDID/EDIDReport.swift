import ScreensConfiguration
import ScreensEDID

/// An ``EDIDDocument`` as `screens edid` prints it for people.
package struct EDIDReport {
    private let document: EDIDDocument

    package init(_ document: EDIDDocument) {
        self.document = document
    }

    private var description: DisplayDescription { document.display.description }
    private var base: BaseBlock { description.base }

    /// All sections with content, the findings last.
    package var text: String {
        ReportSection.joined(
            [identity, picture, TimingTables.detailed(document), TimingTables.listed(description)]
                + EDIDExtensionReport.sections(description) + [findings])
    }

    private var identity: String {
        let identity = description.identity
        var section = ReportSection("DISPLAY")
        section.add("Identity", description.identity.description)
        section.add("Make", listing: [base.manufacturer.description, document.display.vendor].compactMap(\.self))
        section.add("Product", Self.code(base.productCode))
        section.add("Model", identity.model ?? "none")
        section.add(
            "Serial", identity.serial ?? "none: only its connector distinguishes it from others of this model")
        // Where there is a text as well, that is the serial number above.
        section.add(
            "Number", base.serialString == nil ? nil : document.serialNumber.map { String($0) })
        section.add(base.date.isModelYear ? "Model year" : "Made", Self.date(base.date.year, week: base.date.week))
        section.add("Texts", listing: base.texts)
        section.add("EDID", "\(base.version).\(base.revision)")
        section.add(
            "Extensions",
            listing: description.extensions.map { $0.kind.name ?? Self.code($0.kind.tag, digits: 2) })
        return section.text
    }

    private var picture: String {
        var section = ReportSection("PICTURE")
        section.add("Input", listing: input)
        section.add("Size", listing: size)
        section.add("Gamma", base.gamma.map { $0.text(places: 2) })
        let primaries = base.primaries
        for (name, point) in [
            ("Red", primaries.red), ("Green", primaries.green), ("Blue", primaries.blue), ("White", primaries.white),
        ] {
            section.add(name, listing: [point.x, point.y].map { $0.text(places: 4) })
        }
        let features = base.features
        section.add(
            "Color",
            listing: Words.of(
                (features.isSRGB, "sRGB"), (features.supportsYCbCr444, "YCbCr 4:4:4"),
                (features.supportsYCbCr422, "YCbCr 4:2:2"), (features.isMonochrome, "monochrome")))
        section.add(
            "Power saving",
            listing: Words.of(
                (features.supportsStandby, "standby"), (features.supportsSuspend, "suspend"),
                (features.supportsActiveOff, "off")))
        section.add("Range", listing: range)
        section.add("Variable refresh", variableRefresh)
        section.add("Native", description.nativeResolution.map { "\($0.width)x\($0.height)" })
        return section.text
    }

    private var input: [String] {
        let input = base.input
        if let analog = input.analog {
            return ["analog", "\(analog.videoLevel)/\(analog.syncLevel) mV"]
                + Words.of(
                    (analog.takesSeparateSync, "separate sync"), (analog.takesCompositeSync, "composite sync"),
                    (analog.takesSyncOnGreen, "sync on green"), (analog.needsSerration, "serration"),
                    (analog.expectsSetup, "setup"))
        }
        let depth = input.bitsPerColor.map { "\($0) bits per color" }
        return ["digital"] + [input.interface?.description, depth].compactMap(\.self)
            + Words.of((input.isDFPCompatible, "DFP 1.x"))
    }

    private var size: [String] {
        let coarse = base.screenSize
        return [
            coarse.widthCentimeters.flatMap { width in coarse.heightCentimeters.map { "\(width)x\($0) cm" } },
            description.imageSize.map(Self.millimeters),
            coarse.aspectRatio.map { "aspect \($0.text(places: 2))" },
        ].compactMap(\.self)
    }

    private var range: [String] {
        guard let limits = base.rangeLimits else { return [] }
        return [
            "\(limits.minimumVerticalRate)-\(limits.maximumVerticalRate) Hz",
            "\(limits.minimumHorizontalRate)-\(limits.maximumHorizontalRate) kHz",
            limits.maximumPixelClock.map { "\($0.thousandths) MHz at most" },
            limits.formula == .none ? nil : limits.formula.name,
        ].compactMap(\.self)
    }

    private var variableRefresh: String? {
        guard let range = description.variableRefresh else { return nil }
        let source: String =
            switch range.source {
            case .adaptiveSync: "Adaptive-Sync"
            case .dynamicTimingRange: "dynamic timing range"
            case .hdmiForum: "HDMI Forum"
            case .amd: "AMD FreeSync"
            case .rangeLimits: "range limits"
            default: range.source.description
            }
        let minimum = range.minimumMillihertz / 1000
        let rates = range.maximumMillihertz.map { "\(minimum)-\($0 / 1000) Hz" } ?? "from \(minimum) Hz"
        return "\(rates) (\(source))"
    }

    private var findings: String {
        let findings = description.findings
        var table = TextTable([("FINDING", .left), ("BLOCK", .right), ("", .left)])
        for finding in findings {
            table.add([finding.code.name, String(finding.block), finding.message])
        }
        return findings.isEmpty ? "No findings.\n" : table.text
    }

    // MARK: What several sections have

    package static func millimeters(_ size: SizeInMillimeters) -> String {
        "\(size.width.text(places: 1))x\(size.height.text(places: 1)) mm"
    }

    /// The year, and the week where it is known.
    package static func date(_ year: Int?, week: Int?) -> String? {
        year.map { year in week.map { "\(year), week \($0)" } ?? String(year) }
    }

    /// A hexadecimal number.
    package static func code(_ number: some BinaryInteger, digits: Int = 4) -> String {
        let text = String(number, radix: 16)
        return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

/// The tables of timings.
private enum TimingTables {
    static func detailed(_ document: EDIDDocument) -> String {
        let timings = document.detailedTimings
        var table = TextTable([
            ("TIMING", .left), ("SIZE", .right), ("REFRESH", .right), ("CLOCK", .right), ("TOTAL", .right),
            ("BLOCK", .right), ("", .left),
        ])
        for (detailed, isPreferred) in timings {
            let timing = detailed.timing
            table.add([
                detailed.form.description, size(timing), refresh(timing.refreshMillihertz), clock(timing),
                "\(timing.totalWidth)x\(timing.totalHeight)", String(detailed.block),
                Words.of(
                    (isPreferred, "preferred"), (timing.isInterlaced, "interlaced"), (detailed.isStereo, "stereo"),
                    (!detailed.isUsable, "ignored by Linux")
                ).joined(separator: ", "),
            ])
        }
        return timings.isEmpty ? "" : table.text
    }

    /// The timings that are named by codes, wherever they stand.
    static func listed(_ display: DisplayDescription) -> String {
        let base = display.base
        let hasCTA = display.hasCTA
        let rows =
            rows("established", base.establishedTimings)
            + rows("standard", base.standardTimings) + rows("CVT code", base.cvtTimings)
            + rows("timing block", display.extensionTimings) + (hasCTA ? videoFormats(display) : [])
            + rows("CTA-861", hasCTA ? display.ctaDataBlocks.flatMap(\.listedTimings) : [])
            + rows("HDMI", hasCTA ? display.hdmi?.timings ?? [] : [])
            + rows("DisplayID", display.displayIDSections.flatMap(\.listedTimings))
        var table = TextTable([
            ("LISTED", .left), ("AS", .left), ("SIZE", .right), ("REFRESH", .right), ("CLOCK", .right), ("", .left),
        ])
        for row in rows { table.add(row) }
        return rows.isEmpty ? "" : table.text
    }

    private static func rows(_ list: String, _ timings: [ListedTiming]) -> [[String]] {
        timings.map { listed in
            [
                list, listed.origin.description, "\(listed.width)x\(listed.height)", refresh(listed.refreshMillihertz),
                clock(listed.timing), listed.timing?.isInterlaced ?? false ? "interlaced" : "",
            ]
        }
    }

    private static func videoFormats(_ display: DisplayDescription) -> [[String]] {
        let also420 = Set(display.ctaDataBlocks.flatMap(\.formatsAlsoIn420))
        return display.videoFormats.map { format in
            let timing = format.timing
            return [
                "CTA-861", "VIC \(format.vic)", size(timing), refresh(timing?.refreshMillihertz), clock(timing),
                Words.of(
                    (format.isNative, "native"), (timing?.isInterlaced ?? false, "interlaced"),
                    (also420.contains(format.vic), "also 4:2:0")
                ).joined(separator: ", "),
            ]
        }
    }

    private static func size(_ timing: Timing?) -> String { timing.map { "\($0.width)x\($0.height)" } ?? "-" }

    private static func refresh(_ millihertz: Int?) -> String { millihertz.map { "\($0.thousandths) Hz" } ?? "-" }

    private static func clock(_ timing: Timing?) -> String { timing.map { "\($0.pixelClock.thousandths) MHz" } ?? "-" }
}
