import Testing

@testable import Screens
@testable import ScreensKMS

@Suite struct ConnectorPropertiesTests {
    private static let known = [
        ConnectorProperty(
            "Broadcast RGB", value: "Automatic", allowed: .choices(["Automatic", "Full", "Limited 16:235"])),
        ConnectorProperty("max bpc", value: "8", allowed: .range(6...12)),
        ConnectorProperty("HDR_OUTPUT_METADATA", value: "off", allowed: .metadata),
    ]

    @Test(arguments: [
        ("Broadcast RGB", "Full", ConnectorProperties.Value.choice("Full")),
        ("Broadcast RGB", "Limited 16:235", .choice("Limited 16:235")),
        ("max bpc", "6", .number(6)), ("max bpc", "12", .number(12)),
        ("HDR_OUTPUT_METADATA", "off", .metadata(nil)),
        ("HDR_OUTPUT_METADATA", "hlg", .metadata(HDRMetadata(.hlg))),
    ])
    func aValueThatIsAllowedIsSet(_ name: String, _ text: String, _ value: ConnectorProperties.Value) {
        let properties = ConnectorProperties([name: text], among: Self.known)
        #expect(properties.settings == [.init(name: name, value: value)])
        #expect(properties.problems.isEmpty)
        #expect(value.text == text)
    }

    @Test(arguments: [
        ("Broadcast RGB", "full", "did you mean 'Full'? it must be one of 'Automatic', 'Full', 'Limited 16:235'"),
        ("Broadcast RGB", "Limited", "did you mean 'Limited 16:235'? it must be one of"),
        ("Broadcast RGB", "", "cannot be ''; it must be one of"),
        ("max bpc", "16", "'max bpc' cannot be '16'; it must be a number from 6 to 12"),
        ("max bpc", "-1", "a number from 6 to 12"), ("max bpc", "8.0", "a number from 6 to 12"),
        ("max bpc", "99999999999999999999", "a number from 6 to 12"),
        ("HDR_OUTPUT_METADATA", "pq:max=", "pq:max=1000,min=0.0001,cll=1000,fall=400"),
        ("Colorspace", "Default", "no property 'Colorspace'; it has 'Broadcast RGB', 'max bpc', 'HDR_OUTPUT_METADATA'"),
        ("max bcp", "8", "no property 'max bcp'; did you mean 'max bpc'? it has"),
    ])
    func aMessageNamesTheAllowedValues(_ name: String, _ text: String, _ expected: String) {
        let properties = ConnectorProperties([name: text], among: Self.known)
        #expect(properties.settings.isEmpty)
        #expect(properties.problems.count == 1)
        #expect(properties.problems.first?.contains(expected) == true, "\(properties.problems)")
    }

    @Test func aRefusedPropertyDoesNotAffectTheOthers() {
        let properties = ConnectorProperties(["max bpc": "99", "Broadcast RGB": "Full"], among: Self.known)
        #expect(properties.settings.map(\.name) == ["Broadcast RGB"])
        #expect(properties.problems.count == 1)
    }

    @Test func aConnectorWithoutPropertiesHasAMessageOfItsOwn() {
        let problems = ConnectorProperties(["max bpc": "8"], among: []).problems
        #expect(problems == ["no property 'max bpc': the connector has no properties that can be set"])
    }

    @Test(arguments: [
        "link-status", "Content Protection", "CRTC_ID", "DPMS", "underscan", "left margin", "", "max bcp",
    ])
    func otherPropertiesCannotBeSetByName(_ name: String) {
        let error = #expect(throws: ScreenError.self) { try ConnectorProperties.check([name: "1"]) }
        #expect(error?.code == .invalidArgument)
        if name == "max bcp" { #expect(error?.remedy?.hasPrefix("did you mean 'max bpc'? ") == true) }
    }

    @Test func everySettablePropertyIsRestoredAtTheEnd() {
        #expect(
            KnownProperty.all.filter(\.isOptional).allSatisfy { $0.object == .connector && $0.role != .picture })
        for name in ConnectorProperty.settableNames where name != "HDR_OUTPUT_METADATA" {
            #expect(throws: Never.self) { try ConnectorProperties.check([name: "anything"]) }
        }
        #expect(throws: ScreenError.self) { try ConnectorProperties.check(["HDR_OUTPUT_METADATA": "bright"]) }
    }

    @Test func aConnectorListsItsPropertiesAndTheirAllowedValues() {
        let metadata = HDRMetadata(.pq)
        let properties = Properties([
            "max bpc": .init(id: 1, value: 10, .range(6...12)),
            "Broadcast RGB": .init(id: 2, value: 1, .choice(["Full": 1, "Automatic": 0])),
            "Colorspace": .init(id: 3, value: 0, isImmutable: true, .choice(["Default": 0])),
            "HDR_OUTPUT_METADATA": .init(id: 4, value: 70, .blob),
            "content type": .init(id: 5, value: 9, .choice(["No Data": 0])),
            "link-status": .init(id: 6, value: 0, .choice(["Good": 0, "Bad": 1])),
        ])
        let connector = Connector(
            id: 3, name: "DP-1", type: .displayPort, connection: .connected, physicalWidth: 0, physicalHeight: 0,
            modes: [],
            crtc: nil, possibleCRTCs: 1, properties: properties, edid: [])
        let known = ConnectorProperty.known(of: connector) { $0 == 70 ? metadata.bytes : nil }
        #expect(
            known == [
                ConnectorProperty("max bpc", value: "10", allowed: .range(6...12)),
                ConnectorProperty("content type", value: nil, allowed: .choices(["No Data"])),
                ConnectorProperty("Broadcast RGB", value: "Full", allowed: .choices(["Automatic", "Full"])),
                ConnectorProperty("HDR_OUTPUT_METADATA", value: "pq", allowed: .metadata),
            ])
        #expect(ConnectorProperty.known(of: connector).last?.value == nil, "an unreadable blob")
    }

    @Test(
        arguments: [
            ("ful", ["Automatic", "Full"], "Full"), ("fulll", ["Automatic", "Full"], "Full"),
            ("ufll", ["Full"], "Full"), ("something else", ["Full"], nil), ("", ["Full"], nil), ("x", [], nil),
            ("limited", ["Full", "Limited 16:235"], "Limited 16:235"), ("of", ["on", "off"], "off"),
            ("of", ["on", "off", "auto"], "off"), ("no", ["on", "off"], "on"), ("o", ["on", "off"], "on"),
        ] as [(String, [String], String?)])
    func aTypingErrorIsCorrected(_ typed: String, _ names: [String], _ meant: String?) {
        #expect(NearestName.of(typed, among: names) == meant)
    }
}
