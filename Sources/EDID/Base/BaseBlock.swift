/// The first 128 bytes of every description: who made the display, what it is, and its first timings.
///
/// Implements VESA E-EDID A.2 (EDID 1.4) section 3, and reads the older revisions 1.0 to 1.3.
public struct BaseBlock: Sendable, Hashable {
    /// The version of the structure (section 3.5); 1 for all displays with this header.
    public let version: Int

    /// The revision of the structure (section 3.5), 0 to 4.
    public let revision: Int

    /// The maker (section 3.4.1).
    public let manufacturer: PNPIdentifier

    /// The maker's code for the product (section 3.4.2).
    public let productCode: UInt16

    /// The serial number as a number (section 3.4.3); many makers leave a constant here. See ``DisplayIdentity``.
    public let serialNumber: UInt32

    /// When it was made (section 3.4.4).
    public let date: ManufactureDate

    /// How the picture gets in (section 3.6.1).
    public let input: VideoInput

    /// The size in cm (section 3.6.2).
    public let screenSize: ScreenSize

    /// The transfer characteristic, 1.00 to 3.54; nil where it is given elsewhere (section 3.6.3).
    public let gamma: Double?

    /// What it can do (section 3.6.4).
    public let features: DisplayFeatures

    /// Primaries and white point (section 3.7).
    public let primaries: ColorPrimaries

    /// The established timings I, II and III (sections 3.8 and 3.10.3.9).
    public let establishedTimings: [ListedTiming]

    /// The standard timings, those of descriptors included (sections 3.9 and 3.10.3.6).
    public let standardTimings: [ListedTiming]

    /// The timings of three-byte CVT codes (section 3.10.3.8).
    public let cvtTimings: [ListedTiming]

    /// The detailed timings (section 3.10.2).
    public let detailedTimings: [DetailedTiming]

    /// The product's name (section 3.10.3.4).
    public let name: String?

    /// The serial number as a text (section 3.10.3.1).
    public let serialString: String?

    /// Other texts (section 3.10.3.2); built-in panels name themselves here.
    public let texts: [String]

    /// The rates it can follow (section 3.10.3.3).
    public let rangeLimits: RangeLimits?

    /// The number of extension blocks that it announces.
    public let extensionCount: Int

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
        name = descriptors.name
        serialString = descriptors.serialString
        texts = descriptors.texts
        rangeLimits = descriptors.rangeLimits
    }
}
