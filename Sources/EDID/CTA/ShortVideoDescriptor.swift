/// A video format that a display names by its code (CTA-861-I section 7.5.1).
public struct ShortVideoDescriptor: Sendable, Hashable {
    /// The video identification code.
    public let vic: UInt8

    /// Whether the display calls the format native; only the codes 1 to 64 can be.
    public let isNative: Bool

    /// The timing of the code; nil for codes that the standard does not have.
    public var timing: Timing? {
        VideoIdentificationCode.timing(vic)
    }

    /// Creates a descriptor of a format.
    public init(vic: UInt8, isNative: Bool = false) {
        self.vic = vic
        self.isNative = isNative
    }

    /// Reads the byte of a descriptor; nil for the reserved values 0, 128, 254 and 255.
    init?(byte: Int) {
        switch byte {
        case 1...127, 193...253:
            self.init(vic: UInt8(byte))
        case 129...192:
            self.init(vic: UInt8(byte & 0x7F), isNative: true)
        default:
            return nil
        }
    }
}
