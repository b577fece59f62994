/// An audio format that a display plays (CTA-861-I section 7.5.2, a short audio descriptor).
package struct AudioFormat: Sendable, Hashable {
    /// The coding of the audio.
    package let coding: AudioCoding

    /// The highest number of channels; nil if the descriptor counts something else.
    package let maximumChannels: Int?

    /// The sample rates in Hz, ascending.
    package let sampleRates: [Int]

    /// The bits of a sample, ascending; empty for compressed audio.
    package let sampleSizes: [Int]

    /// The highest bit rate in kbit/s, if the coding has one.
    package let maximumBitRate: Int?

    /// Reads the three bytes at `offset`; nil for the reserved code 0.
    init?(_ bytes: Span<UInt8>, at offset: Int) {
        let (first, second, third) = (bytes.byte(offset), bytes.byte(offset + 1), bytes.byte(offset + 2))
        let code = (first >> 3) & 15
        guard code != 0 else { return nil }
        coding = code == 15 ? AudioCoding(extendedCode: third >> 3) : AudioCoding(code: code)
        switch coding {
        case .mpegH3D: maximumChannels = nil
        case .linearPCM3D: maximumChannels = ((second & 0x80) >> 3 | (first & 0x80) >> 4 | first & 7) + 1
        default: maximumChannels = (first & 7) + 1
        }
        sampleRates = Self.rates.enumerated().filter { (second >> $0.offset) & 1 == 1 }.map(\.element)
        let isUncompressed = coding == .linearPCM || coding == .linearPCM3D
        sampleSizes =
            isUncompressed ? [16, 20, 24].enumerated().filter { (third >> $0.offset) & 1 == 1 }.map(\.element) : []
        maximumBitRate = (2...8).contains(code) && third > 0 ? third * 8 : nil
    }

    private static let rates = [32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000]
}

/// The coding of an audio format (CTA-861-I tables 37 and 38).
package struct AudioCoding: Sendable, Hashable, CustomStringConvertible {
    private let code: Int

    init(code: Int) {
        self.code = code
    }

    init(extendedCode: Int) {
        code = Self.extended | extendedCode
    }

    /// The offset of extended codes, above the other codes.
    private static let extended = 0x100

    /// Uncompressed audio.
    package static let linearPCM = Self(code: 1)

    /// MPEG-H 3D Audio, whose descriptor has a level instead of a number of channels.
    package static let mpegH3D = Self(extendedCode: 11)

    /// Uncompressed audio of up to 32 channels.
    package static let linearPCM3D = Self(extendedCode: 13)

    /// The name in the standard, or the number of an undefined code.
    package var description: String {
        if let name = code < Self.extended ? Self.names[code] : Self.extendedNames[code - Self.extended] { return name }
        return code < Self.extended ? "format \(code)" : "extended format \(code - Self.extended)"
    }

    private static let names: [Int: String] = [
        1: "Linear PCM", 2: "AC-3", 3: "MPEG 1 (Layers 1 & 2)", 4: "MPEG 1 Layer 3 (MP3)", 5: "MPEG2 (multichannel)",
        6: "AAC LC", 7: "DTS", 8: "ATRAC", 9: "One Bit Audio", 10: "Enhanced AC-3 (DD+)", 11: "DTS-HD",
        12: "MAT (MLP)", 13: "DST", 14: "WMA Pro",
    ]

    private static let extendedNames: [Int: String] = [
        4: "MPEG-4 HE AAC", 5: "MPEG-4 HE AAC v2", 6: "MPEG-4 AAC LC", 7: "DRA", 8: "MPEG-4 HE AAC + MPEG Surround",
        10: "MPEG-4 AAC LC + MPEG Surround", 11: "MPEG-H 3D Audio", 12: "AC-4", 13: "L-PCM 3D Audio",
    ]
}

/// The places of the speakers that a display drives (CTA-861-I section 7.5.3).
package struct SpeakerAllocation: OptionSet, Sendable, Hashable, CustomStringConvertible {
    /// The three bytes of the block, the first byte lowest.
    package let rawValue: UInt32

    /// Makes a set from the three bytes of the block, the first byte lowest.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Front left and front right.
    package static let front = Self(rawValue: 1 << 0)

    /// Back left and back right.
    package static let back = Self(rawValue: 1 << 3)

    /// The abbreviations of the standard, in the order of the bits: `FL/FR`, `LFE1`, `FC`.
    package var names: [String] {
        Self.abbreviations.enumerated().filter { (rawValue >> $0.offset) & 1 == 1 }.map(\.element)
    }

    /// The names, separated by commas.
    package var description: String {
        names.joined(separator: ", ")
    }

    private static let abbreviations = [
        "FL/FR", "LFE1", "FC", "BL/BR", "BC", "FLc/FRc", "RLC/RRC", "FLw/FRw",
        "TpFL/TpFR", "TpC", "TpFC", "LS/RS", "LFE2", "TpBC", "SiL/SiR", "TpSiL/TpSiR",
        "TpBL/TpBR", "BtFC", "BtFL/BtFR", "TpLS/TpRS", "LSd/RSd",
    ]
}
