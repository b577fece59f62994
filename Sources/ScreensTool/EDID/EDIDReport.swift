import EDID
import ProgramKit

/// What a display says of itself, as `screens edid` prints it for people.
struct EDIDReport {
    let display: KnownDisplay

    init(_ display: KnownDisplay) {
        self.display = display
    }

    var description: DisplayDescription { display.description }

    /// All sections that have something to say, the findings last.
    var text: String {
        ReportSection.joined(
            [identity, picture, detailedTimings, listedTimings, cta, hdmi, hdmiForum] + displayIDs + [findings])
    }

    private var identity: String {
        let (base, identity) = (description.base, description.identity)
        var section = ReportSection("DISPLAY")
        section.add("Identity", identity.description)
        section.add("Make", [base.manufacturer.description, display.vendor].compactMap(\.self).joined(separator: ", "))
        section.add("Product", "0x" + hex(base.productCode, digits: 4))
        section.add("Model", identity.model ?? "none")
        section.add("Serial", identity.serial ?? "none: only its connector tells it from others of its kind")
        section.add("Number", base.serialString == nil || base.serialNumber == 0 ? nil : String(base.serialNumber))
        section.add(base.date.isModelYear ? "Model year" : "Made", made)
        section.add("Texts", listing: base.texts)
        section.add("EDID", "\(base.version).\(base.revision)")
        section.add(
            "Extensions",
            listing: description.extensions.map { $0.kind.name ?? "0x" + hex($0.kind.tag, digits: 2) })
        return section.text
    }

    private var made: String {
        let date = description.base.date
        return date.week.map { "\(date.year), week \($0)" } ?? String(date.year)
    }

    private var picture: String {
        let base = description.base
        var section = ReportSection("PICTURE")
        section.add("Input", listing: input)
        section.add("Size", listing: size)
        section.add("Gamma", base.gamma.map { $0.text(places: 2) })
        for (name, point) in [
            ("Red", base.primaries.red), ("Green", base.primaries.green), ("Blue", base.primaries.blue),
            ("White", base.primaries.white),
        ] {
            section.add(name, "\(point.x.text(places: 4)), \(point.y.text(places: 4))")
        }
        let features = base.features
        section.add(
            "Color",
            flags: [
                ("sRGB", features.isSRGB), ("YCbCr 4:4:4", features.supportsYCbCr444),
                ("YCbCr 4:2:2", features.supportsYCbCr422), ("monochrome", features.isMonochrome),
            ])
        section.add(
            "Power saving",
            flags: [
                ("standby", features.supportsStandby), ("suspend", features.supportsSuspend),
                ("off", features.supportsActiveOff),
            ])
        section.add("Range", base.rangeLimits.map(range))
        return section.text
    }

    private var input: [String] {
        let input = description.base.input
        guard let analog = input.analog else {
            let depth = input.bitsPerColor.map { "\($0) bits per color" }
            let parts = ["digital", input.interface?.description, depth, input.isDFPCompatible ? "DFP 1.x" : nil]
            return parts.compactMap(\.self)
        }
        let syncs = [
            ("separate sync", analog.takesSeparateSync), ("composite sync", analog.takesCompositeSync),
            ("sync on green", analog.takesSyncOnGreen), ("serration", analog.needsSerration),
            ("setup", analog.expectsSetup),
        ]
        return ["analog", "\(analog.videoLevel)/\(analog.syncLevel) mV"] + syncs.filter(\.1).map(\.0)
    }

    private var size: [String] {
        let coarse = description.base.screenSize
        var parts: [String] = []
        if let width = coarse.widthCentimeters, let height = coarse.heightCentimeters {
            parts.append("\(width)x\(height) cm")
        }
        if let exact = description.imageSize { parts.append(millimeters(exact)) }
        if let ratio = coarse.aspectRatio { parts.append("aspect \(ratio.text(places: 2))") }
        return parts
    }

    private func range(_ limits: RangeLimits) -> String {
        var parts = [
            "\(limits.minimumVerticalRate)-\(limits.maximumVerticalRate) Hz",
            "\(limits.minimumHorizontalRate)-\(limits.maximumHorizontalRate) kHz",
        ]
        if let clock = limits.maximumPixelClock { parts.append("\(clock.thousandths) MHz at most") }
        if let name = limits.formula.name, limits.formula != .none { parts.append(name) }
        return parts.joined(separator: ", ")
    }

    private var findings: String {
        var table = TextTable([("FINDING", .left), ("BLOCK", .right), ("", .left)])
        for finding in description.findings {
            table.add([finding.code.name, String(finding.block), finding.message])
        }
        return description.findings.isEmpty ? "No findings.\n" : table.text
    }

    func millimeters(_ size: SizeInMillimeters) -> String {
        "\(size.width.text(places: 1))x\(size.height.text(places: 1)) mm"
    }

    func hex(_ number: some BinaryInteger, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
