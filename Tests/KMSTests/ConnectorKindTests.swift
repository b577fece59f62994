import Testing

@testable import KMS

/// The kinds of connectors, by the kernel's numbers (`DRM_MODE_CONNECTOR_*`).
@Suite struct ConnectorKindTests {
    private func connector(_ type: UInt32, _ properties: Properties = Properties()) -> Connector {
        Connector(
            id: ConnectorID(rawValue: 1), name: "", type: type, connection: .connected, physicalWidth: 0,
            physicalHeight: 0, modes: [],
            crtc: nil, possibleCRTCs: 1, properties: properties, edid: [])
    }

    @Test(arguments: [
        ("LVDS", 7, true), ("eDP", 14, true), ("DSI", 16, true), ("DPI", 17, true), ("SPI", 19, true),
        ("VGA", 1, false), ("Composite", 5, false), ("DP", 10, false), ("HDMI-A", 11, false), ("Virtual", 15, false),
        ("USB", 20, false),
    ])
    func panelsOfTheMachineAreInternal(_ name: String, _ type: UInt32, _ isInternal: Bool) {
        #expect(connector(type).isInternal == isInternal, "\(name)")
    }

    @Test(arguments: [
        ("VGA", 1, true), ("DVI-D", 3, true), ("DP", 10, true), ("HDMI-A", 11, true), ("eDP", 14, false),
        ("Virtual", 15, false), ("DSI", 16, false), ("Composite", 5, false), ("Unknown", 0, false),
    ])
    func displaysThatArePluggedInIdentifyThemselves(_ name: String, _ type: UInt32, _ expectsEDID: Bool) {
        #expect(connector(type).expectsEDID == expectsEDID, "\(name)")
    }

    @Test func displaysOfVirtualMachinesDoWhereTheDriverHasTheProperty() {
        var properties = Properties()
        properties.insert(.init(id: PropertyID(rawValue: 2), value: 0, isImmutable: true, .blob), as: "EDID")
        #expect(connector(15, properties).expectsEDID)
        #expect(!connector(14, properties).expectsEDID)
    }

    @Test(arguments: [
        ("Composite", 5, true), ("SVIDEO", 6, true), ("TV", 13, true), ("Component", 8, false), ("VGA", 1, false),
        ("HDMI-A", 11, false),
    ])
    func outputsForAnalogTelevisionsAreRecognized(_ name: String, _ type: UInt32, _ isTelevisionOutput: Bool) {
        #expect(connector(type).isTelevisionOutput == isTelevisionOutput, "\(name)")
    }
}
