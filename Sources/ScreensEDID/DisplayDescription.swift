/// The decoded EDID of a display, with all its extension blocks.
///
/// Decoding accepts what real displays send. Oddities of the bytes are listed in ``findings`` and stop nothing; only
/// bytes that are not an EDID at all are refused.
///
/// ```swift
/// let description = try DisplayDescription(decoding: bytes)
/// print(description.identity)                      // DEL:a0b1:DELL%20U2410:F525M0A1234L
/// print(description.preferredTiming?.timing.width ?? 0)
/// ```
///
/// Implements VESA E-EDID A.2 (EDID 1.4), CTA-861-I, and DisplayID 1.3 and 2.0.
package struct DisplayDescription: Sendable, Hashable {
    /// The base block.
    package let base: BaseBlock

    /// The present extension blocks in order.
    package let extensions: [ExtensionBlock]

    /// The CTA-861 extensions.
    package let ctaExtensions: [CTAExtension]

    /// The DisplayID sections.
    package let displayIDSections: [DisplayIDSection]

    /// All detailed timings, in the order of the blocks.
    package let detailedTimings: [DetailedTiming]

    /// The timings of CVT and standard codes in Video Timing Block extensions (VTB-EXT 1.0 section 2).
    package let extensionTimings: [ListedTiming]

    /// The oddities of the bytes.
    package let findings: [Finding]

    /// Decodes the bytes of all blocks from the kernel or a file.
    ///
    /// - Throws: ``DecodingError`` only if the bytes are not an EDID: they are missing, too few, or do not start with
    ///   its header.
    package init(decoding bytes: Span<UInt8>) throws(DecodingError) {
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
    /// - Throws: ``DecodingError`` only if the bytes are not an EDID: they are missing, too few, or do not start with
    ///   its header.
    package init(decoding bytes: [UInt8]) throws(DecodingError) {
        try self.init(decoding: bytes.span)
    }
}

extension DisplayDescription {
    /// The reason why bytes are not an EDID at all.
    package struct DecodingError: Error, Sendable, Hashable, CustomStringConvertible {
        /// One sentence for people, in English.
        package let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// The EDID has no bytes: the display sends none, or no display is connected.
        package static let empty = Self("it is empty")

        /// The EDID has fewer bytes than the 128 of the base block.
        package static let tooShort = Self("it has fewer than 128 bytes")

        /// The bytes do not start with the fixed header (E-EDID A.2 section 3.3).
        package static let noHeader = Self("it does not begin with the header of a base block")
    }
}

/// The most important fields, from the block that has them.
extension DisplayDescription {
    /// The identity of the display.
    package var identity: DisplayIdentity {
        base.identity(furtherSerials: ctaExtensions.compactMap(\.serialString))
    }

    /// The preferred timing of the display: the first of the base block, else the first that DisplayID marks as
    /// preferred, else the first of all (E-EDID A.2 section 3.10.2, DisplayID 1.3 section 4.4).
    ///
    /// Timings of which Linux makes no mode are left out, see ``DetailedTiming/isUsable``.
    package var preferredTiming: DetailedTiming? {
        base.detailedTimings.first(where: \.isUsable) ?? usableTimings.first(where: \.isMarkedPreferred)
            ?? usableTimings.first
    }

    private var usableTimings: [DetailedTiming] {
        detailedTimings.filter(\.isUsable)
    }

    /// The resolution that the display shows without scaling; nil if it does not state one.
    ///
    /// DisplayID states it directly. Without DisplayID it is the resolution of the first detailed timing, if the base
    /// block or the CTA extension calls that native, or of the first video format that is marked as native (E-EDID A.2
    /// section 3.6.4, CTA-861-I sections 7.3 and 7.5.1).
    package var nativeResolution: Resolution? {
        let parameters = displayIDSections.lazy.compactMap(\.parameters)
        if let native = parameters.first(where: { $0.nativeWidth > 0 && $0.nativeHeight > 0 }) {
            return Resolution(width: native.nativeWidth, height: native.nativeHeight)
        }
        let hasNativeTiming =
            base.features.firstTimingIsPreferred || ctaExtensions.contains { $0.nativeDetailedTimingCount > 0 }
        let native =
            hasNativeTiming ? usableTimings.first { $0.form == .descriptor }?.timing : nil
        return (native ?? videoFormats.lazy.filter(\.isNative).compactMap(\.timing).first)
            .map { Resolution(width: $0.width, height: $0.height) }
    }

    /// The size of the picture in mm, from the most exact credible source.
    ///
    /// Detailed timings of many displays hold an aspect ratio or another model's size, so their size counts only if it
    /// agrees with the size in cm. If the size in cm is an aspect ratio, or HDMI calls it one, there is no size;
    /// displays that claim units of 5 cm have blocks of nothing but ones. Projectors, whose picture has no size, give
    /// nil.
    package var imageSize: SizeInMillimeters? {
        let exact = displayIDSections.lazy.compactMap { $0.parameters?.imageSize }
        if let size = exact.first(where: { !$0.isAspectRatio }) { return size }
        guard let width = base.screenSize.widthCentimeters, let height = base.screenSize.heightCentimeters,
            hdmi?.imageSize != .aspectRatio, hdmi?.imageSize != .fiveCentimeters
        else { return nil }
        let coarse = SizeInMillimeters(width: Double(width * 10), height: Double(height * 10))
        if let exact = preferredTiming?.imageSize, !exact.isAspectRatio, exact.isWithin(10, of: coarse) { return exact }
        return coarse.isAspectRatio ? nil : coarse
    }

    /// The data blocks of CTA-861 in the order of the blocks, also from within DisplayID.
    package var ctaDataBlocks: [CTADataBlocks] {
        ctaExtensions.map(\.dataBlocks) + displayIDSections.map(\.ctaDataBlocks)
    }

    /// The video formats of all data blocks in order (CTA-861-I section 7.5.1).
    package var videoFormats: [ShortVideoDescriptor] {
        ctaDataBlocks.flatMap(\.videoFormats)
    }

    /// The block of HDMI, if the display reports an HDMI connection (HDMI 1.4b section 8.3.2).
    package var hdmi: HDMIVendorBlock? {
        ctaDataBlocks.lazy.compactMap(\.hdmi).first
    }

    /// The block of HDMI 2 and later (HDMI 2.1 section 10.3.2).
    package var hdmiForum: HDMIForumBlock? {
        ctaDataBlocks.lazy.compactMap(\.hdmiForum).first
    }

    /// High dynamic range (CTA-861-I section 7.5.13).
    package var hdrStaticMetadata: HDRStaticMetadata? {
        ctaDataBlocks.lazy.compactMap(\.hdrStaticMetadata).first
    }

    /// Colour spaces (CTA-861-I section 7.5.5).
    package var colorimetry: Colorimetry? {
        ctaDataBlocks.lazy.compactMap(\.colorimetry).first
    }

    /// Overscan and quantization (CTA-861-I section 7.5.6).
    package var videoCapability: VideoCapability? {
        ctaDataBlocks.lazy.compactMap(\.videoCapability).first
    }

    /// The audio formats, in the order of the data blocks (CTA-861-I section 7.5.2).
    package var audioFormats: [AudioFormat] {
        ctaDataBlocks.flatMap(\.audioFormats)
    }

    /// The places of the speakers (CTA-861-I section 7.5.3).
    package var speakers: SpeakerAllocation? {
        ctaDataBlocks.lazy.compactMap(\.speakers).first
    }

    /// The place of this tile in a display of several tiles (DisplayID 1.3 section 4.14).
    package var tiledTopology: TiledTopology? {
        displayIDSections.lazy.compactMap(\.tiledTopology).first
    }

    /// Whether the display shows IT formats whole by default (CTA-861-I section 7.3); nil without a CTA extension.
    package var underscansITFormats: Bool? {
        ctaExtensions.first?.underscansITFormats
    }

    /// Whether the display plays audio: a flag reports it, or it lists audio formats (CTA-861-I sections 7.3 and
    /// 7.5.2).
    package var hasAudio: Bool {
        ctaExtensions.contains(where: \.supportsBasicAudio) || ctaDataBlocks.contains(where: \.hasAudio)
    }
}

/// A number of pixels per row and a number of rows.
package struct Resolution: Sendable, Hashable {
    /// The width in pixels.
    package let width: Int

    /// The height in lines of the frame.
    package let height: Int

    /// Makes a resolution.
    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
