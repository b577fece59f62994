import ScreensConfiguration
import ScreensJSON
import ScreensManager
import Testing

@testable import MQTTBridge

/// Documents of a daemon, as it sends them.
enum Samples {
    static func screen(
        _ name: String, serial: String? = nil, model: String? = "U2410", isConnected: Bool = true,
        dark: String? = nil, card: String = "/dev/dri/card1"
    ) -> JSONValue {
        var screen: [String: JSONValue] = [
            "name": .string(name), "card": .string(card), "driver": "i915", "connector": 5,
            "status": isConnected ? "connected" : "disconnected", "role": "external", "kind": "display",
            "stale": false,
        ]
        if let model, isConnected {
            screen["identity"] = [
                "make": "DEL", "model": .string(model), "serial": serial.map(JSONValue.string) ?? .null,
            ]
        }
        if let dark { screen["dark"] = ["reason": .string(dark), "message": "the reason"] }
        return .object(screen)
    }

    static func status(_ screen: JSONValue, power: String = "on", content: String = "\"menu\"") -> JSONValue {
        [
            "screen": screen, "power": .string(power), "outdated": [], "absent": [],
            "settings": [["key": "content", "value": .string(content), "origin": "file"]],
        ]
    }

    static func snapshot(_ screens: [JSONValue], contents: [JSONValue] = ["menu", "night"]) -> JSONValue {
        [
            "event": "snapshot", "sequence": 0, "time": 1, "screens": .array(screens),
            "statuses": .array(screens.filter { $0["status"] == "connected" }.map { status($0) }),
            "daemon": [
                "problems": [], "brokenFiles": [], "waitsForTime": false, "notices": [], "absentDisplays": [],
                "contents": .array(contents),
            ],
        ]
    }

    static func event(_ kind: String, _ screen: JSONValue) -> JSONValue {
        ["event": .string(kind), "sequence": 1, "time": 2, "screen": screen, "changes": []]
    }

    static let configuration = BridgeConfiguration(machine: "lobby")
}

/// A bridge with a broker and a daemon that the test plays.
struct Stage {
    var bridge: Bridge
    var now = 0.0
    /// The retained messages at the broker.
    private(set) var retained: [String: [UInt8]] = [:]
    /// The messages that were not retained, in their order.
    private(set) var sent: [Message] = []
    private(set) var calls: [(token: Int, method: String, parameters: [String: JSONValue])] = []
    /// Whether the bridge has ended the connection to the daemon.
    private(set) var hasLeftDaemon = false
    /// The filters to which the bridge has subscribed, in their order.
    private(set) var subscriptions: [String] = []

    init(_ configuration: BridgeConfiguration = Samples.configuration, screens: [JSONValue]? = nil) {
        bridge = Bridge(configuration, version: "1.0.0")
        guard let screens else { return }
        bridge.brokerConnected(at: now)
        start(screens)
    }

    /// Starts the daemon.
    mutating func start(_ screens: [JSONValue]) {
        bridge.daemonConnected(at: now)
        bridge.take(event: Samples.snapshot(screens), at: now)
        settle()
        calls = []
    }

    /// Carries out the actions, until there are none.
    mutating func settle() {
        bridge.advance(to: now)
        for action in bridge.takeActions() {
            switch action {
            case .call(let token, "Status", _), .call(let token, "Statistics", _):
                bridge.take(answer: .success(["version": "1.0.0"]), to: token, at: now)
            case .call(let token, let method, let parameters): calls.append((token, method, parameters))
            case .subscribe(let filters): subscriptions += filters
            case .leaveDaemon: hasLeftDaemon = true
            case .unsubscribe: break
            }
        }
        while let message = bridge.nextMessage() {
            if message.isRetained { retained[message.topic] = message.payload } else { sent.append(message) }
            bridge.brokerAcknowledged()
        }
    }

    mutating func receive(
        _ topic: String, _ payload: String, isRetained: Bool = false, responseTopic: String? = nil,
        correlation: [UInt8]? = nil
    ) {
        let message = ReceivedMessage(
            topic, Array(payload.utf8), isRetained: isRetained, responseTopic: responseTopic, correlation: correlation)
        bridge.receive(message, at: now, random: 0.5)
        settle()
    }

    mutating func take(_ event: JSONValue) {
        bridge.take(event: event, at: now)
        settle()
    }

    mutating func answer(_ answer: [String: JSONValue]) {
        let call = calls.removeFirst()
        bridge.take(answer: .success(answer), to: call.token, at: now)
        settle()
    }

    func text(_ topic: String) -> String? { retained[topic].map { String(decoding: $0, as: UTF8.self) } }

    func json(_ topic: String) -> JSONValue? { retained[topic].flatMap { try? JSONValue(decoding: $0) } }
}

let base = "screens/v1/lobby"
let display = "DEL-U2410-A1"
