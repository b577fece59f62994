import Testing

@testable import Screens
@testable import ScreensKMS

/// A property that is no longer set gets its earlier value back.
@Suite struct FormerPropertiesTests {
    private func connector(underscan: UInt64, border: UInt64, bits: UInt64 = 8) -> Connector {
        Connector(
            id: 3, name: "HDMI-A-1", type: .hdmiA, connection: .connected, physicalWidth: 0, physicalHeight: 0,
            modes: [],
            crtc: nil, possibleCRTCs: 1,
            properties: Properties([
                "underscan": .init(id: 1, value: underscan, .choice(["off": 0, "on": 1])),
                "underscan hborder": .init(id: 2, value: border, .range(0...128)),
                "max bpc": .init(id: 3, value: bits, .range(6...12)),
            ]), edid: [])
    }

    private func options(_ overscan: Overscan?, _ properties: [String: String] = [:]) -> PipeOptions {
        var options = PipeOptions()
        options.overscan = overscan
        options.properties = properties
        return options
    }

    @Test func aConnectorThatWasSetUpForOverscanIsNotLeftSo() {
        let former = FormerProperties()
        let found = connector(underscan: 0, border: 7)
        #expect(former.update(options(nil), found).isEmpty, "it was left as it was found")
        #expect(former.update(options(Overscan(.pixels(40))), found).isEmpty)
        let ours = connector(underscan: 1, border: 40)
        let unwanted = former.update(options(nil), ours)
        #expect(unwanted.mapValues(\.number) == ["underscan": 0, "underscan hborder": 7])
        #expect(former.update(options(Overscan(.pixels(20))), ours).isEmpty)
    }

    @Test func propertiesSetByNameArePutBackToo() {
        let former = FormerProperties()
        let overscan = Overscan(.pixels(40))
        #expect(former.update(options(overscan, ["max bpc": "10"]), connector(underscan: 0, border: 0)).isEmpty)
        let unwanted = former.update(options(overscan), connector(underscan: 1, border: 40, bits: 10))
        #expect(unwanted == ["max bpc": FormerProperties.Value(number: 8, text: "8")])
    }
}
