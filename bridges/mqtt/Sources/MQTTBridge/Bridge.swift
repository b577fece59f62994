import ScreensJSON
import ScreensManager

/// The bridge as a state machine: messages of the broker, answers and events of the daemon, and the time come in; the
/// actions to carry out go out. It has no socket, no clock and no thread. Times are in seconds and never go back.
package struct Bridge {
    /// An action that the caller carries out.
    package enum Action {
        case subscribe([String])
        case unsubscribe(String)
        /// A call of the daemon; ``Bridge/take(answer:to:at:)`` gets its answer with the token.
        case call(token: Int, method: String, parameters: [String: JSONValue])
    }

    private typealias Waiting = RequestQueue.Entry

    private enum Pending {
        case request(Waiting)
        case status
        case statistics
    }

    /// The columns of a snapshot: noise of this width still makes a file that is short enough.
    private static let snapshotWidth = JSONValue.int(640)
    /// The longest snapshot, in bytes.
    private static let longestSnapshot = 200_000
    /// The seconds after a connection in which the reports of an earlier run are read.
    private static let formerSeconds = 10.0
    /// The seconds within which all machines answer a birth message of Home Assistant.
    private static let birthSeconds = 5.0

    private let configuration: BridgeConfiguration
    private let topics: Topics
    private let discovery: Discovery
    private let reader: RequestReader

    private var outbox = Outbox()
    private var table = DisplayTable()
    private var actions: [Action] = []
    private var queued = RequestQueue()
    private var pending: [Int: Pending] = [:]
    private var lastToken = 0
    private var desired = DesiredSettings()
    private var daemonVersion: String?
    private var isDaemonThere = false
    private var hasSnapshot = false
    private var contents: [String] = []
    private var daemonState: [String: JSONValue] = [:]
    /// The displays that have a problem.
    private var failed: Set<String> = []
    private var formerEnds: Double?
    private var repeatsAt: Double?
    private var statisticsAt: Double?
    private var snapshotsAt: Double?

    /// - Parameter version: the version of the bridge.
    package init(_ configuration: BridgeConfiguration, version: String) {
        self.configuration = configuration
        topics = Topics(machine: configuration.machine)
        discovery = Discovery(configuration: configuration, topics: topics, version: version)
        reader = RequestReader(permissions: configuration.permissions, replies: topics.reply)
        outbox.retain(topics.availability, Array("online".utf8))
        outbox.retain(topics.daemon, Array("offline".utf8))
    }

    /// The message that the broker publishes when this machine is gone.
    package var will: Message { Message(topics.availability, "offline", isRetained: true) }

    /// Returns the actions so far.
    package mutating func takeActions() -> [Action] {
        defer { actions = [] }
        return actions
    }

    /// Returns the next message to publish; nil if there is none, or enough are on their way.
    package mutating func nextMessage() -> Message? { outbox.next() }

    /// The next time at which ``advance(to:)`` has something to do.
    package func deadline(after now: Double) -> Double? {
        let request = queued.deadline(after: now, started: pending.count)
        return [formerEnds, repeatsAt, statisticsAt, snapshotsAt, request].compactMap(\.self).min()
    }

    /// Does what is due.
    package mutating func advance(to now: Double) {
        if let end = formerEnds, now >= end {
            formerEnds = nil
            actions.append(.unsubscribe(topics.formerFilter))
        }
        if let time = repeatsAt, now >= time {
            repeatsAt = nil
            outbox.repeatAll()
        }
        if let time = statisticsAt, now >= time {
            statisticsAt = now + Double(configuration.statisticsInterval)
            call("Statistics", [:], .statistics)
        }
        if let time = snapshotsAt, now >= time {
            snapshotsAt = now + Double(configuration.snapshotInterval)
            for display in table.all where display.isConnected {
                queue(
                    Waiting(
                        display: display.id, request: ScreenRequest(work: .snapshot, reply: nil), key: "snapshot"))
            }
        }
        startRequests(at: now)
    }
}

// MARK: - The broker

extension Bridge {
    /// Records that the broker has accepted the connection.
    package mutating func brokerConnected(at now: Double) {
        actions.append(.subscribe(topics.filters(groups: configuration.groups, discovery: configuration.discovery)))
        formerEnds = now + Self.formerSeconds
        outbox.begin()
    }

    /// Records that the connection to the broker is lost.
    package mutating func brokerLost() {
        outbox.end()
        (formerEnds, repeatsAt) = (nil, nil)
    }

    /// Records that the broker has acknowledged a message.
    package mutating func brokerAcknowledged() { outbox.acknowledge() }

    /// Takes a message.
    ///
    /// - Parameter random: 0 to 1.
    package mutating func receive(_ message: ReceivedMessage, at now: Double, random: Double) {
        if let discovery = configuration.discovery, message.topic == "\(discovery)/status" {
            if message.payload == Array("online".utf8), !message.isRetained, repeatsAt == nil {
                repeatsAt = now + Self.birthSeconds * random
            }
            return
        }
        guard let place = topics.place(of: message.topic, groups: configuration.groups) else { return }
        switch place {
        case .former(let id): takeFormer(id, message)
        case .desired(let id):
            guard let members = desiredMembers(message, of: id), desired.keep(members, for: id) else { return }
            if members.isEmpty { outbox.forget(topics.screen(id, "desired/outcome")) } else { applyDesired(to: id) }
        case .groupDesired(let group):
            guard let members = desiredMembers(message, of: nil), desired.keep(members, forGroup: group) else { return }
            if !members.isEmpty { for display in table.all { applyDesired(to: display.id) } }
        // A retained request would be carried out at each connection.
        case _ where message.isRetained: return
        case .set(let id): takeSet(message, of: [id])
        case .groupSet: takeSet(message, of: table.all.filter(\.isConnected).map(\.id))
        case .value(let id, let key):
            attempt(message, of: id, key: key) { (reader) throws(Refusal) in
                .set(try reader.value(key, message.payload))
            }
        case .action(let id):
            attempt(message, of: id, key: nil) { (reader) throws(Refusal) in try reader.action(message.payload) }
        }
        startRequests(at: now)
    }

    private mutating func takeSet(_ message: ReceivedMessage, of displays: [String]) {
        let way = reader.way(message, id: reader.id(message.payload))
        do throws(Refusal) {
            let request = ScreenRequest(work: .set(try reader.set(message.payload)), reply: way)
            for display in displays { queue(Waiting(display: display, request: request, key: nil)) }
        } catch {
            refuse(error, way, display: displays.first)
        }
    }

    private mutating func attempt(
        _ message: ReceivedMessage, of display: String, key: String?,
        _ read: (RequestReader) throws(Refusal) -> ScreenRequest.Work
    ) {
        let way = reader.way(message, id: nil)
        do throws(Refusal) {
            let request = ScreenRequest(work: try read(reader), reply: way)
            queue(Waiting(display: display, request: request, key: way == nil ? key : nil))
        } catch {
            refuse(error, way, display: display)
        }
    }

    /// Reads desired settings.
    ///
    /// - Parameter id: the display, for the outcome of a wrong payload; nil for a group.
    /// - Returns: no members if nothing is desired any longer; nil for a wrong payload.
    private mutating func desiredMembers(_ message: ReceivedMessage, of id: String?) -> [String: JSONValue]? {
        guard !message.payload.isEmpty else { return [:] }
        do throws(Refusal) {
            return try reader.set(message.payload)
        } catch {
            if let id { publishOutcome(.failure(error), of: id) }
            return nil
        }
    }

    /// Requests what is desired for a display, if it is there; otherwise that happens when it is.
    private mutating func applyDesired(to id: String) {
        guard isDaemonThere, table[id]?.isConnected == true,
            let parameters = desired.parameters(for: id, in: configuration.groups)
        else { return }
        let request = ScreenRequest(work: .set(parameters), reply: nil)
        queue(Waiting(display: id, request: request, key: "desired", isDesired: true))
    }

    private mutating func takeFormer(_ id: String, _ message: ReceivedMessage) {
        guard message.isRetained, message.payload.count <= RequestReader.longest,
            let values = try? JSONValue(decoding: message.payload), let screen = values["connector"]?.string
        else { return }
        if table.takeFormer(id, on: screen) {
            forget(id)
        } else if table[id]?.document == .null {
            outbox.retain(topics.screen(id, "availability"), Array("offline".utf8))
        }
    }
}

// MARK: - Requests

extension Bridge {
    private mutating func queue(_ request: Waiting) {
        if !isDaemonThere { refuse(.noDaemon, request) } else if !queued.add(request) { refuse(.busy, request) }
    }

    private mutating func startRequests(at now: Double) {
        while let request = queued.next(at: now, started: pending.count) { start(request) }
    }

    private mutating func start(_ waiting: Waiting) {
        guard let display = table[waiting.display], display.isConnected else { return refuse(.absent, waiting) }
        let screen = JSONValue.string(display.screen)
        switch waiting.request.work {
        case .set(var parameters):
            parameters["screen"] = screen
            if parameters["settings"] == nil { parameters["settings"] = [:] }
            call("Set", parameters, .request(waiting))
        case .next: call("Next", ["screen": screen], .request(waiting))
        case .previous: call("Previous", ["screen": screen], .request(waiting))
        case .snapshot:
            call("Snapshot", ["screen": screen, "width": Self.snapshotWidth, "format": "jpeg"], .request(waiting))
        }
    }

    private mutating func call(_ method: String, _ parameters: [String: JSONValue], _ pending: Pending) {
        lastToken += 1
        self.pending[lastToken] = pending
        actions.append(.call(token: lastToken, method: method, parameters: parameters))
    }

    private mutating func refuse(_ refusal: Refusal, _ waiting: Waiting) {
        if waiting.isDesired { publishOutcome(.failure(refusal), of: waiting.display) }
        refuse(refusal, waiting.request.reply, display: waiting.display)
    }

    private mutating func refuse(_ refusal: Refusal, _ way: ScreenRequest.Return?, display: String?) {
        guard let way else { return }
        reply(.failure(refusal), way, display: display)
    }

    private mutating func reply(_ outcome: RequestOutcome, _ way: ScreenRequest.Return, display: String?) {
        let document = outcome.document(of: display, on: configuration.machine, id: way.id)
        outbox.send(Message(way.topic, document.encoded, correlation: way.correlation))
    }

    private mutating func publishOutcome(_ outcome: RequestOutcome, of display: String) {
        outbox.retain(topics.screen(display, "desired/outcome"), outcome.document().encoded)
    }
}

// MARK: - The daemon

extension Bridge {
    /// Records that the daemon is there. Its events follow.
    package mutating func daemonConnected(at now: Double) {
        isDaemonThere = true
        hasSnapshot = false
        call("Status", [:], .status)
        statisticsAt = now
        if configuration.snapshotInterval > 0, configuration.permissions.snapshots {
            snapshotsAt = now + Double(configuration.snapshotInterval)
        }
    }

    /// Records that the daemon is gone. Its calls have no answers.
    package mutating func daemonLost() {
        guard isDaemonThere else { return }
        isDaemonThere = false
        (statisticsAt, snapshotsAt) = (nil, nil)
        for case .request(let waiting) in pending.sorted(by: { $0.key < $1.key }).map(\.value) {
            refuse(.noDaemon, waiting)
        }
        pending = [:]
        for request in queued.removeAll() { refuse(.noDaemon, request) }
        outbox.retain(topics.daemon, Array("offline".utf8))
    }

    /// Takes the answer to a call.
    package mutating func take(
        answer: Result<[String: JSONValue], DaemonError>, to token: Int, at now: Double
    ) {
        switch pending.removeValue(forKey: token) {
        case .status?:
            if case .success(let status) = answer { daemonVersion = status["version"]?.string }
            publishMachine()
        case .statistics?: if case .success(let statistics) = answer { takeStatistics(statistics) }
        case .request(let waiting)?: finish(waiting, answer)
        case nil: break
        }
        startRequests(at: now)
    }

    private mutating func finish(_ waiting: Waiting, _ answer: Result<[String: JSONValue], DaemonError>) {
        var result = answer.mapError { Refusal(error: $0.refusal ?? $0.code.rawValue, message: $0.message) }
        if case .snapshot = waiting.request.work, case .success(let picture) = result {
            guard let bytes = picture["jpeg"]?.string.flatMap(Base64.decode) else {
                return refuse(.invalid("the daemon has sent no picture"), waiting)
            }
            if bytes.count > Self.longestSnapshot {
                result = .failure(Refusal(error: "TooLarge", message: "the picture has \(bytes.count) bytes"))
            } else {
                outbox.send(Message(topics.screen(waiting.display, "snapshot"), bytes, isRetained: true))
            }
        }
        if waiting.isDesired { publishOutcome(result, of: waiting.display) }
        if let way = waiting.request.reply { reply(result, way, display: waiting.display) }
    }

    private mutating func takeStatistics(_ statistics: [String: JSONValue]) {
        for entry in statistics["screens"]?.array ?? [] {
            guard let name = entry["name"]?.string, let card = entry["card"]?.string, let missed = entry["missed"]?.int
            else { continue }
            table.takeMissed(missed, on: "\(card.split(separator: "/").last ?? "card")/\(name)")
        }
        for display in table.all where display.isConnected { publish(display) }
    }

    /// Takes an event of `Watch`.
    package mutating func take(event: JSONValue, at now: Double) {
        let kind = event["event"]?.string.flatMap(EventDocument.Kind.init)
        switch kind {
        case .snapshot?: takeSnapshot(event)
        case .connected?, .disconnected?, .changed?:
            if let screen = event["screen"] { handle(table.take(screen)) }
            if let status = event["status"] { table.takeStatus(status) }
            if let screen = event["screen"].flatMap({ try? $0.decode(ScreenDocument.self) }),
                let display = table.display(on: screen.qualifiedName)
            {
                publish(display)
            }
        case .status?: takeDaemon(event["daemon"])
        case .played?:
            if configuration.reportsPlayed, let played = event["played"] {
                outbox.send(Message(topics.played, played.encoded))
            }
        case .warning?, .request?, nil: break
        }
        if kind != .snapshot, kind != .played { outbox.send(Message(topics.event, event.encoded)) }
        startRequests(at: now)
    }

    private mutating func takeSnapshot(_ event: JSONValue) {
        let isFirst = !hasSnapshot
        hasSnapshot = true
        let changes = table.takeAll(event["screens"]?.array ?? [])
        for status in event["statuses"]?.array ?? [] { table.takeStatus(status) }
        takeDaemon(event["daemon"])
        handle(changes, isFirst: isFirst)
        for display in table.all {
            if display.isConnected, isFirst { applyDesired(to: display.id) }
            publish(display)
        }
        outbox.retain(topics.daemon, Array("online".utf8))
    }

    private mutating func takeDaemon(_ state: JSONValue?) {
        guard let members = state?.object else { return }
        daemonState = members
        contents = (members["contents"]?.array ?? []).compactMap(\.string)
        publishMachine()
        for display in table.all { publish(display) }
    }

    /// - Parameter isFirst: whether the displays were found rather than plugged.
    private mutating func handle(_ changes: [DisplayTable.Change], isFirst: Bool = false) {
        for change in changes {
            switch change {
            case .plugged(let id):
                if !isFirst {
                    report(.plugged, of: id)
                    applyDesired(to: id)
                }
            case .unplugged(let id):
                failed.remove(id)
                if !isFirst { report(.unplugged, of: id) }
                if let display = table[id] { publish(display) }
            case .replaced(let id): forget(id)
            }
        }
    }
}

// MARK: - State at the broker

extension Bridge {
    private mutating func report(_ word: ScreenEventWord, of id: String) {
        outbox.send(Message(topics.screen(id, "event"), word.payload.encoded))
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

    private mutating func publish(_ display: Display) {
        let id = display.id
        outbox.retain(topics.screen(id, "availability"), Array((display.isConnected ? "online" : "offline").utf8))
        // A display that only an earlier run has seen keeps what that run has published.
        guard display.document != .null else { return }
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

    /// Removes everything that a display has at the broker, except what clients desire for it.
    private mutating func forget(_ id: String) {
        failed.remove(id)
        for name in ["availability", "values", "status", "snapshot", "desired/outcome"] {
            outbox.forget(topics.screen(id, name))
        }
        if configuration.discovery != nil { outbox.forget(discovery.topic(id)) }
    }
}
