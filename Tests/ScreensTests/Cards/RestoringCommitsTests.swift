import Testing

@testable import KMS
@testable import Screens

/// No driver of the kernel tests has most of these properties: what would be asked of one that has is tested here.
@Suite struct RestoringCommitsTests {
    private static let table: [UInt8] = [1, 2, 3]
    private static let metadata: [UInt8] = [4, 5]
    private static let mode = ScreenMode.make(0, 640, 480, 60).timings

    private static func connector(_ properties: [String: Properties.Entry], crtc: CRTCID? = 40) -> Connector {
        Connector(
            id: 30, name: "HDMI-A-1", type: 11, connection: .connected, physicalWidth: 0, physicalHeight: 0, modes: [],
            crtc: crtc, possibleCRTCs: 1,
            properties: Properties(
                properties.merging(["CRTC_ID": entry(20, UInt64(crtc?.rawValue ?? 0))]) { one, _ in one }),
            edid: [])
    }

    private static func crtc(_ properties: [String: Properties.Entry]) -> CRTC {
        CRTC(
            id: 40, index: 0, mode: mode, isActive: true, framebuffer: nil, x: 0, y: 0,
            properties: Properties(
                properties.merging(["MODE_ID": entry(21, 99, isBlob: true), "ACTIVE": entry(22, 1)]) { one, _ in one }))
    }

    private static func plane(_ properties: [String: Properties.Entry]) -> Plane {
        Plane(
            id: 50, possibleCRTCs: 1, crtc: 40, framebuffer: 60, formats: [], linearFormats: [],
            properties: Properties(
                properties.merging(["FB_ID": entry(23, 60), "CRTC_ID": entry(24, 40)]) { one, _ in one }))
    }

    private static func entry(
        _ id: PropertyID, _ value: UInt64, isImmutable: Bool = false, isBlob: Bool = false
    ) -> Properties.Entry {
        Properties.Entry(id: id, value: value, isImmutable: isImmutable, isBlob: isBlob)
    }

    /// The commits, with blobs that are numbered from 1000 in the order in which they are made.
    private static func commits(
        connectors: [Connector] = [], crtcs: [CRTC] = [], planes: [Plane] = [], now: [Connector]? = nil,
        bytesOf: [BlobID: [UInt8]] = [:], made: inout [[UInt8]]
    ) throws -> RestoringCommits {
        let found = FoundState(crtcs: crtcs, connectors: connectors, planes: planes) { bytesOf[$0] }
        var blobs: [[UInt8]] = []
        let commits = try RestoringCommits(found, connectors: now ?? connectors) { bytes throws(KMSError) in
            blobs.append(bytes)
            return BlobID(rawValue: UInt32(999 + blobs.count))
        }
        made = blobs
        return commits
    }

    private static func request(_ object: some ModeObject, _ values: [(String, UInt64)]) -> AtomicRequest {
        var request = AtomicRequest()
        for (name, value) in values { request.set(name, of: object, to: value) }
        return request
    }

    @Test(arguments: [
        "underscan", "underscan hborder", "underscan vborder", "left margin", "right margin", "top margin",
        "bottom margin", "scaling mode", "max bpc", "Broadcast RGB", "Colorspace", "content type",
    ])
    func howAConnectorWasSetIsSetAgain(_ name: String) throws {
        var made: [[UInt8]] = []
        let connector = Self.connector([name: Self.entry(7, 3)])
        let commits = try Self.commits(connectors: [connector], made: &made)
        #expect(commits.settings == [Self.request(connector, [(name, 3)])])
    }

    @Test(arguments: ["rotation", "alpha", "zpos", "pixel blend mode", "COLOR_ENCODING", "COLOR_RANGE"])
    func howAPlaneWasSetIsSetAgain(_ name: String) throws {
        var made: [[UInt8]] = []
        let plane = Self.plane([name: Self.entry(7, 3)])
        let commits = try Self.commits(planes: [plane], made: &made)
        #expect(commits.settings == [Self.request(plane, [(name, 3)])])
    }

    @Test func blobsAreMadeAnewFromTheBytesThatTheyHeld() throws {
        var made: [[UInt8]] = []
        let connector = Self.connector(["HDR_OUTPUT_METADATA": Self.entry(7, 70, isBlob: true)])
        let crtc = Self.crtc(["GAMMA_LUT": Self.entry(8, 80, isBlob: true), "CTM": Self.entry(9, 0, isBlob: true)])
        let commits = try Self.commits(
            connectors: [connector], crtcs: [crtc], bytesOf: [70: Self.metadata, 80: Self.table], made: &made)
        #expect(made == [Self.mode.kernelBytes, Self.table, Self.metadata])
        #expect(
            commits.settings == [
                Self.request(crtc, [("CTM", 0), ("GAMMA_LUT", 1001)]),
                Self.request(connector, [("HDR_OUTPUT_METADATA", 1002)]),
            ])
    }

    @Test func aBlobThatCouldNotBeReadIsLeftAlone() throws {
        var made: [[UInt8]] = []
        let crtc = Self.crtc(["GAMMA_LUT": Self.entry(8, 80, isBlob: true)])
        #expect(try Self.commits(crtcs: [crtc], made: &made).settings == [])
    }

    @Test func propertiesThatOnlyTheKernelSetsAreNotSet() throws {
        var made: [[UInt8]] = []
        let plane = Self.plane(["zpos": Self.entry(7, 3, isImmutable: true)])
        #expect(try Self.commits(planes: [plane], made: &made).settings == [])
    }

    @Test func aConnectorThatHasGoneIsLeftOutAndOneThatHasComeGetsNoPicture() throws {
        var made: [[UInt8]] = []
        let gone = Self.connector(["max bpc": Self.entry(7, 8)])
        let come = Connector(
            id: 31, name: "DP-9", type: 10, connection: .connected, physicalWidth: 0, physicalHeight: 0, modes: [],
            crtc: 40, possibleCRTCs: 1, properties: Properties(["CRTC_ID": Self.entry(20, 40)]), edid: [])
        let commits = try Self.commits(connectors: [gone], now: [come], made: &made)
        #expect(commits.whole == Self.request(come, [("CRTC_ID", 0)]))
        #expect(commits.settings == [])
    }

    @Test func theWholeIsThePictureAndAllSettings() throws {
        var made: [[UInt8]] = []
        let connector = Self.connector(["max bpc": Self.entry(7, 8)])
        let plane = Self.plane(["alpha": Self.entry(7, 3)])
        let commits = try Self.commits(
            connectors: [connector], crtcs: [Self.crtc([:])], planes: [plane], made: &made)
        var picture = Self.request(Self.crtc([:]), [("MODE_ID", 1000), ("ACTIVE", 1)])
        picture.append(Self.request(connector, [("CRTC_ID", 40)]))
        picture.append(Self.request(plane, [("FB_ID", 60), ("CRTC_ID", 40)]))
        #expect(commits.picture == picture)
        for setting in commits.settings { picture.append(setting) }
        #expect(commits.whole == picture)
        #expect(commits.settings.count == 2)
    }
}
