/// The input of a display (E-EDID A.2 section 3.6.1).
package struct VideoInput: Sendable, Hashable {
    /// Whether the input is digital.
    package let isDigital: Bool

    /// The bits per primary colour, if a digital display of revision 4 states them.
    package let bitsPerColor: Int?

    /// The interface, if a digital display of revision 4 states it.
    package let interface: VideoInterface?

    /// Whether a digital display of an older revision is compatible with VESA DFP 1.x.
    package let isDFPCompatible: Bool

    /// The signal levels of an analog input.
    package let analog: AnalogInput?

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

/// The standard of a digital interface (E-EDID A.2 section 3.6.1, table 3.11).
package struct VideoInterface: Sendable, Hashable, CustomStringConvertible {
    /// The name of the interface.
    package let description: String

    private init(_ description: String) {
        self.description = description
    }

    /// Digital Visual Interface.
    package static let dvi = Self("DVI")

    /// HDMI-a.
    package static let hdmiA = Self("HDMI-a")

    /// HDMI-b.
    package static let hdmiB = Self("HDMI-b")

    /// Mobile Display Digital Interface.
    package static let mddi = Self("MDDI")

    /// DisplayPort.
    package static let displayPort = Self("DisplayPort")

    init?(code: Int) {
        switch code {
        case 1: self = .dvi
        case 2: self = .hdmiA
        case 3: self = .hdmiB
        case 4: self = .mddi
        case 5: self = .displayPort
        default: return nil
        }
    }
}

/// The levels and the sync that an analog input supports (E-EDID A.2 section 3.6.1, table 3.11).
package struct AnalogInput: Sendable, Hashable {
    /// The level of white above blank, in mV.
    package let videoLevel: Int

    /// The level of sync below blank, in mV.
    package let syncLevel: Int

    /// Whether a blank-to-black setup (pedestal) is expected.
    package let expectsSetup: Bool

    /// Whether separate horizontal and vertical sync is supported.
    package let takesSeparateSync: Bool

    /// Whether composite sync on the horizontal line is supported.
    package let takesCompositeSync: Bool

    /// Whether sync on green is supported.
    package let takesSyncOnGreen: Bool

    /// Whether the vertical sync must be serrated with composite sync or sync on green.
    package let needsSerration: Bool

    init(byte: Int) {
        switch (byte >> 5) & 3 {
        case 0: (videoLevel, syncLevel) = (700, 300)
        case 1: (videoLevel, syncLevel) = (714, 286)
        case 2: (videoLevel, syncLevel) = (1000, 400)
        default: (videoLevel, syncLevel) = (700, 0)
        }
        expectsSetup = byte & 0x10 != 0
        takesSeparateSync = byte & 8 != 0
        takesCompositeSync = byte & 4 != 0
        takesSyncOnGreen = byte & 2 != 0
        needsSerration = byte & 1 != 0
    }
}
