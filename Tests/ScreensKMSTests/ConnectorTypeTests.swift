import Testing

@testable import ScreensKMS

/// The types of connectors, by the kernel's numbers (`DRM_MODE_CONNECTOR_*`) and by the names of connectors.
@Suite struct ConnectorTypeTests {
    /// The facts of a type: I for internal, E for an EDID, T for a television, H for HDMI, W for writeback, V for
    /// virtual.
    private static let types: [(name: String, number: UInt32, holds: String)] = [
        ("Unknown", 0, ""), ("VGA", 1, "E"), ("DVI-I", 2, "E"), ("DVI-D", 3, "E"), ("DVI-A", 4, "E"),
        ("Composite", 5, "T"), ("SVIDEO", 6, "T"), ("LVDS", 7, "I"), ("Component", 8, ""), ("DIN", 9, ""),
        ("DP", 10, "E"), ("HDMI-A", 11, "EH"), ("HDMI-B", 12, "EH"), ("TV", 13, "T"), ("eDP", 14, "I"),
        ("Virtual", 15, "V"), ("DSI", 16, "I"), ("DPI", 17, "I"), ("Writeback", 18, "W"), ("SPI", 19, "I"),
        ("USB", 20, ""),
    ]

    private static func facts(_ type: ConnectorType) -> String {
        let facts: [(Bool, String)] = [
            (type.isInternal, "I"), (type.expectsEDID, "E"), (type.isTelevisionOutput, "T"), (type.isHDMI, "H"),
            (type.isWriteback, "W"), (type.isVirtual, "V"),
        ]
        return facts.filter(\.0).map(\.1).joined()
    }

    @Test(arguments: types)
    func aTypeIsTheSameByNumberAndByName(_ name: String, _ number: UInt32, _ holds: String) {
        let type = ConnectorType(rawValue: number)
        #expect(type.name == name && Self.facts(type) == holds)
        #expect(ConnectorType(ofConnector: "\(name)-12") == type)
    }

    @Test(arguments: ["", "-", "HDMI", "HDMI-", "HDMI-A", "hdmi-a-1", "Panel-1", "DP1"])
    func otherNamesHaveNoType(_ name: String) {
        #expect(ConnectorType(ofConnector: name) == nil)
    }

    @Test func numbersOfLaterKernelsAreUnknown() {
        let later = ConnectorType(rawValue: 77)
        #expect(later.name == "Unknown" && Self.facts(later).isEmpty)
    }

    @Test func displaysOfVirtualMachinesIdentifyThemselvesIfTheDriverHasTheProperty() {
        func connector(_ type: ConnectorType, _ properties: Properties) -> Connector {
            Connector(
                id: ConnectorID(rawValue: 1), name: "", type: type, connection: .connected, physicalWidth: 0,
                physicalHeight: 0, modes: [], crtc: nil, possibleCRTCs: CRTCMask(first: 1), properties: properties,
                edid: [])
        }
        var properties = Properties()
        properties.insert(.init(id: PropertyID(rawValue: 2), value: 0, isImmutable: true, .blob), as: "EDID")
        let virtual = ConnectorType(rawValue: 15)
        #expect(connector(virtual, properties).expectsEDID)
        #expect(!connector(virtual, Properties()).expectsEDID && !connector(.eDP, properties).expectsEDID)
    }
}
