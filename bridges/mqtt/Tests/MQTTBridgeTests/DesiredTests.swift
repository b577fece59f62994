import ScreensJSON
import Testing

@testable import MQTTBridge

struct DesiredTests {
    private let screen = Samples.screen("HDMI-A-1", serial: "A1")
    private let night = #"{"settings": {"content": "night"}}"#

    private var grouped: BridgeConfiguration {
        var configuration = Samples.configuration
        configuration.groups = ["floor"]
        return configuration
    }

    @Test func inventedDisplaysHaveNoOutcomes() {
        var stage = Stage(screens: [screen])
        let before = stage.retained.count
        for number in 0..<1000 { stage.receive("\(base)/screen/x\(number)/desired", "{", isRetained: true) }
        #expect(stage.retained.count == before)
        stage.receive("\(base)/screen/\(display)/desired", "{")
        #expect(stage.json("\(base)/screen/\(display)/desired/outcome")?["error"] == "InvalidRequest")
    }

    @Test func aWrongPayloadOfAGroupIsReportedForEachOfItsDisplays() {
        var stage = Stage(grouped, screens: [screen, Samples.screen("HDMI-A-2", serial: "B2")])
        stage.receive("screens/v1/group/floor/desired", "{")
        for id in [display, "DEL-U2410-B2"] {
            #expect(stage.json("\(base)/screen/\(id)/desired/outcome")?["error"] == "InvalidRequest")
        }
    }

    @Test func inventedDisplaysLeaveRoomForRealOnes() {
        var stage = Stage(screens: [screen])
        for number in 0..<1000 { stage.receive("\(base)/screen/x\(number)/desired", night, isRetained: true) }
        stage.receive("\(base)/screen/\(display)/desired", night, isRetained: true)
        #expect(stage.calls.map { $0.parameters["settings"] } == [["content": ["name": "night"]]])
        stage.take(Samples.event("connected", Samples.screen("HDMI-A-2", serial: "B2")))
        // The settings that the broker keeps for this display had no room, so they are requested again.
        #expect(stage.subscriptions.contains("\(base)/screen/DEL-U2410-B2/desired"))
    }

    @Test func settingsThatAreNoLongerDesiredAfterAnOutageAreNotAppliedAgain() {
        var stage = Stage(grouped, screens: [screen])
        let topic = "\(base)/screen/\(display)/desired"
        stage.receive(topic, night, isRetained: true)
        stage.answer(["outcome": "set"])
        stage.receive("screens/v1/group/floor/desired", #"{"settings": {"power": "on"}}"#, isRetained: true)
        stage.answer(["outcome": "set"])
        stage.bridge.brokerLost()
        stage.bridge.brokerConnected(at: 10)
        stage.receive("screens/v1/group/floor/desired", #"{"settings": {"power": "on"}}"#, isRetained: true)
        stage.now = 20
        stage.settle()
        #expect(stage.calls.isEmpty)
        stage.bridge.daemonLost()
        stage.bridge.daemonConnected(at: 20)
        stage.take(Samples.snapshot([screen]))
        #expect(stage.calls.map { $0.parameters["settings"] } == [["power": "on"]])
        stage.answer(["outcome": "set"])
        #expect(stage.json("\(topic)/outcome")?["ok"] == true)
        stage.bridge.brokerLost()
        stage.bridge.brokerConnected(at: 30)
        stage.now = 40
        stage.settle()
        #expect(stage.retained["\(topic)/outcome"] == [])
        stage.bridge.daemonLost()
        stage.bridge.daemonConnected(at: 40)
        stage.take(Samples.snapshot([screen]))
        #expect(stage.calls.isEmpty)
    }

    @Test func aWrongPayloadChangesNothingAfterAnOutageEither() {
        var stage = Stage(screens: [screen])
        let topic = "\(base)/screen/\(display)/desired"
        stage.receive(topic, night, isRetained: true)
        stage.answer(["outcome": "set"])
        stage.bridge.brokerLost()
        stage.bridge.brokerConnected(at: 10)
        stage.receive(topic, "{", isRetained: true)
        stage.now = 20
        stage.settle()
        #expect(stage.json("\(topic)/outcome")?["error"] == "InvalidRequest")
        stage.bridge.daemonLost()
        stage.bridge.daemonConnected(at: 20)
        stage.take(Samples.snapshot([screen]))
        #expect(stage.calls.map { $0.parameters["settings"] } == [["content": ["name": "night"]]])
    }

    @Test func desiredSettingsForWhichTheQueueHadNoRoomAreRequestedLater() {
        var stage = Stage(screens: [screen])
        for number in 0..<100 {
            stage.receive("\(base)/screen/\(display)/set", #"{"id": \#(number), "settings": {"power": "on"}}"#)
        }
        stage.receive("\(base)/screen/\(display)/desired", night, isRetained: true)
        var last: [String: JSONValue] = [:]
        while let call = stage.calls.first {
            last = call.parameters
            stage.now += 1
            stage.answer(["outcome": "set"])
        }
        #expect(last["settings"] == ["content": ["name": "night"]])
        #expect(stage.json("\(base)/screen/\(display)/desired/outcome")?["ok"] == true)
    }

    @Test func desiredSettingsAndResetsAreMergedKeyByKey() {
        var desired = DesiredSettings()
        _ = desired.keep(
            ["settings": ["power": "off", "content": "menu"], "reset": ["brightness"]], forGroup: "floor")
        _ = desired.keep(["settings": ["brightness": 40], "reset": ["power"]], for: "d")
        #expect(
            desired.parameters(for: "d", in: ["floor"]) == [
                "settings": ["content": "menu", "brightness": 40], "reset": ["power"],
            ])
        _ = desired.keep(["reset": ["content"]], for: "e")
        #expect(
            desired.parameters(for: "e", in: ["floor"]) == [
                "settings": ["power": "off"], "reset": ["brightness", "content"],
            ])
    }
}
