/// The standard of a digital interface (E-EDID A.2 section 3.6.1, table 3.11).
public struct VideoInterface: Sendable, Hashable, CustomStringConvertible {
    /// The name of the interface.
    public let description: String

    private init(_ description: String) {
        self.description = description
    }

    /// Digital Visual Interface.
    public static let dvi = Self("DVI")

    /// HDMI-a.
    public static let hdmiA = Self("HDMI-a")

    /// HDMI-b.
    public static let hdmiB = Self("HDMI-b")

    /// Mobile Display Digital Interface.
    public static let mddi = Self("MDDI")

    /// DisplayPort.
    public static let displayPort = Self("DisplayPort")

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
