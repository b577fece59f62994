/// An extension block of the EDID, whether its contents are understood or not (E-EDID A.2 section 2.2).
package struct ExtensionBlock: Sendable, Hashable {
    /// The contents of an extension block, by its first byte.
    package struct Kind: Sendable, Hashable {
        /// The tag, the first byte of the block.
        package let tag: UInt8

        /// Makes a kind from its tag.
        package init(tag: UInt8) {
            self.tag = tag
        }

        /// CTA-861, see ``CTAExtension``.
        package static let cta = Self(tag: 0x02)

        /// VESA Video Timing Block.
        package static let videoTimingBlock = Self(tag: 0x10)

        /// VESA Display Information.
        package static let displayInformation = Self(tag: 0x40)

        /// VESA Localized Strings.
        package static let localizedStrings = Self(tag: 0x50)

        /// DisplayID, see ``DisplayIDSection``.
        package static let displayID = Self(tag: 0x70)

        /// A map of the blocks.
        package static let blockMap = Self(tag: 0xF0)

        /// Defined by the manufacturer.
        package static let vendor = Self(tag: 0xFF)

        /// The name of the kind; nil if the tag is unknown.
        package var name: String? {
            switch self {
            case .cta: "CTA-861"
            case .videoTimingBlock: "Video Timing Block"
            case .displayInformation: "Display Information"
            case .localizedStrings: "Localized Strings"
            case .displayID: "DisplayID"
            case .blockMap: "Block Map"
            case .vendor: "vendor-specific"
            default: nil
            }
        }
    }

    /// The index of the block of 128 bytes; the first extension is 1.
    package let block: Int

    /// The kind of the contents.
    package let kind: Kind

    /// Whether the sum of the bytes is right.
    package let hasValidChecksum: Bool
}
