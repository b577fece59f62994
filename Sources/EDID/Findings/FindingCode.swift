extension Finding {
    /// The kind of a finding, with a name that stays the same between releases.
    public struct Code: Sendable, Hashable {
        /// A stable name in lower camel case.
        public let name: String

        /// Its meaning in one clause.
        public let summary: String

        private init(_ name: String, _ summary: String) {
            self.name = name
            self.summary = summary
        }

        /// Codes are equal where their names are.
        public static func == (left: Code, right: Code) -> Bool {
            left.name == right.name
        }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
        }
    }
}

extension Finding.Code: CustomStringConvertible {
    /// The name of the code.
    public var description: String { name }
}

// MARK: - Blocks

extension Finding.Code {
    /// One or two bytes of the fixed header are wrong (E-EDID A.2 section 3.3).
    public static let damagedHeader = Self("damagedHeader", "bytes of the header that differ from the fixed pattern")

    /// The sum of the bytes of a block is not zero.
    public static let wrongChecksum = Self("wrongChecksum", "the checksum of the block should be")

    /// The base block announces more extensions than there are bytes for.
    public static let missingExtensions = Self("missingExtensions", "announced extension blocks that are missing")

    /// There are more blocks than the base block announces.
    public static let undeclaredBlocks = Self("undeclaredBlocks", "blocks beyond those that are announced")

    /// The last block has fewer than 128 bytes.
    public static let truncatedBlock = Self("truncatedBlock", "the block is cut short, bytes present")

    /// An extension block of nothing but zeros.
    public static let emptyExtension = Self("emptyExtension", "the extension block is all zeros")

    /// An extension block whose tag is not known here.
    public static let unknownExtension = Self("unknownExtension", "unknown extension block, tag")

    /// A block map that names another tag than the block has (E-EDID A.2 section 3.2).
    public static let blockMapMismatch = Self("blockMapMismatch", "the block map is wrong about block")

    /// The number of extensions is that of HDMI's override block (HDMI 2.1 section 10.3.6).
    public static let extensionCountOverride = Self("extensionCountOverride", "an HDMI override of the extension count")

    /// A version of the structure other than 1, or a revision beyond 4.
    public static let unknownVersion = Self("unknownVersion", "unknown version or revision")
}

// MARK: - All blocks

extension Finding.Code {
    /// There is more than any real display has: further findings, or further timings, are left out.
    public static let tooMuch = Self("tooMuch", "there is more of this than is kept")
}

// MARK: - Base block

extension Finding.Code {
    /// The manufacturer's code holds something that is not a letter.
    public static let invalidManufacturer = Self("invalidManufacturer", "the maker's code is not three letters")

    /// A week of manufacture beyond 54.
    public static let invalidWeek = Self("invalidWeek", "the week of manufacture is out of range")

    /// The byte of the year is zero, which would be years before the standard.
    public static let invalidYear = Self("invalidYear", "the year byte is not set")

    /// A reserved interface or bit depth.
    public static let reservedInput = Self("reservedInput", "a reserved value in the video input definition")

    /// A standard timing of zero or reserved bytes.
    public static let invalidStandardTiming = Self("invalidStandardTiming", "a standard timing that means nothing")

    /// A standard timing that no table and no formula of the display explains.
    public static let unknownStandardTiming = Self("unknownStandardTiming", "a standard timing without a formula")

    /// The first descriptor of the base block is not a detailed timing.
    public static let noFirstTiming = Self("noFirstTiming", "the first descriptor is not a detailed timing")

    /// A text descriptor with bytes outside of printable ASCII.
    public static let unprintableText = Self("unprintableText", "a text has bytes that are not printable, descriptor")

    /// A text descriptor without any text.
    public static let emptyText = Self("emptyText", "a text is empty, descriptor")

    /// A second descriptor of a kind that there should be one of.
    public static let repeatedDescriptor = Self("repeatedDescriptor", "a descriptor comes more than once, tag")

    /// A display descriptor whose tag is reserved.
    public static let unknownDescriptor = Self("unknownDescriptor", "a reserved display descriptor, tag")

    /// Range limits whose minimum is above their maximum.
    public static let invalidRangeLimits = Self("invalidRangeLimits", "range limits with a minimum above the maximum")
}

// MARK: - Timings

extension Finding.Code {
    /// A detailed timing with a zero size, clock or sync width.
    public static let zeroInTiming = Self("zeroInTiming", "a detailed timing with a zero in it, timing")

    /// A detailed timing whose porches and sync do not fit into the blanking.
    public static let negativePorch = Self("negativePorch", "a detailed timing with a negative back porch, timing")

    /// 18 bytes in the place of a detailed timing whose clock would be below 10 MHz; they are left out.
    public static let lowPixelClock = Self("lowPixelClock", "not a detailed timing: its clock is below 10 MHz, kHz")

    /// A short video descriptor or code that the tables do not hold.
    public static let unknownFormat = Self("unknownFormat", "an unknown video code")
}

// MARK: - Data blocks

extension Finding.Code {
    /// A data block runs past the end of its collection.
    public static let truncatedDataBlock = Self("truncatedDataBlock", "a data block runs past its collection, tag")

    /// A data block too short for its own fixed fields.
    public static let shortDataBlock = Self("shortDataBlock", "a data block is too short, tag")

    /// A data block that comes twice although it may not.
    public static let repeatedDataBlock = Self("repeatedDataBlock", "a data block comes more than once, tag")

    /// The offset of the detailed timings of a CTA extension is out of range.
    public static let invalidTimingOffset = Self("invalidTimingOffset", "the offset of the detailed timings is wrong")

    /// A 4:2:0 capability map names a video descriptor that is not there.
    public static let capabilityMapOutOfRange = Self(
        "capabilityMapOutOfRange", "a 4:2:0 map names a missing descriptor, index")

    /// A DisplayID section is longer than its block.
    public static let truncatedSection = Self("truncatedSection", "a DisplayID section runs past its block, bytes")

    /// A DisplayID section whose version is neither 1 nor 2.
    public static let unknownSectionVersion = Self("unknownSectionVersion", "unknown DisplayID version")
}
