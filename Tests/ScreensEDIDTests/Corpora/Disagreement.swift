import ScreensEDID

/// A field in which the two decoders differ, and the explanation.
struct Disagreement {
    let display: RealDisplay
    let field: String
    let ours: String?
    let theirs: String?

    /// The reason why they differ, and which is right; nil if that is not known yet.
    var explanation: String? {
        repetition ?? rule
    }

    private var description: DisplayDescription? {
        try? DisplayDescription(decoding: display.bytes)
    }

    /// A memory that is read past its end starts again.
    private var repetition: String? {
        if let announced = display.bytes.count > 126 ? Int(display.bytes[126]) : nil,
            display.bytes.dropFirst((announced + 1) * 128).starts(with: display.bytes.prefix(8)),
            let text = display.edidDecode,
            Facts(edidDecode: text, blocks: announced + 1)[field] == ours
        {
            return "ours: the bytes hold the whole EDID twice; edid-decode reads the second copy as extensions"
        }
        return nil
    }

    /// Every other kind of disagreement.
    private var rule: String? {
        switch field {
        case _ where field.hasSuffix("Latency"):
            return "ours: HDMI 1.4b section 8.3.2 has (byte - 1) * 2 ms; edid-decode of 2022 prints 2 * byte + 1"
        case "displayInfo.serial" where theirs == "0x01010101":
            return "ours: 0x01010101 is a placeholder, not a serial number; libdisplay-info treats only 0 as none"
        case "displayInfo.serial" where theirs == "0x00000001" || theirs == "0xFFFFFFFF":
            return "ours: 1 and all ones are fillings and no serial number; libdisplay-info only knows 0 as none"
        case "amdRange" where (description?.ctaDataBlocks.lazy.compactMap(\.amd).first?.maximumRefresh ?? 0) > 255:
            return "ours: version 3 has the highest rate in ten bits; edid-decode of 2022 reads eight"
        case "native" where description?.detailedTimings.first?.isUsable == false:
            return "ours: Linux makes no mode of the first timing; edid-decode takes its resolution"
        case "audio" where ours == nil, "speakers" where ours == nil:
            return "ours: the data block is empty; edid-decode prints its title"
        case _ where field.lowercased().hasSuffix("detailed") && (ours ?? "").contains(/\d+i .* vb/):
            return
                "ours: an interlaced timing with a border; edid-decode leaves the border out of the lines of the frame"
        case "standard" where description?.base.rangeLimits?.secondaryGTF != nil:
            return
                """
                ours: the display has a secondary GTF curve and the rate is beyond its start; edid-decode keeps the \
                first
                """
        case _ where ["texts", "name", "serialString"].contains(field) && !(ours ?? "").utf8.allSatisfy { $0 < 128 }:
            return "neither: the text is not ASCII; edid-decode stops at the first such byte, we keep what follows"
        case "hdrMax" where ours == nil, "hdrMin" where ours == nil:
            return "ours: the code 0 says nothing about luminance; edid-decode computes 50 cd/m² of it"
        case "year" where (theirs ?? "").hasPrefix("week"):
            return "ours: there is no such week; edid-decode prints any"
        case _ where description?.findings.contains(where: { $0.code == .truncatedDataBlock }) == true:
            return
                "neither: a data block runs past its collection; edid-decode reads on into what follows, we stop there"
        case _ where description?.base.version != 1:
            return "neither: the version is not 1; edid-decode reads less then"
        default:
            return nil
        }
    }
}
