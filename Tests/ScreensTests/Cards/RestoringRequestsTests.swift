import Testing

@testable import Screens
@testable import ScreensKMS

/// The restoring requests for drivers with properties that most drivers of the kernel tests lack.
@Suite struct RestoringRequestsTests {
    private static let table: [UInt8] = [1, 2, 3]
    private static let metadata: [UInt8] = [4, 5]
    private static let mode = ScreenMode.make(0, 640, 480, 60).timings

    private static func connector(_ properties: [String: Properties.Entry], crtc: CRTCID? = 40) -> Connector {
        Connector(
            id: 30, name: "HDMI-A-1", type: .hdmiA, connection: .connected, physicalWidth: 0, physicalHeight: 0,
            modes: [],
            crtc: crtc, possibleCRTCs: 1,
            properties: Properties(
                properties.merging(["CRTC_ID": entry(20, UInt64(crtc?.rawValue ?? 0))]) { one, _ in one }),
            edid: [])
    }

    private static func crtc(_ properties: [String: Properties.Entry]) -> CRTC {
        CRTC(
            id: 40, index: 0, mode: mode, isActive: true, framebuffer: nil, x: 0, y: 0,
            properties: Properties(
                properties.merging(["MODE_ID": entry(21, 99, .blob), "ACTIVE": entry(22, 1)]) { one, _ in one }))
    }

    private static func plane(_ properties: [String: Properties.Entry]) -> Plane {
        Plane(
            id: 50, possibleCRTCs: 1, crtc: 40, framebuffer: 60, formats: [], linearFormats: [],
            properties: Properties(
                properties.merging(["FB_ID": entry(23, 60), "CRTC_ID": entry(24, 40)]) { one, _ in one }))
    }

    private static func entry(
        _ id: PropertyID, _ value: UInt64, _ kind: PropertyKind = .any, isImmutable: Bool = false
    ) -> Properties.Entry {
        Properties.Entry(id: id, value: value, isImmutable: isImmutable, kind)
    }

    private static func requests(
        connectors: [Connector] = [], crtcs: [CRTC] = [], planes: [Plane] = [], now: [Connector]? = nil,
        driver: String = "", blobs: [BlobID: [UInt8]] = [:]
    ) -> RestoringRequests {
        let saved = SavedState(
            CardSnapshot(
                driver: driver, capabilities: CardCapabilities(isAtomic: true), connectors: connectors, crtcs: crtcs,
                planes: planes, blobs: blobs))
        return RestoringRequests(saved, connectors: now ?? connectors)
    }

    private static func request(_ object: some ModeObject, _ values: [(String, PropertyValue)]) -> AtomicRequest {
        var request = AtomicRequest()
        for (name, value) in values { request.set(name, of: object, to: value) }
        return request
    }

    @Test(arguments: [
        "underscan", "underscan hborder", "underscan vborder", "left margin", "right margin", "top margin",
        "bottom margin", "scaling mode", "max bpc", "Broadcast RGB", "Colorspace", "content type",
    ])
    func aConnectorsSettingsAreRestored(_ name: String) {
        let connector = Self.connector([name: Self.entry(7, 3)])
        let requests = Self.requests(connectors: [connector])
        #expect(requests.settings == [Self.request(connector, [(name, .number(3))])])
    }

    @Test(arguments: ["rotation", "alpha", "zpos", "pixel blend mode", "COLOR_ENCODING", "COLOR_RANGE"])
    func aPlanesSettingsAreRestored(_ name: String) {
        let plane = Self.plane([name: Self.entry(7, 4)])
        let requests = Self.requests(planes: [plane])
        #expect(requests.settings == [Self.request(plane, [(name, .number(4))])])
    }

    @Test func blobsAreMadeAgainFromTheBytesThatTheyHeld() {
        let connector = Self.connector(["HDR_OUTPUT_METADATA": Self.entry(7, 70, .blob)])
        let crtc = Self.crtc(["GAMMA_LUT": Self.entry(8, 80, .blob), "CTM": Self.entry(9, 0, .blob)])
        let requests = Self.requests(
            connectors: [connector], crtcs: [crtc], blobs: [70: Self.metadata, 80: Self.table])
        #expect(requests.picture.changes.first?.value == .blob(Self.mode.kernelBytes))
        #expect(
            requests.settings == [
                Self.request(crtc, [("CTM", .number(0)), ("GAMMA_LUT", .blob(Self.table))]),
                Self.request(connector, [("HDR_OUTPUT_METADATA", .blob(Self.metadata))]),
            ])
    }

    @Test func aBlobThatCouldNotBeReadIsLeftAlone() {
        #expect(Self.requests(crtcs: [Self.crtc(["GAMMA_LUT": Self.entry(8, 80, .blob)])]).settings == [])
    }

    @Test func aPropertyThatOnlyTheKernelSetsIsNotSet() {
        #expect(Self.requests(planes: [Self.plane(["zpos": Self.entry(7, 3, isImmutable: true)])]).settings == [])
    }

    @Test func aValueThatThePropertyDoesNotAllowIsNotRestored() {
        let plane = Self.plane([
            "alpha": Self.entry(7, 4_294_901_768, .range(0...256)),
            "rotation": Self.entry(8, 0, .bits(["rotate-0": 0])), "zpos": Self.entry(9, 2, .range(0...3)),
        ])
        #expect(Self.requests(planes: [plane]).settings == [Self.request(plane, [("zpos", .number(2))])])
    }

    /// A driver that refuses a property unknown to this package still restores the others.
    @Test func propertiesThatOnlyTheDriverKnowsAreRestoredInARequestOfTheirOwn() {
        let connector = Self.connector([
            "max bpc": Self.entry(7, 8), "in_fmt": Self.entry(8, 2), "audio": Self.entry(9, 1),
        ])
        #expect(
            Self.requests(connectors: [connector]).settings == [
                Self.request(connector, [("max bpc", .number(8))]),
                Self.request(connector, [("audio", .number(1)), ("in_fmt", .number(2))]),
            ])
    }

    // MARK: Documents

    /// The properties that programs may set, but whose values end with the program.
    private static let exceptions: Set<String> = [
        "link-status", "DPMS", "Content Protection", "HDCP Content Type", "OUT_FENCE_PTR", "IN_FENCE_FD",
        "FB_DAMAGE_CLIPS",
    ]

    /// The properties of an object that a restore must contain, with their values.
    private static func expected(_ object: some ModeObject) -> [String: UInt64] {
        object.properties.all.filter { name, entry in
            !entry.isImmutable && !exceptions.contains(name) && entry.kind.allows(entry.value)
                && (name != "rotation" || entry.value != 0)
        }.mapValues(\.value)
    }

    /// Documents lack the bytes of a setting's blob: only the absence of a blob is compared, and the mode by its
    /// timings.
    @Test(arguments: RealDocument.all.filter { $0.grade != "facts" })
    func everyPropertyOfADocumentThatProgramsMaySetIsRestored(_ document: RealDocument) throws {
        for card in try document.snapshots() where card.capabilities.isAtomic {
            let changes = RestoringRequests(SavedState(card), connectors: card.connectors).whole.changes
            func compare(_ object: some ModeObject) {
                let own = changes.filter { $0.object == object.objectID }
                #expect(Set(own.map(\.name)).count == own.count, "\(object.id): a property is set twice")
                let unread = object.properties.all.filter {
                    $1.blob.map { card.blobs[$0] == nil } ?? false && $0 != "MODE_ID"
                }
                let expected = Self.expected(object).filter { unread[$0.key] == nil }
                #expect(Set(own.map(\.name)) == Set(expected.keys), "\(object.id)")
                for change in own {
                    guard case .number(let number) = change.value else { continue }
                    #expect(number == expected[change.name], "\(object.id) \(change.name)")
                }
            }
            card.connectors.filter { !$0.isWriteback }.forEach(compare)
            card.crtcs.forEach(compare)
            card.planes.forEach(compare)
        }
    }

    @Test func aConnectorThatHasGoneIsLeftOutAndANewConnectorGetsNoPicture() {
        let gone = Self.connector(["max bpc": Self.entry(7, 8)])
        let come = Connector(
            id: 31, name: "DP-9", type: .displayPort, connection: .connected, physicalWidth: 0, physicalHeight: 0,
            modes: [],
            crtc: 40, possibleCRTCs: 1, properties: Properties(["CRTC_ID": Self.entry(20, 40)]), edid: [])
        let requests = Self.requests(connectors: [gone], now: [come])
        #expect(requests.whole == Self.request(come, [("CRTC_ID", .number(0))]))
        #expect(requests.settings == [])
    }

    @Test func theWholeIsThePictureAndAllSettings() {
        let connector = Self.connector(["max bpc": Self.entry(7, 8)])
        let plane = Self.plane(["alpha": Self.entry(7, 3)])
        let requests = Self.requests(connectors: [connector], crtcs: [Self.crtc([:])], planes: [plane])
        var picture = Self.request(
            Self.crtc([:]), [("MODE_ID", .blob(Self.mode.kernelBytes)), ("ACTIVE", .number(1))])
        picture.append(Self.request(connector, [("CRTC_ID", .number(40))]))
        picture.append(Self.request(plane, [("FB_ID", .number(60)), ("CRTC_ID", .number(40))]))
        #expect(requests.picture == picture)
        for setting in requests.settings { picture.append(setting) }
        #expect(requests.whole == picture)
        #expect(requests.settings.count == 2)
    }
}
