extension DisplayDescription {
    /// Why bytes are not the description of a display at all.
    public struct DecodingError: Error, Sendable, Hashable, CustomStringConvertible {
        /// One sentence for people, in English.
        public let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// There are no bytes: the display sends none, or none is connected.
        public static let empty = Self("there are no bytes")

        /// There are fewer bytes than the 128 of the base block.
        public static let tooShort = Self("there are fewer than 128 bytes")

        /// The bytes do not start with the fixed header (E-EDID A.2 section 3.3).
        public static let noHeader = Self("the header of a base block is missing")
    }
}
