import Foundation
import ScreensEDID

extension Facts {
    /// The facts of libdisplay-info, read from the text of its example program.
    init(displayInfo text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            switch (parts.first, parts.last) {
            case ("make", let make?): self["displayInfo.make"] = make
            case ("model", let model?): self["displayInfo.model"] = model
            case ("serial", let serial?): self["displayInfo.serial"] = serial
            case ("red", let point?), ("green", let point?), ("blue", let point?), ("default white", let point?):
                if parts.count == 2 { self["displayInfo.\(parts[0])"] = point }
            case ("default gamma", let gamma?): self["displayInfo.gamma"] = gamma
            case ("signal colorimetry", let list?) where parts.count == 2:
                self["displayInfo.colorimetry"] = list.split(separator: " ").sorted().joined(separator: " ")
            default:
                if line.hasPrefix("metadata type1=") { self["displayInfo.type1"] = String(line.dropFirst(15)) }
                if line.hasPrefix("EOTF ") { self["displayInfo.eotf"] = String(line.dropFirst(5)) }
                if line.hasPrefix("luminance ") { self["displayInfo.luminance"] = String(line.dropFirst(10)) }
            }
        }
    }

    /// Makes the facts of our decoder in the words of libdisplay-info.
    init(inWordsOfDisplayInfo display: DisplayDescription) {
        let (base, identity) = (display.base, display.identity)
        self["displayInfo.make"] = base.manufacturer.description
        self["displayInfo.model"] = base.name ?? String(format: "0x%04X", Int(base.productCode))
        self["displayInfo.serial"] =
            base.serialString ?? identity.serial.map { _ in String(format: "0x%08X", Int(base.serialNumber)) }
            ?? "{null}"
        self["displayInfo.gamma"] = base.gamma.map { Self.decimals($0, 2) }
        func yesNo(_ value: Bool?) -> String { value == true ? "yes" : "no" }
        let hdr = display.hdrStaticMetadata
        self["displayInfo.type1"] = yesNo(hdr?.supportsStaticMetadataType1)
        // Without the block, a display still shows SDR.
        self["displayInfo.eotf"] =
            "tSDR=\(hdr == nil ? "yes" : yesNo(hdr?.supportsTraditionalSDR)), "
            + "tHDR=\(yesNo(hdr?.supportsTraditionalHDR)), PQ=\(yesNo(hdr?.supportsPQ)), HLG=\(yesNo(hdr?.supportsHLG))"
        // Their numbers have the precision of a C float.
        func float(_ value: Double?) -> String { Self.decimals(Double(Float(value ?? 0)), 6) }
        self["displayInfo.luminance"] =
            "\(float(hdr?.minimumLuminance))-\(float(hdr?.maximumLuminance)), maxFALL "
            + float(hdr?.maximumFrameAverageLuminance)
        // A display that reports sRGB has the colours of sRGB, whatever its coordinates are.
        let isSRGB = base.features.isSRGB
        let primaries = base.primaries
        let points = [
            ("red", isSRGB ? Chromaticity(x: 0.64, y: 0.33) : primaries.red),
            ("green", isSRGB ? Chromaticity(x: 0.3, y: 0.6) : primaries.green),
            ("blue", isSRGB ? Chromaticity(x: 0.15, y: 0.06) : primaries.blue),
            ("default white", isSRGB ? Chromaticity(x: 0.3127, y: 0.329) : primaries.white),
        ]
        if isSRGB { self["displayInfo.gamma"] = "2.20" }
        for (name, point) in points {
            self["displayInfo.\(name)"] = "\(Self.decimals(point.x, 3)), \(Self.decimals(point.y, 3))"
        }
        let spaces: [(Colorimetry, String)] = [
            (.bt2020cYCC, "BT2020_cYCC"), (.bt2020YCC, "BT2020_YCC"), (.bt2020RGB, "BT2020_RGB"),
        ]
        // libdisplay-info prints three of the colour spaces.
        let names = spaces.filter { display.colorimetry?.contains($0.0) == true }.map(\.1).sorted()
        self["displayInfo.colorimetry"] = names.isEmpty ? nil : names.joined(separator: " ")
    }
}
