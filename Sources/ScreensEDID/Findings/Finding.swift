/// An oddity of the bytes of a display: something that a standard forbids, or that could not be read.
///
/// Most displays in the field break a standard somewhere, so an oddity does not stop the decoder. A finding accompanies
/// the result and names the oddity and its block.
package struct Finding: Sendable, Hashable {
    /// The kind of oddity.
    package let code: Code

    /// The index of its block of 128 bytes; the base block is 0.
    package let block: Int

    /// A number of the finding, such as a tag, a count or an offset; nil if there is none. The message contains it.
    package let detail: Int?

    /// One sentence for people, in English.
    package var message: String {
        switch (code.detail, detail) {
        case (.decimal(let name), let number?): "\(code.summary) (\(name): \(number))"
        case (.hexadecimal(let name), let number?): "\(code.summary) (\(name): 0x\(String(number, radix: 16)))"
        default: code.summary
        }
    }
}

extension Finding: CustomStringConvertible {
    /// The message, with the number of the block in front.
    package var description: String {
        "block \(block): \(message)"
    }
}

/// The findings of one EDID while it is decoded. It bounds the work that crafted bytes can cause.
///
/// Every byte of 32 KiB can be an oddity, and every bit can refer to a timing. No display has a hundredth of either.
struct FindingLog {
    private(set) var findings: [Finding] = []

    /// The block that is being read.
    private(set) var block = 0

    private static let findingLimit = 512
    private var remainingTimings = 1024

    /// Begins a block, to which the following findings belong.
    mutating func begin(block index: Int) {
        block = index
    }

    mutating func note(_ code: Finding.Code, _ detail: Int? = nil) {
        guard findings.count < Self.findingLimit else { return }
        if findings.count == Self.findingLimit - 1 {
            findings.append(Finding(code: .tooMuch, block: block, detail: nil))
        } else {
            findings.append(Finding(code: code, block: block, detail: detail))
        }
    }

    /// Returns whether there is room for one more timing that takes almost no bytes.
    mutating func takeRoomForTiming() -> Bool {
        guard remainingTimings > 0 else {
            note(.tooMuch)
            return false
        }
        remainingTimings -= 1
        return true
    }
}

extension Finding {
    /// The kind of a finding, with a name that stays the same between releases.
    package struct Code: Sendable, Hashable {
        /// A stable name in lower camel case.
        package let name: String

        /// Its meaning in one clause, without the number of the finding.
        package let summary: String

        /// The number of a finding, as in its message.
        let detail: Detail

        private init(_ name: String, _ summary: String, _ detail: Detail = .none) {
            self.name = name
            self.summary = summary
            self.detail = detail
        }

        /// The name of a finding's number, and its base.
        enum Detail: Sendable {
            case none
            case decimal(String)
            case hexadecimal(String)
        }

        /// Compares the names.
        package static func == (left: Code, right: Code) -> Bool {
            left.name == right.name
        }

        /// Hashes the name.
        package func hash(into hasher: inout Hasher) {
            hasher.combine(name)
        }
    }
}

extension Finding.Code: CustomStringConvertible {
    /// The name of the code.
    package var description: String { name }
}

// MARK: - Blocks

extension Finding.Code {
    /// One or two bytes of the fixed header are wrong (E-EDID A.2 section 3.3).
    package static let damagedHeader = Self("damagedHeader", "the header is damaged", .decimal("wrong bytes"))

    /// The sum of the bytes of a block is not zero.
    package static let wrongChecksum = Self("wrongChecksum", "the checksum is wrong", .hexadecimal("correct value"))

    /// The base block announces more extensions than there are bytes for.
    package static let missingExtensions = Self("missingExtensions", "extension blocks are missing", .decimal("count"))

    /// The EDID has more blocks than the base block announces.
    package static let undeclaredBlocks = Self(
        "undeclaredBlocks", "there are more blocks than the base block announces", .decimal("count"))

    /// The last block has fewer than 128 bytes.
    package static let truncatedBlock = Self("truncatedBlock", "the last block is incomplete", .decimal("bytes"))

    /// The extension block is all zeros.
    package static let emptyExtension = Self("emptyExtension", "the extension block is all zeros")

    /// The extension block has an unknown tag.
    package static let unknownExtension = Self(
        "unknownExtension", "the type of the extension block is unknown", .hexadecimal("tag"))

    /// A block map has another tag for a block than the block itself (E-EDID A.2 section 3.2).
    package static let blockMapMismatch = Self(
        "blockMapMismatch", "the block map has another tag than the block", .decimal("block"))

    /// The number of extensions is from HDMI's override block (HDMI 2.1 section 10.3.6).
    package static let extensionCountOverride = Self(
        "extensionCountOverride", "an HDMI data block overrides the number of extension blocks", .decimal("number"))

    /// The version of the structure is not 1, or the revision is beyond 4.
    package static let unknownVersion = Self(
        "unknownVersion", "the version of the EDID is unknown", .hexadecimal("version and revision"))
}

// MARK: - All blocks

extension Finding.Code {
    /// The EDID has more findings or timings than any real display: the rest is left out.
    package static let tooMuch = Self("tooMuch", "there are more findings or timings than are kept")
}

// MARK: - Base block

extension Finding.Code {
    /// The manufacturer ID has a code that is not a letter.
    package static let invalidManufacturer = Self(
        "invalidManufacturer", "the manufacturer ID is not three letters", .hexadecimal("value"))

    /// The week of manufacture is beyond 54.
    package static let invalidWeek = Self("invalidWeek", "the week of manufacture is out of range", .decimal("week"))

    /// The byte of the year is zero: 1990, years before the standard.
    package static let invalidYear = Self("invalidYear", "the year of manufacture is not set")

    /// The interface or the bit depth is reserved.
    package static let reservedInput = Self(
        "reservedInput", "the video input definition has a reserved value", .hexadecimal("value"))

    /// A standard timing has a first byte of 0, or of 1 without being the code for unused.
    package static let invalidStandardTiming = Self(
        "invalidStandardTiming", "a standard timing has an invalid code", .decimal("offset"))

    /// A standard timing is not in the DMT table, and the display supports no formula for it.
    package static let unknownStandardTiming = Self(
        "unknownStandardTiming", "a standard timing is not in the DMT table, and the display supports no formula for it"
    )

    /// The first descriptor of the base block is not a detailed timing.
    package static let noFirstTiming = Self("noFirstTiming", "the first descriptor is not a detailed timing")

    /// A text descriptor has bytes that are not printable ASCII.
    package static let unprintableText = Self(
        "unprintableText", "a text has bytes that are not printable ASCII", .hexadecimal("descriptor tag"))

    /// A text descriptor has no text.
    package static let emptyText = Self("emptyText", "a text is empty", .hexadecimal("descriptor tag"))

    /// A second descriptor of a kind may occur only once.
    package static let repeatedDescriptor = Self(
        "repeatedDescriptor", "a descriptor occurs more than once", .hexadecimal("tag"))

    /// A display descriptor has a reserved tag.
    package static let unknownDescriptor = Self(
        "unknownDescriptor", "a display descriptor has a reserved tag", .hexadecimal("tag"))

    /// The range limits have a minimum above the maximum.
    package static let invalidRangeLimits = Self(
        "invalidRangeLimits", "a minimum in the range limits is above its maximum")
}

// MARK: - Timings

extension Finding.Code {
    /// A detailed timing has a size, a sync width or a total of zero.
    package static let zeroInTiming = Self(
        "zeroInTiming", "the size, a sync width or a total of a detailed timing is zero", .decimal("timing"))

    /// A detailed timing has porches and sync that do not fit into the blanking.
    package static let negativePorch = Self(
        "negativePorch", "a detailed timing has a negative back porch", .decimal("timing"))

    /// A detailed timing has a pixel clock below 10 MHz; it is left out.
    package static let lowPixelClock = Self(
        "lowPixelClock", "a detailed timing is ignored: its pixel clock is below 10 MHz", .decimal("kHz"))

    /// A short video descriptor or code is not in the tables.
    package static let unknownFormat = Self("unknownFormat", "a video format code is unknown", .decimal("code"))
}

// MARK: - Data blocks

extension Finding.Code {
    /// A data block extends beyond the end of its collection or section.
    package static let truncatedDataBlock = Self(
        "truncatedDataBlock", "a data block extends beyond the end of the data blocks", .decimal("tag"))

    /// A data block is too short for its own fixed fields.
    package static let shortDataBlock = Self(
        "shortDataBlock", "a data block is shorter than its fixed fields", .decimal("tag"))

    /// A second data block of a kind may occur only once.
    package static let repeatedDataBlock = Self(
        "repeatedDataBlock", "a data block occurs more than once", .decimal("tag"))

    /// The offset of the detailed timings of a CTA extension is out of range.
    package static let invalidTimingOffset = Self(
        "invalidTimingOffset", "the offset of the detailed timings is out of range", .decimal("offset"))

    /// A 4:2:0 capability map refers to a video descriptor that is missing.
    package static let capabilityMapOutOfRange = Self(
        "capabilityMapOutOfRange", "the 4:2:0 capability map refers to a missing video descriptor", .decimal("index"))

    /// A DisplayID section is longer than its block.
    package static let truncatedSection = Self(
        "truncatedSection", "the DisplayID section is longer than its block", .decimal("bytes"))

    /// A DisplayID section has a version other than 1 and 2.
    package static let unknownSectionVersion = Self(
        "unknownSectionVersion", "the version of the DisplayID section is unknown", .hexadecimal("version and revision")
    )
}
