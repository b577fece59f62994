/// Everything that a display says of itself: its EDID, with all its extension blocks.
///
/// Decoding accepts what real displays send. Whatever is odd about the bytes is listed in ``findings`` and stops nothing; only
/// bytes that are no EDID at all are refused.
///
/// ```swift
/// let description = try DisplayDescription(decoding: bytes)
/// print(description.identity)                      // DEL:a0b1:DELL%20U2410:F525M0A1234L
/// print(description.preferredTiming?.timing.width ?? 0)
/// ```
///
/// Implements VESA E-EDID A.2 (EDID 1.4), CTA-861-I, and DisplayID 1.3 and 2.0.
public struct DisplayDescription: Sendable, Hashable {
    /// The base block.
    public let base: BaseBlock

    /// The extension blocks that are there, in their order.
    public let extensions: [ExtensionBlock]

    /// The CTA-861 extensions.
    public let ctaExtensions: [CTAExtension]

    /// The DisplayID sections.
    public let displayIDSections: [DisplayIDSection]

    /// All timings that are spelled out, in the order of the blocks.
    public let detailedTimings: [DetailedTiming]

    /// The timings of CVT and standard codes in Video Timing Block extensions (VTB-EXT 1.0 section 2).
    public let extensionTimings: [ListedTiming]

    /// What is odd about the bytes.
    public let findings: [Finding]

    /// Decodes the bytes of all blocks, as the kernel or a file gives them.
    ///
    /// - Throws: Only where the bytes are no EDID: there are none, too few, or they do not start with its header.
    public init(decoding bytes: Span<UInt8>) throws(DecodingError) {
        let reader = try BlockReader(bytes)
        base = reader.base
        extensions = reader.extensions
        ctaExtensions = reader.ctaExtensions
        displayIDSections = reader.displayIDSections
        detailedTimings = reader.detailedTimings
        extensionTimings = reader.extensionTimings
        findings = reader.findings.findings
    }

    /// Decodes the bytes of an array.
    ///
    /// - Throws: Only where the bytes are no EDID: there are none, too few, or they do not start with its header.
    public init(decoding bytes: [UInt8]) throws(DecodingError) {
        try self.init(decoding: bytes.span)
    }
}
