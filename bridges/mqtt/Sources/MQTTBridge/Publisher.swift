import ScreensJSON

/// The messages for the broker: retained ones that follow from the state of the machine and of its displays, and
/// messages that are sent once.
struct Publisher {
    private let configuration: BridgeConfiguration
    private let topics: Topics
    private let discovery: Discovery
    private var outbox = Outbox()
    private var contents: [String] = []
    private var daemonState: [String: JSONValue] = [:]
    private var daemonVersion: String?
    /// The displays that have a problem.
    private var failed: Set<String> = []

    /// - Parameter version: the version of the bridge.
    init(_ configuration: BridgeConfiguration, topics: Topics, version: String) {
        self.configuration = configuration
        self.topics = topics
        discovery = Discovery(configuration: configuration, topics: topics, version: version)
        outbox.retain(topics.availability, Array("online".utf8))
        setDaemon(isThere: false)
    }

    // MARK: The connection

    /// Begins a connection: everything retained is sent again.
    mutating func begin() { outbox.begin() }

    /// Ends a connection.
    mutating func end() { outbox.end() }

    /// Sends everything retained again.
    mutating func repeatAll() { outbox.repeatAll() }

    /// Records that a message was acknowledged.
    mutating func acknowledge() { outbox.acknowledge() }

    /// Returns the next message to publish; nil if there is none, or enough are on their way.
    mutating func next() -> Message? { outbox.next() }

    // MARK: The machine

    mutating func setDaemon(isThere: Bool) {
        outbox.retain(topics.daemon, Array((isThere ? "online" : "offline").utf8))
    }

    /// Takes the answer to `Status`.
    mutating func take(version: String?) {
        daemonVersion = version ?? daemonVersion
        publishMachine()
    }

    /// Takes the part of `screens status --json` about the daemon.
    mutating func take(daemon members: [String: JSONValue]) {
        daemonState = members
        contents = (members["contents"]?.array ?? []).compactMap(\.string)
        publishMachine()
    }

    private mutating func publishMachine() {
        var state = daemonState
        state["version"] = daemonVersion.map(JSONValue.string)
        state["problem"] = .string(DisplayValues.hasProblem(daemonState) ? "ON" : "OFF")
        if !daemonState.isEmpty { outbox.retain(topics.state, JSONValue.object(state).encoded) }
        if configuration.discovery != nil {
            outbox.retain(discovery.topic(), discovery.machine(daemon: daemonVersion).encoded)
        }
    }

    // MARK: Displays

    mutating func publish(_ display: Display) {
        let id = display.id
        outbox.retain(topics.screen(id, "availability"), Array((display.isConnected ? "online" : "offline").utf8))
        if let former = display.former {
            outbox.retain(topics.screen(id, "values"), DisplayValues.away(former).encoded)
            return
        }
        let values = DisplayValues(display).json
        outbox.retain(topics.screen(id, "values"), values.encoded)
        if let status = display.status { outbox.retain(topics.screen(id, "status"), status.encoded) }
        // A display that is away has no identity to describe.
        if configuration.discovery != nil, display.isConnected {
            let message = discovery.display(display, contents: contents)
            outbox.retain(discovery.topic(id), message.encoded)
        }
        let isFailed = values["problem"] == "ON"
        if isFailed, failed.insert(id).inserted {
            report(.failed, of: id)
        } else if !isFailed, failed.remove(id) != nil {
            report(.recovered, of: id)
        }
    }

    /// Records that a display is away, so that its problem has ended without a recovery.
    mutating func endProblem(of id: String) { failed.remove(id) }

    /// Removes all retained messages about a display from the broker, except the desired settings of clients.
    mutating func forget(_ id: String) {
        failed.remove(id)
        if configuration.discovery != nil { outbox.forget(discovery.topic(id)) }
        // The values are the last: if the connection ends before that, the next one finds them, and repeats all this.
        for name in ["availability", "status", "snapshot", "desired/outcome", "values"] {
            outbox.forget(topics.screen(id, name))
        }
    }

    /// Removes a snapshot of an earlier run, if snapshots are forbidden now.
    mutating func removeForbiddenSnapshot(of id: String) {
        if !configuration.permissions.snapshots { outbox.forget(topics.screen(id, "snapshot")) }
    }

    mutating func report(_ word: ScreenEventWord, of id: String) {
        outbox.send(Message(topics.screen(id, "event"), word.payload.encoded))
    }

    mutating func publish(snapshot bytes: [UInt8], of id: String) {
        outbox.send(Message(topics.screen(id, "snapshot"), bytes, isRetained: true))
    }

    // MARK: Outcomes

    mutating func publish(desired outcome: RequestOutcome, of id: String) {
        outbox.retain(topics.screen(id, "desired/outcome"), outcome.document().encoded)
    }

    mutating func forgetOutcome(of id: String) { outbox.forget(topics.screen(id, "desired/outcome")) }

    /// - Parameter display: nil if the request is about none in particular.
    mutating func reply(_ outcome: RequestOutcome, _ way: ScreenRequest.Return, display: String?) {
        let document = outcome.document(of: display, on: configuration.machine, id: way.id)
        outbox.send(Message(way.topic, document.encoded, correlation: way.correlation))
    }

    // MARK: Events

    mutating func send(event: JSONValue) { outbox.send(Message(topics.event, event.encoded)) }

    mutating func send(played: JSONValue) { outbox.send(Message(topics.played, played.encoded)) }
}
