/// A timing that a display spells out in full.
public struct DetailedTiming: Sendable, Hashable {
    /// The form it is given in.
    public struct Form: Sendable, Hashable, CustomStringConvertible {
        private let code: UInt8

        /// The name of the form.
        public var description: String {
            switch self {
            case .typeI: "Type I"
            case .typeII: "Type II"
            case .typeVII: "Type VII"
            default: "DTD"
            }
        }

        /// The 18 bytes of E-EDID A.2 section 3.10.2, in the base block or in a CTA extension.
        public static let descriptor = Self(code: 0)

        /// DisplayID 1.3 section 4.4.1.
        public static let typeI = Self(code: 1)

        /// DisplayID 1.3 section 4.4.2.
        public static let typeII = Self(code: 2)

        /// DisplayID 2.0 section 4.3.1, and CTA-861-I section 7.5.17.
        public static let typeVII = Self(code: 7)
    }

    /// How sync is sent (E-EDID A.2 section 3.10.2, table 3.22).
    public struct SyncKind: Sendable, Hashable, CustomStringConvertible {
        private let code: UInt8

        /// The name of the kind.
        public var description: String {
            switch self {
            case .digitalSeparate: "digital separate"
            case .digitalComposite: "digital composite"
            case .bipolarAnalogComposite: "bipolar analog composite"
            default: "analog composite"
            }
        }

        /// On two lines of its own.
        public static let digitalSeparate = Self(code: 3)

        /// On the horizontal line.
        public static let digitalComposite = Self(code: 2)

        /// Analog composite sync.
        public static let analogComposite = Self(code: 0)

        /// Bipolar analog composite sync.
        public static let bipolarAnalogComposite = Self(code: 1)
    }

    /// The timing itself.
    public let timing: Timing

    /// The form it is given in.
    public let form: Form

    /// The index of the block of 128 bytes it stands in.
    public let block: Int

    /// The size of the picture, where it is given; displays also put an aspect ratio here.
    public let imageSize: SizeInMillimeters?

    /// How sync is sent.
    public let syncKind: SyncKind

    /// Whether the timing itself says that it is preferred (DisplayID).
    public let isMarkedPreferred: Bool

    /// Whether the timing is for a stereo picture.
    public let isStereo: Bool
}
