/// How the picture gets into a display (E-EDID A.2 section 3.6.1).
public struct VideoInput: Sendable, Hashable {
    /// Whether the input is digital.
    public let isDigital: Bool

    /// Bits per primary colour, where a digital display of revision 4 gives them.
    public let bitsPerColor: Int?

    /// The interface, where a digital display of revision 4 gives it.
    public let interface: VideoInterface?

    /// Whether a digital display of an older revision is compatible with VESA DFP 1.x.
    public let isDFPCompatible: Bool

    /// The signal levels of an analog input.
    public let analog: AnalogInput?

    init(block: Span<UInt8>, revision: Int, findings: inout FindingLog) {
        let byte = block.byte(0x14)
        isDigital = byte & 0x80 != 0
        guard isDigital else {
            bitsPerColor = nil
            interface = nil
            isDFPCompatible = false
            analog = AnalogInput(byte: byte)
            return
        }
        analog = nil
        guard revision >= 4 else {
            bitsPerColor = nil
            interface = nil
            isDFPCompatible = byte & 1 != 0
            return
        }
        isDFPCompatible = false
        let depth = (byte >> 4) & 7
        bitsPerColor = (1...6).contains(depth) ? 4 + 2 * depth : nil
        interface = VideoInterface(code: byte & 15)
        if depth == 7 || byte & 15 > 5 {
            findings.note(.reservedInput, byte)
        }
    }
}
