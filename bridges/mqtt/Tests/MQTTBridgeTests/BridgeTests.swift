import ScreensJSON
import Testing

@testable import MQTTBridge

struct BridgeTests {
    private let screen = Samples.screen("HDMI-A-1", serial: "A1")

    @Test func aDisplayIsAnnouncedWithItsState() throws {
        let stage = Stage(screens: [screen])
        #expect(stage.text("\(base)/availability") == "online")
        #expect(stage.text("\(base)/daemon") == "online")
        #expect(stage.text("\(base)/screen/\(display)/availability") == "online")
        let values = try #require(stage.json("\(base)/screen/\(display)/values"))
        #expect(values["power"] == "ON")
        #expect(values["content"] == "menu")
        #expect(values["problem"] == "OFF")
        let message = try #require(stage.json("homeassistant/device/screens_lobby_\(display)/config"))
        let components = try #require(message["cmps"]?.object)
        #expect(components["power"]?["p"] == "light")
        #expect(components["power"]?["cmd_t"] == .string("\(base)/screen/\(display)/set/power"))
        #expect(components["content"]?["ops"] == ["menu", "night"])
        #expect(components["power"]?["bri_cmd_t"] == nil)
        #expect(components.values.allSatisfy { $0["p"] != nil })
        #expect(message["o"]?["name"] == "screens-mqtt")
        #expect(stage.json("homeassistant/device/screens_lobby/config")?["dev"]?["sw"] == "1.0.0")
    }

    @Test func nothingThatIsForbiddenIsOfferedOrDone() throws {
        var configuration = Samples.configuration
        configuration.permissions = .init(
            power: false, brightness: false, content: false, playlists: false, snapshots: false, words: false)
        var stage = Stage(configuration, screens: [screen])
        let components = try #require(
            stage.json("homeassistant/device/screens_lobby_\(display)/config")?["cmps"]?.object)
        #expect(!components.values.contains { $0["cmd_t"] != nil })
        stage.receive("\(base)/screen/\(display)/set/power", "OFF")
        stage.receive("\(base)/screen/\(display)/do", "next")
        stage.receive("\(base)/screen/\(display)/notify", "Closing")
        stage.receive("\(base)/screen/\(display)/set", #"{"id": 1, "settings": {"power": "off"}}"#)
        #expect(stage.calls.isEmpty)
        #expect(stage.sent.map { String(decoding: $0.payload, as: UTF8.self) }.contains { $0.contains("NotPermitted") })
    }

    @Test(
        arguments: [
            ("set/power", "OFF", "Set", ["settings": ["power": "off"]]),
            ("set/power", "on", "Set", ["settings": ["power": "on"]]),
            ("set/brightness", "40", "Set", ["settings": ["brightness": 40]]),
            ("set/content", "night", "Set", ["settings": ["content": ["name": "night"]]]),
            ("do", "next", "Next", [:]),
            ("do", "previous", "Previous", [:]),
            ("set", #"{"reset": ["power"]}"#, "Set", ["reset": ["power"], "settings": [:]]),
            ("notify", "Closing in ten minutes", "Notify", ["text": "Closing in ten minutes"]),
            ("notify", "{10 minutes}", "Notify", ["text": "{10 minutes}"]),
            ("notify", #"{"text": "Closing", "seconds": 30}"#, "Notify", ["text": "Closing", "seconds": 30]),
            ("notify", "", "Notify", ["text": ""]),
        ] as [(String, String, String, [String: JSONValue])])
    func aCommandIsACall(_ topic: String, _ payload: String, _ method: String, _ expected: [String: JSONValue]) {
        var configuration = Samples.configuration
        configuration.permissions.words = true
        var stage = Stage(configuration, screens: [screen])
        stage.receive("\(base)/screen/\(display)/\(topic)", payload)
        #expect(stage.calls.map(\.method) == [method])
        #expect(stage.calls.first?.parameters == expected.merging(["screen": "card1/HDMI-A-1"]) { $1 })
    }

    @Test(arguments: [
        ("set/power", "maybe"), ("set/brightness", "nan"), ("set/brightness", "101"), ("set/rotate", "90"),
        ("set/content", ""), ("do", "reload"), ("do", ""), ("set", "[]"), ("set", "{"), ("set", "{}"),
        ("set", #"{"settings": {"rotate": 90}}"#), ("set", #"{"settings": {"content": {"image": "/etc/passwd"}}}"#),
        ("set", #"{"settings": {"power": "on"}, "save": true}"#),
        ("set", #"{"settings": {"power": "on", "power": 1}}"#),
        ("set", String(repeating: "[", count: 9000)), ("set/power/x", "ON"), ("nothing", "ON"),
    ])
    func aWrongCommandIsNoCall(_ topic: String, _ payload: String) {
        var stage = Stage(screens: [screen])
        stage.receive("\(base)/screen/\(display)/\(topic)", payload)
        #expect(stage.calls.isEmpty)
    }

    @Test(arguments: [
        #"{"text": 1}"#, #"{"text": "x", "seconds": "long"}"#, #"{"text": "x", "color": "red"}"#,
        String(repeating: "x", count: 1025),
    ])
    func wrongWordsAreNoCall(_ payload: String) {
        var configuration = Samples.configuration
        configuration.permissions.words = true
        var stage = Stage(configuration, screens: [screen])
        stage.receive("\(base)/screen/\(display)/notify", payload)
        #expect(stage.calls.isEmpty)
    }

    @Test func wordsForAGroupAreOnEachDisplay() {
        var configuration = Samples.configuration
        configuration.groups = ["floor"]
        configuration.permissions.words = true
        var stage = Stage(configuration, screens: [screen, Samples.screen("HDMI-A-2", serial: "B2")])
        stage.receive("screens/v1/group/floor/notify", #"{"text": "Closing", "id": 7}"#)
        #expect(stage.calls.map(\.method) == ["Notify", "Notify"])
        #expect(stage.calls.map { $0.parameters["text"] } == ["Closing", "Closing"])
    }

    @Test func aRetainedCommandIsIgnored() {
        var stage = Stage(screens: [screen])
        stage.receive("\(base)/screen/\(display)/set/power", "OFF", isRetained: true)
        stage.receive("\(base)/screen/\(display)/do", "next", isRetained: true)
        stage.receive("\(base)/screen/\(display)/notify", "Closing", isRetained: true)
        #expect(stage.calls.isEmpty)
    }

    @Test func aReplyHasTheMarksOfItsRequest() throws {
        var stage = Stage(screens: [screen])
        stage.receive("\(base)/screen/\(display)/set", #"{"id": "a1", "settings": {"power": "off"}}"#)
        stage.answer(["outcome": "set", "deviations": []])
        let reply = try #require(stage.sent.last)
        #expect(reply.topic == "\(base)/reply")
        #expect(
            try JSONValue(decoding: reply.payload) == [
                "ok": true, "id": "a1", "machine": "lobby", "screen": .string(display), "outcome": "set",
                "deviations": [],
            ])
        stage.receive(
            "\(base)/screen/\(display)/set/power", "ON", responseTopic: "screens/v1/reply/x", correlation: [7])
        stage.answer(["outcome": "set", "deviations": []])
        #expect(stage.sent.last?.topic == "screens/v1/reply/x")
        #expect(stage.sent.last?.correlation == [7])
    }

    @Test func aClientCannotSendAReplyToForeignTopics() {
        var stage = Stage(screens: [screen])
        let foreign = [
            "screens/v1/other/screen/x/set", "homeassistant/status", "screens/v1/reply/#",
            // One character, which is not "#".
            "screens/v1/reply/#\u{301}", "screens/v1/reply/+\u{301}", "screens/v1/reply/a\nb",
            // More levels than a broker takes.
            "screens/v1/reply/" + String(repeating: "/", count: 210),
            "screens/v1/reply/" + String(repeating: "/", count: 15),
            "screens/v1/reply/" + String(repeating: "x", count: 240),
        ]
        for topic in foreign {
            stage.receive("\(base)/screen/\(display)/set/power", "ON", responseTopic: topic)
            stage.answer(["outcome": "set"])
        }
        #expect(stage.sent.isEmpty)
    }

    @Test func aGroupHasAReplyOfEachDisplay() {
        var configuration = Samples.configuration
        configuration.groups = ["floor"]
        var stage = Stage(configuration, screens: [screen, Samples.screen("HDMI-A-2", serial: "B2")])
        stage.receive("screens/v1/group/floor/set", #"{"id": 5, "settings": {"content": "night"}}"#)
        #expect(stage.calls.map { $0.parameters["screen"] } == ["card1/HDMI-A-1", "card1/HDMI-A-2"])
        stage.answer(["outcome": "set"])
        stage.answer(["outcome": "set"])
        #expect(stage.sent.count == 2)
        stage.receive("screens/v1/group/other/set", #"{"settings": {"content": "night"}}"#)
        #expect(stage.calls.isEmpty)
    }

    @Test func desiredSettingsAreRequestedOnceAndAgainWhenTheDaemonOrTheDisplayComesBack() {
        var stage = Stage(screens: [screen])
        let topic = "\(base)/screen/\(display)/desired"
        stage.receive(topic, #"{"settings": {"content": "night"}}"#, isRetained: true)
        #expect(stage.calls.count == 1)
        stage.answer(["outcome": "set", "deviations": []])
        #expect(stage.json("\(topic)/outcome") == ["ok": true, "outcome": "set", "deviations": []])
        stage.receive(topic, #"{"settings": {"content": "night"}}"#, isRetained: true)
        #expect(stage.calls.isEmpty)
        stage.bridge.daemonLost()
        stage.bridge.daemonConnected(at: 0)
        stage.take(Samples.snapshot([screen]))
        #expect(stage.calls.map(\.method) == ["Set"])
        stage.answer(["outcome": "set"])
        stage.take(Samples.event("disconnected", Samples.screen("HDMI-A-1", isConnected: false)))
        stage.take(Samples.event("connected", screen))
        #expect(stage.calls.map(\.method) == ["Set"])
        stage.answer(["outcome": "set"])
        stage.receive(topic, "")
        #expect(stage.calls.isEmpty)
        #expect(stage.retained["\(topic)/outcome"] == [])
    }

    @Test func desiredSettingsOfADisplayOverrideTheGroups() {
        var configuration = Samples.configuration
        configuration.groups = ["floor"]
        var stage = Stage(configuration)
        stage.bridge.brokerConnected(at: 0)
        stage.receive("screens/v1/group/floor/desired", #"{"settings": {"content": "menu", "power": "on"}}"#)
        stage.receive("\(base)/screen/\(display)/desired", #"{"settings": {"content": "night"}}"#)
        stage.bridge.daemonConnected(at: 0)
        stage.take(Samples.snapshot([screen]))
        #expect(stage.calls.map { $0.parameters["settings"] } == [["content": ["name": "night"], "power": "on"]])
    }

    @Test func aFloodIsBoundedAndAnswered() {
        var stage = Stage(screens: [screen])
        for number in 0..<1000 {
            stage.receive("\(base)/screen/\(display)/set", #"{"id": \#(number), "settings": {"power": "off"}}"#)
        }
        #expect(stage.calls.count == 4)
        let busy = stage.sent.count { String(decoding: $0.payload, as: UTF8.self).contains("Busy") }
        #expect(busy == 1000 - 4 - 64)
    }

    @Test func onlyTheLastOfManyValuesIsSet() {
        var stage = Stage(screens: [screen])
        for percent in 0...100 { stage.receive("\(base)/screen/\(display)/set/brightness", "\(percent)") }
        var last: JSONValue?
        while let call = stage.calls.first {
            last = call.parameters["settings"]
            stage.answer(["outcome": "set"])
        }
        #expect(last == ["brightness": 100])
        #expect(stage.sent.isEmpty)
    }

    @Test func theDaemonIsNotCalledMoreThanTenTimesASecondForLong() {
        var stage = Stage(screens: [screen])
        var calls = 0
        for tick in 0..<100 {
            stage.now = Double(tick) / 10
            for _ in 0..<10 { stage.receive("\(base)/screen/\(display)/set", #"{"settings": {"power": "off"}}"#) }
            while !stage.calls.isEmpty {
                calls += 1
                stage.answer([:])
            }
        }
        #expect((100...20 + 100).contains(calls))
    }

    @Test func stateIsSentAgainAfterABirthMessageAndAfterAReconnection() {
        var stage = Stage(screens: [screen])
        let discovery = "homeassistant/device/screens_lobby_\(display)/config"
        stage.receive("homeassistant/status", "online")
        #expect(stage.bridge.deadline(after: 0) == 2.5)
        stage.now = 2.5
        stage.bridge.advance(to: 2.5)
        #expect(messages(&stage.bridge).contains(discovery))
        #expect(messages(&stage.bridge).isEmpty)
        stage.bridge.brokerLost()
        stage.take(Samples.event("changed", Samples.screen("HDMI-A-1", serial: "A1", dark: "stalled")))
        stage.bridge.brokerConnected(at: 3)
        let again = messages(&stage.bridge)
        #expect(again.contains(discovery))
        // A change in the meantime is state, and not a late event.
        #expect(!again.contains("\(base)/screen/\(display)/event"))
    }

    private func messages(_ bridge: inout Bridge) -> [String] {
        var topics: [String] = []
        while let message = bridge.nextMessage() {
            topics.append(message.topic)
            bridge.brokerAcknowledged()
        }
        return topics
    }

    @Test func eventsAreReportedOnce() {
        var stage = Stage(screens: [screen])
        stage.take(Samples.event("disconnected", Samples.screen("HDMI-A-1", isConnected: false)))
        stage.take(Samples.event("connected", screen))
        stage.take(Samples.event("changed", Samples.screen("HDMI-A-1", serial: "A1", dark: "stalled")))
        stage.take(Samples.event("changed", Samples.screen("HDMI-A-1", serial: "A1", dark: "stalled")))
        stage.take(Samples.event("changed", screen))
        let words = stage.sent.filter { $0.topic == "\(base)/screen/\(display)/event" }.map {
            (try? JSONValue(decoding: $0.payload))?["event_type"]?.string
        }
        #expect(words == ["unplugged", "plugged", "failed", "recovered"])
    }

    @Test func aReplacedDisplayGoes() {
        var stage = Stage(screens: [screen])
        stage.take(Samples.event("disconnected", Samples.screen("HDMI-A-1", isConnected: false)))
        #expect(stage.text("\(base)/screen/\(display)/availability") == "offline")
        #expect(stage.retained["homeassistant/device/screens_lobby_\(display)/config"]?.isEmpty == false)
        stage.take(Samples.event("connected", Samples.screen("HDMI-A-1", serial: "B2")))
        #expect(stage.retained["homeassistant/device/screens_lobby_\(display)/config"] == [])
        #expect(stage.retained["\(base)/screen/\(display)/values"] == [])
        #expect(stage.text("\(base)/screen/DEL-U2410-B2/availability") == "online")
    }

    @Test func aDisplayThatWasReplacedWhileTheBridgeWasAwayGoes() {
        var stage = Stage(screens: [Samples.screen("HDMI-A-1", serial: "B2")])
        stage.receive(
            "\(base)/screen/\(display)/values", #"{"connector": "card1/HDMI-A-1"}"#, isRetained: true)
        #expect(stage.retained["homeassistant/device/screens_lobby_\(display)/config"] == [])
        stage.receive(
            "\(base)/screen/DEL-U2410-C3/values", #"{"connector": "card1/HDMI-A-2"}"#, isRetained: true)
        #expect(stage.text("\(base)/screen/DEL-U2410-C3/availability") == "offline")
        #expect(stage.retained["homeassistant/device/screens_lobby_DEL-U2410-C3/config"] == nil)
    }

    @Test func aDisplayThatMovesKeepsItsIdentity() {
        var stage = Stage(screens: [screen])
        stage.take(Samples.event("disconnected", Samples.screen("HDMI-A-1", isConnected: false)))
        stage.take(Samples.event("connected", Samples.screen("HDMI-A-2", serial: "A1")))
        stage.receive("\(base)/screen/\(display)/set/power", "OFF")
        #expect(stage.calls.first?.parameters["screen"] == "card1/HDMI-A-2")
    }

    @Test func twinsAreTwoDisplays() {
        let stage = Stage(screens: [screen, Samples.screen("HDMI-A-2", serial: "A1")])
        #expect(stage.text("\(base)/screen/\(display)/availability") == "online")
        #expect(stage.text("\(base)/screen/\(display)-at-HDMI-A-2/availability") == "online")
    }

    @Test func withoutADaemonRequestsAreRefused() {
        var stage = Stage(screens: [screen])
        stage.receive("\(base)/screen/\(display)/set", #"{"id": 1, "settings": {"power": "off"}}"#)
        stage.bridge.daemonLost()
        stage.settle()
        #expect(stage.text("\(base)/daemon") == "offline")
        stage.receive("\(base)/screen/\(display)/set", #"{"id": 2, "settings": {"power": "off"}}"#)
        #expect(stage.sent.count { String(decoding: $0.payload, as: UTF8.self).contains("NoDaemon") } == 2)
    }

    @Test func aSnapshotIsPublishedUnlessItIsTooLarge() {
        var configuration = Samples.configuration
        configuration.permissions.snapshots = true
        var stage = Stage(configuration, screens: [screen])
        stage.receive("\(base)/screen/\(display)/do", "snapshot")
        #expect(stage.calls.first?.parameters["format"] == "jpeg")
        stage.answer(["jpeg": "/9j/", "type": "image/jpeg"])
        #expect(stage.retained["\(base)/screen/\(display)/snapshot"] == [0xFF, 0xD8, 0xFF])
        stage.receive("\(base)/screen/\(display)/do", "snapshot")
        stage.answer(["jpeg": .string(String(repeating: "AAAA", count: 70_000)), "type": "image/jpeg"])
        #expect(stage.retained["\(base)/screen/\(display)/snapshot"]?.count == 3)
    }

    @Test func aDisplayThatWasUnpluggedWhileTheBridgeWasAwayIsDisconnected() {
        var stage = Stage(screens: [screen])
        stage.receive(
            "\(base)/screen/DEL-U2410-C3/values",
            #"""
            {"connector": "card1/HDMI-A-2", "connected": "ON", "power": "ON", "showing": "menu", "since": 4,
             "problem": "ON", "reason": "it is dark", "mode": "64x48@60", "missed": 3}
            """#, isRetained: true)
        #expect(
            stage.json("\(base)/screen/DEL-U2410-C3/values") == [
                "connector": "card1/HDMI-A-2", "connected": "OFF", "power": "OFF", "showing": "nothing",
                "since": .null, "problem": "OFF", "reason": .null, "mode": "64x48@60", "missed": 3,
                "brightness": .null, "content": .null,
            ])
    }

    @Test func formerDisplaysThatAClientInventsLeaveRoomForRealOnes() {
        var stage = Stage(screens: [screen])
        for number in 0..<100 {
            stage.receive(
                "\(base)/screen/invented-\(number)/values", #"{"connector": "card9/DP-\#(number)"}"#, isRetained: true)
        }
        stage.take(Samples.event("connected", Samples.screen("HDMI-A-2", serial: "B2")))
        #expect(stage.text("\(base)/screen/DEL-U2410-B2/availability") == "online")
        #expect(stage.text("\(base)/screen/\(display)/availability") == "online")
    }

    @Test func displaysThatSwapConnectorsWhileTheDaemonIsAwayKeepTheirIdentities() {
        var stage = Stage(screens: [screen, Samples.screen("HDMI-A-2", serial: "B2")])
        stage.bridge.daemonLost()
        stage.settle()
        stage.start([Samples.screen("HDMI-A-1", serial: "B2"), Samples.screen("HDMI-A-2", serial: "A1")])
        for (id, connector) in [(display, "card1/HDMI-A-2"), ("DEL-U2410-B2", "card1/HDMI-A-1")] {
            #expect(stage.text("\(base)/screen/\(id)/availability") == "online")
            #expect(stage.json("\(base)/screen/\(id)/values")?["connector"] == .string(connector))
        }
        #expect(!stage.retained.keys.contains { $0.contains("-at-") })
    }

    @Test func aDisplayThatMovesToAnEarlierConnectorKeepsItsIdentity() {
        var stage = Stage(screens: [Samples.screen("HDMI-A-2", serial: "A1")])
        stage.bridge.daemonLost()
        stage.settle()
        stage.start([screen, Samples.screen("HDMI-A-2", isConnected: false)])
        #expect(stage.json("\(base)/screen/\(display)/values")?["connector"] == "card1/HDMI-A-1")
        #expect(!stage.retained.keys.contains { $0.contains("-at-") })
    }

    @Test func aDisplayThatMovesWhileTheDaemonIsAwayKeepsItsIdentity() {
        var configuration = Samples.configuration
        configuration.permissions.snapshots = true
        var stage = Stage(configuration, screens: [screen])
        stage.bridge.daemonLost()
        stage.settle()
        stage.start([Samples.screen("HDMI-A-1", serial: "B2"), Samples.screen("HDMI-A-2", serial: "A1")])
        #expect(stage.json("\(base)/screen/\(display)/values")?["connector"] == "card1/HDMI-A-2")
        #expect(stage.retained["\(base)/screen/\(display)/snapshot"]?.isEmpty != true)
        #expect(!stage.retained.keys.contains { $0.contains("-at-") })
    }

    @Test func theValuesOfADisplayAreRemovedLast() {
        var configuration = Samples.configuration
        configuration.permissions.snapshots = true
        var stage = Stage(configuration, screens: [screen])
        // Nothing is handed over in between: its values wait already when the display goes.
        stage.bridge.take(event: Samples.event("disconnected", Samples.screen("HDMI-A-1", isConnected: false)), at: 0)
        stage.bridge.take(event: Samples.event("connected", Samples.screen("HDMI-A-1", serial: "B2")), at: 0)
        var removed: [String] = []
        while let message = stage.bridge.nextMessage() {
            if message.payload.isEmpty { removed.append(message.topic) }
            stage.bridge.brokerAcknowledged()
        }
        #expect(removed.count == 6)
        #expect(removed.last == "\(base)/screen/\(display)/values")
    }

    @Test func aDaemonThatDoesNotAnswerIsLeft() {
        var stage = Stage(screens: [screen])
        stage.now = 100
        stage.receive("\(base)/screen/\(display)/set/power", "OFF")
        #expect(stage.bridge.deadline(after: 100) == 130)
        stage.now = 129
        stage.settle()
        #expect(!stage.hasLeftDaemon)
        stage.now = 130
        stage.settle()
        #expect(stage.hasLeftDaemon)
    }

    @Test func countersAreRequestedOneAfterTheOther() {
        var configuration = Samples.configuration
        configuration.statisticsInterval = 10
        var bridge = Bridge(configuration, version: "1.0.0")
        bridge.daemonConnected(at: 0)
        var requested = 0
        for time in [0.0, 10, 20] {
            bridge.advance(to: time)
            for case .call(_, "Statistics", _) in bridge.takeActions() { requested += 1 }
        }
        #expect(requested == 1)
    }

    @Test func aNewerValueIsSetAfterAnOlderRequest() {
        var stage = Stage(screens: [screen])
        let topic = "\(base)/screen/\(display)/set"
        for _ in 0..<4 { stage.receive("\(base)/screen/\(display)/do", "next") }
        stage.receive("\(topic)/power", "ON")
        stage.receive(topic, #"{"settings": {"power": "off"}}"#)
        stage.receive("\(topic)/power", "ON")
        var last: JSONValue?
        while let call = stage.calls.first {
            last = call.parameters["settings"] ?? last
            stage.answer(["outcome": "set"])
        }
        #expect(last == ["power": "on"])
    }
}
