/// The first 128 bytes of every EDID: the manufacturer, the product and its first timings.
///
/// Implements VESA E-EDID A.2 (EDID 1.4) section 3, and reads the older revisions 1.0 to 1.3.
package struct BaseBlock: Sendable, Hashable {
    /// The version of the structure (section 3.5); 1 for all displays with this header.
    package let version: Int

    /// The revision of the structure (section 3.5), 0 to 4.
    package let revision: Int

    /// The manufacturer (section 3.4.1).
    package let manufacturer: PNPIdentifier

    /// The manufacturer's code for the product (section 3.4.2).
    package let productCode: UInt16

    /// The serial number as a number (section 3.4.3); many manufacturers use a constant. See ``DisplayIdentity``.
    package let serialNumber: UInt32

    /// The date of manufacture (section 3.4.4).
    package let date: ManufactureDate

    /// The input (section 3.6.1).
    package let input: VideoInput

    /// The size in cm (section 3.6.2).
    package let screenSize: ScreenSize

    /// The transfer characteristic, 1.00 to 3.54; nil if it is given elsewhere (section 3.6.3).
    package let gamma: Double?

    /// The features of the display (section 3.6.4).
    package let features: DisplayFeatures

    /// Primaries and white point (section 3.7).
    package let primaries: ColorPrimaries

    /// The established timings I, II and III (sections 3.8 and 3.10.3.9).
    package let establishedTimings: [ListedTiming]

    /// The standard timings, also from descriptors (sections 3.9 and 3.10.3.6).
    package let standardTimings: [ListedTiming]

    /// The timings of three-byte CVT codes (section 3.10.3.8).
    package let cvtTimings: [ListedTiming]

    /// The detailed timings (section 3.10.2).
    package let detailedTimings: [DetailedTiming]

    /// The product's name (section 3.10.3.4); the texts of two descriptors form one name.
    package let name: String?

    /// The serial number as a text (section 3.10.3.1).
    package let serialString: String?

    /// Other texts (section 3.10.3.2); built-in panels have their name there.
    package let texts: [String]

    /// The supported rates (section 3.10.3.3).
    package let rangeLimits: RangeLimits?

    /// The announced number of extension blocks.
    package let extensionCount: Int

    init(block: Span<UInt8>, findings: inout FindingLog) {
        version = block.byte(0x12)
        revision = block.byte(0x13)
        if version != 1 || revision > 4 {
            findings.note(.unknownVersion, version << 8 | revision)
        }
        manufacturer = PNPIdentifier(rawValue: UInt16(block.byte(8) << 8 | block.byte(9)))
        if !manufacturer.isValid {
            findings.note(.invalidManufacturer, Int(manufacturer.rawValue))
        }
        productCode = UInt16(block.littleEndian16(0x0A))
        serialNumber = UInt32(block.littleEndian32(0x0C))
        date = ManufactureDate(block: block, findings: &findings)
        input = VideoInput(block: block, revision: revision, findings: &findings)
        screenSize = ScreenSize(block: block, revision: revision)
        gamma = block.byte(0x17) == 0xFF ? nil : Double(block.byte(0x17) + 100) / 100
        features = DisplayFeatures(block: block, revision: revision, isDigital: input.isDigital)
        primaries = ColorPrimaries(block: block)
        extensionCount = block.byte(0x7E)

        let descriptors = DescriptorReader(block: block, revision: revision, findings: &findings)
        let standard = StandardTimings(revision: revision, rangeLimits: descriptors.rangeLimits)
        var codes: [ListedTiming] = []
        for offset in stride(from: 0x26, to: 0x36, by: 2) {
            if let timing = standard.timing(of: block, at: offset, findings: &findings) {
                codes.append(timing)
            }
        }
        for start in descriptors.standardTimingDescriptors {
            for offset in stride(from: start + 5, to: start + 17, by: 2) {
                if let timing = standard.timing(of: block, at: offset, findings: &findings) {
                    codes.append(timing)
                }
            }
        }
        standardTimings = codes
        establishedTimings = EstablishedTimings.firstAndSecond(block) + descriptors.establishedTimings
        cvtTimings = descriptors.cvtTimings
        detailedTimings = descriptors.detailedTimings
        name = descriptors.nameParts.joined
        serialString = descriptors.serialString
        texts = descriptors.texts
        rangeLimits = descriptors.rangeLimits
    }
}

extension BaseBlock {
    /// Returns the identity of the display; serial numbers in texts of extensions have priority over the number of the
    /// base block.
    func identity(furtherSerials: [String]) -> DisplayIdentity {
        let texts = [serialString].compactMap(\.self) + furtherSerials
        let serial =
            texts.first { !PlaceholderSerial.contains($0) }
            ?? (PlaceholderSerial.contains(serialNumber) ? nil : String(serialNumber))
        return DisplayIdentity(
            make: manufacturer.isValid ? manufacturer.description : nil,
            productCode: productCode,
            model: name,
            serial: serial,
            year: date.year
        )
    }
}

/// A manufacturer's identifier of three letters, which the PNP registry of UEFI assigns.
///
/// E-EDID A.2 section 3.4.1: five bits a letter, 1 is A, in the bytes 0x08 and 0x09, the higher one first.
package struct PNPIdentifier: Sendable, Hashable, CustomStringConvertible {
    /// The two bytes in the order of transmission.
    package let rawValue: UInt16

    /// Creates an identifier from the two bytes of the base block.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Whether all three codes are letters, and the reserved highest bit is clear.
    package var isValid: Bool {
        rawValue < 0x8000 && letters.allSatisfy { (1...26).contains($0) }
    }

    /// Three characters; a code that is not a letter becomes a character before or after the alphabet (`@`, `[`, `\`,
    /// …).
    package var description: String {
        var text = ""
        for letter in letters {
            text.unicodeScalars.append(Unicode.Scalar(UInt8(0x40 + letter)))
        }
        return text
    }

    private var letters: [Int] {
        let value = Int(rawValue)
        return [(value >> 10) & 31, (value >> 5) & 31, value & 31]
    }
}

/// The date of manufacture, or the year of the model (E-EDID A.2 section 3.4.4).
package struct ManufactureDate: Sendable, Hashable {
    /// The week of manufacture, 1 to 54; nil if it is not given.
    package let week: Int?

    /// The year of manufacture or of the model, 1990 to 2245.
    package let year: Int

    /// Whether the year is the model's; such a date has no week.
    package let isModelYear: Bool

    init(block: Span<UInt8>, findings: inout FindingLog) {
        let weekByte = block.byte(0x10)
        year = 1990 + block.byte(0x11)
        isModelYear = weekByte == 0xFF
        week = (1...54).contains(weekByte) ? weekByte : nil
        if weekByte > 54, weekByte != 0xFF {
            findings.note(.invalidWeek, weekByte)
        }
        if block.byte(0x11) == 0 {
            findings.note(.invalidYear)
        }
    }
}

/// The largest picture of a display (E-EDID A.2 section 3.6.2).
package struct ScreenSize: Sendable, Hashable {
    /// The width in cm; nil if the size is not given.
    package let widthCentimeters: Int?

    /// The height in cm; nil if the size is not given.
    package let heightCentimeters: Int?

    /// The width divided by the height, if it is given instead of a size (revision 4); below 1 for portrait.
    package let aspectRatio: Double?

    init(block: Span<UInt8>, revision: Int) {
        let (first, second) = (block.byte(0x15), block.byte(0x16))
        switch (first, second) {
        case (1..., 1...):
            (widthCentimeters, heightCentimeters, aspectRatio) = (first, second, nil)
        case (1..., 0) where revision >= 4:
            (widthCentimeters, heightCentimeters, aspectRatio) = (nil, nil, Double(first + 99) / 100)
        case (0, 1...) where revision >= 4:
            (widthCentimeters, heightCentimeters, aspectRatio) = (nil, nil, 100 / Double(second + 99))
        default:
            (widthCentimeters, heightCentimeters, aspectRatio) = (nil, nil, nil)
        }
    }
}

/// The primaries and the white point of a display (E-EDID A.2 section 3.7).
package struct ColorPrimaries: Sendable, Hashable {
    /// Red.
    package let red: Chromaticity

    /// Green.
    package let green: Chromaticity

    /// Blue.
    package let blue: Chromaticity

    /// The default white point.
    package let white: Chromaticity

    /// Reads ten bits per coordinate: the two low bits of all are in the bytes 0x19 and 0x1A, the high bits in the
    /// eight bytes that follow.
    init(block: Span<UInt8>) {
        func point(_ high: Int, _ low: Int, _ shift: Int) -> Chromaticity {
            let bits = block.byte(low) >> shift
            return Chromaticity(
                x: Double(block.byte(high) << 2 | (bits >> 2) & 3) / 1024,
                y: Double(block.byte(high + 1) << 2 | bits & 3) / 1024
            )
        }
        red = point(0x1B, 0x19, 4)
        green = point(0x1D, 0x19, 0)
        blue = point(0x1F, 0x1A, 4)
        white = point(0x21, 0x1A, 0)
    }
}

/// A colour's coordinates in the CIE 1931 chromaticity diagram.
package struct Chromaticity: Sendable, Hashable {
    /// The x coordinate, 0 to 1.
    package let x: Double

    /// The y coordinate, 0 to 1.
    package let y: Double

    /// Creates coordinates.
    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// The feature support byte of the base block (E-EDID A.2 section 3.6.4).
package struct DisplayFeatures: Sendable, Hashable {
    /// Whether standby is supported (DPMS).
    package let supportsStandby: Bool

    /// Whether suspend is supported (DPMS).
    package let supportsSuspend: Bool

    /// Whether active off, or very low power, is supported (DPMS).
    package let supportsActiveOff: Bool

    /// Whether the default colour space is sRGB, with its primaries.
    package let isSRGB: Bool

    /// Whether the first detailed timing is preferred; from revision 4 on, whether it is the native one. Before
    /// revision 3 a display need not prefer it.
    package let firstTimingIsPreferred: Bool

    /// Whether any timing within the range limits is supported: GTF up to revision 3, "continuous frequency" from
    /// revision 4 on.
    package let isContinuousFrequency: Bool

    /// Whether YCbCr 4:4:4 is supported (digital inputs of revision 4).
    package let supportsYCbCr444: Bool

    /// Whether YCbCr 4:2:2 is supported (digital inputs of revision 4).
    package let supportsYCbCr422: Bool

    /// Whether the display reports that it is monochrome.
    package let isMonochrome: Bool

    init(block: Span<UInt8>, revision: Int, isDigital: Bool) {
        let byte = block.byte(0x18)
        supportsStandby = byte & 0x80 != 0
        supportsSuspend = byte & 0x40 != 0
        supportsActiveOff = byte & 0x20 != 0
        isSRGB = byte & 4 != 0
        firstTimingIsPreferred = byte & 2 != 0
        isContinuousFrequency = byte & 1 != 0
        let color = (byte >> 3) & 3
        let givesEncodings = isDigital && revision >= 4
        supportsYCbCr444 = givesEncodings && color & 1 != 0
        supportsYCbCr422 = givesEncodings && color & 2 != 0
        isMonochrome = !givesEncodings && color == 0
    }
}
