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
        /// End the connection to the daemon, which does not answer.
        case leaveDaemon
    }

    private typealias Waiting = RequestQueue.Entry

    /// The columns of a snapshot: noise of this width still makes a file that is short enough.
    private static let snapshotWidth = JSONValue.int(640)
    /// The longest snapshot, in bytes.
    private static let longestSnapshot = 200_000
    /// The seconds after a connection in which the reports of an earlier run are read, and retained requests come.
    private static let formerSeconds = 10.0
    /// The seconds within which all machines answer a birth message of Home Assistant.
    private static let birthSeconds = 5.0

    private let configuration: BridgeConfiguration
    private let topics: Topics
    private let reader: RequestReader

    private var publisher: Publisher
    private var table = DisplayTable()
    private var actions: [Action] = []
    private var queued = RequestQueue()
    private var pending = PendingCalls()
    private var desired = DesiredSettings()
    /// The displays whose desired settings are requested when the queue has room again.
    private var postponed: Set<String> = []
    private var isDaemonThere = false
    private var hasSnapshot = false
    private var formerEnds: Double?
    private var repeatsAt: Double?
    private var statisticsAt: Double?
    private var snapshotsAt: Double?

    /// - Parameter version: the version of the bridge.
    package init(_ configuration: BridgeConfiguration, version: String) {
        self.configuration = configuration
        topics = Topics(machine: configuration.machine)
        publisher = Publisher(configuration, topics: topics, version: version)
        reader = RequestReader(permissions: configuration.permissions, replies: topics.reply)
    }

    /// The message that the broker publishes when this machine is gone.
    package var will: Message { Message(topics.availability, "offline", isRetained: true) }

    /// Returns the actions so far.
    package mutating func takeActions() -> [Action] {
        defer { actions = [] }
        return actions
    }

    /// Returns the next message to publish; nil if there is none, or enough are on their way.
    package mutating func nextMessage() -> Message? { publisher.next() }

    /// The next time at which ``advance(to:)`` has something to do.
    package func deadline(after now: Double) -> Double? {
        let request = queued.deadline(after: now, started: pending.count)
        return [formerEnds, repeatsAt, statisticsAt, snapshotsAt, pending.deadline, request].compactMap(\.self).min()
    }

    /// Does the work that is due.
    package mutating func advance(to now: Double) {
        if let end = formerEnds, now >= end {
            formerEnds = nil
            actions.append(.unsubscribe(topics.formerFilter))
            removeFormerDesires()
        }
        if let time = repeatsAt, now >= time {
            repeatsAt = nil
            publisher.repeatAll()
        }
        if let time = pending.deadline, now >= time { return actions.append(.leaveDaemon) }
        if let time = statisticsAt, now >= time {
            statisticsAt = now + Double(configuration.statisticsInterval)
            if !pending.hasStatistics { call("Statistics", [:], .statistics, at: now) }
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
        desired.begin()
        for id in table.displays.keys.sorted() { publisher.removeForbiddenSnapshot(of: id) }
        publisher.begin()
    }

    /// Records that the connection to the broker is lost.
    package mutating func brokerLost() {
        publisher.end()
        (formerEnds, repeatsAt) = (nil, nil)
    }

    /// Records that the broker has acknowledged a message.
    package mutating func brokerAcknowledged() { publisher.acknowledge() }

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
            let known = Set(table.displays.keys)
            let members = desiredMembers(message, of: known.contains(id) ? [id] : [])
            guard desired.keep(members, for: id, known: known), let members else { return }
            if !members.isEmpty {
                applyDesired(to: id)
            } else if known.contains(id) {
                publisher.forgetOutcome(of: id)
            }
        case .groupDesired(let group):
            let members = desiredMembers(message, of: table.all.map(\.id))
            guard desired.keep(members, forGroup: group), let members else { return }
            if !members.isEmpty { for display in table.all { applyDesired(to: display.id) } }
        // A retained request would be carried out at each connection.
        case _ where message.isRetained: return
        case .set(let id): takeSet(message, of: [id])
        case .groupSet: takeSet(message, of: table.all.filter(\.isConnected).map(\.id))
        case .words(let id): takeWords(message, of: [id])
        case .groupWords: takeWords(message, of: table.all.filter(\.isConnected).map(\.id))
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
        take(message, of: displays) { (reader) throws(Refusal) in .set(try reader.set(message.payload)) }
    }

    private mutating func takeWords(_ message: ReceivedMessage, of displays: [String]) {
        take(message, of: displays) { (reader) throws(Refusal) in .words(try reader.words(message.payload)) }
    }

    private mutating func take(
        _ message: ReceivedMessage, of displays: [String],
        _ read: (RequestReader) throws(Refusal) -> ScreenRequest.Work
    ) {
        let way = reader.way(message, id: reader.id(message.payload))
        do throws(Refusal) {
            let request = ScreenRequest(work: try read(reader), reply: way)
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
    /// - Parameter displays: the displays that get an outcome if the payload is wrong. A client can invent further
    ///   displays without end, and they get none.
    /// - Returns: no members if nothing is desired any longer; nil for a wrong payload.
    private mutating func desiredMembers(_ message: ReceivedMessage, of displays: [String]) -> [String: JSONValue]? {
        guard !message.payload.isEmpty else { return [:] }
        do throws(Refusal) {
            return try reader.set(message.payload)
        } catch {
            for id in displays { publisher.publish(desired: .failure(error), of: id) }
            return nil
        }
    }

    /// Requests the desired settings of a display, if it is connected; otherwise they are requested when it is.
    private mutating func applyDesired(to id: String) {
        guard isDaemonThere, table[id]?.isConnected == true,
            let parameters = desired.parameters(for: id, in: configuration.groups)
        else { return }
        let request = ScreenRequest(work: .set(parameters), reply: nil)
        queue(Waiting(display: id, request: request, key: "desired", isDesired: true))
    }

    /// Removes the desires that clients have removed while the bridge was away.
    private mutating func removeFormerDesires() {
        func hasDesires(_ id: String) -> Bool { desired.parameters(for: id, in: configuration.groups) != nil }
        let former = table.displays.keys.sorted().filter(hasDesires)
        desired.removeUnconfirmed()
        for id in former where !hasDesires(id) { publisher.forgetOutcome(of: id) }
    }

    private mutating func takeFormer(_ id: String, _ message: ReceivedMessage) {
        guard message.isRetained, message.payload.count <= RequestReader.longest,
            let values = try? JSONValue(decoding: message.payload), let screen = values["connector"]?.string
        else { return }
        if table.takeFormer(id, on: screen, values: values) {
            publisher.forget(id)
        } else if let display = table[id], display.former != nil, hasSnapshot {
            // Before the first answer of the daemon it may be connected.
            publisher.publish(display)
        }
    }
}

// MARK: - Requests

extension Bridge {
    private mutating func queue(_ request: Waiting) {
        guard isDaemonThere else { return refuse(.noDaemon, request) }
        guard !queued.add(request) else { return }
        if request.isDesired { postponed.insert(request.display) } else { refuse(.busy, request) }
    }

    private mutating func startRequests(at now: Double) {
        while let request = queued.next(at: now, started: pending.count) { start(request, at: now) }
        while queued.hasRoom, let id = postponed.popFirst() { applyDesired(to: id) }
    }

    private mutating func start(_ waiting: Waiting, at now: Double) {
        guard let display = table[waiting.display], display.isConnected else { return refuse(.absent, waiting) }
        let screen = JSONValue.string(display.screen)
        switch waiting.request.work {
        case .set(var parameters):
            parameters["screen"] = screen
            if parameters["settings"] == nil { parameters["settings"] = [:] }
            call("Set", parameters, .request(waiting), at: now)
        case .words(let parameters):
            call("Notify", parameters.merging(["screen": screen]) { $1 }, .request(waiting), at: now)
        case .next: call("Next", ["screen": screen], .request(waiting), at: now)
        case .previous: call("Previous", ["screen": screen], .request(waiting), at: now)
        case .snapshot:
            let parameters: [String: JSONValue] = ["screen": screen, "width": Self.snapshotWidth, "format": "jpeg"]
            call("Snapshot", parameters, .request(waiting), at: now)
        }
    }

    private mutating func call(
        _ method: String, _ parameters: [String: JSONValue], _ purpose: PendingCalls.Purpose, at now: Double
    ) {
        actions.append(.call(token: pending.begin(purpose, at: now), method: method, parameters: parameters))
    }

    private mutating func refuse(_ refusal: Refusal, _ waiting: Waiting) {
        if waiting.isDesired { publisher.publish(desired: .failure(refusal), of: waiting.display) }
        refuse(refusal, waiting.request.reply, display: waiting.display)
    }

    private mutating func refuse(_ refusal: Refusal, _ way: ScreenRequest.Return?, display: String?) {
        if let way { publisher.reply(.failure(refusal), way, display: display) }
    }
}

// MARK: - The daemon

extension Bridge {
    /// Records that the daemon is there. Its events follow.
    package mutating func daemonConnected(at now: Double) {
        isDaemonThere = true
        hasSnapshot = false
        call("Status", [:], .status, at: now)
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
        for request in pending.endAll() + queued.removeAll() { refuse(.noDaemon, request) }
        // The first answer of the daemon requests all desired settings.
        postponed = []
        publisher.setDaemon(isThere: false)
    }

    /// Takes the answer to a call.
    package mutating func take(
        answer: Result<[String: JSONValue], DaemonError>, to token: Int, at now: Double
    ) {
        switch pending.end(token) {
        case .status?: publisher.take(version: (try? answer.get())?["version"]?.string)
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
                publisher.publish(snapshot: bytes, of: waiting.display)
            }
        }
        if waiting.isDesired { publisher.publish(desired: result, of: waiting.display) }
        if let way = waiting.request.reply { publisher.reply(result, way, display: waiting.display) }
    }

    private mutating func takeStatistics(_ statistics: [String: JSONValue]) {
        for entry in statistics["screens"]?.array ?? [] {
            guard let name = entry["name"]?.string, let card = entry["card"]?.string, let missed = entry["missed"]?.int
            else { continue }
            table.takeMissed(missed, on: "\(card.split(separator: "/").last ?? "card")/\(name)")
        }
        for display in table.all where display.isConnected { publisher.publish(display) }
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
                publisher.publish(display)
            }
        case .status?: takeDaemon(event["daemon"])
        case .played?:
            if configuration.reportsPlayed, let played = event["played"] { publisher.send(played: played) }
        case .warning?, .request?, nil: break
        }
        if kind != .snapshot, kind != .played { publisher.send(event: event) }
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
            publisher.publish(display)
        }
        publisher.setDaemon(isThere: true)
    }

    private mutating func takeDaemon(_ state: JSONValue?) {
        guard let members = state?.object else { return }
        publisher.take(daemon: members)
        for display in table.all { publisher.publish(display) }
    }

    /// - Parameter isFirst: whether the displays were found rather than plugged.
    private mutating func handle(_ changes: [DisplayTable.Change], isFirst: Bool = false) {
        for change in changes {
            switch change {
            case .plugged(let id):
                publisher.removeForbiddenSnapshot(of: id)
                // Settings that had no room here are still at the broker.
                if desired.isIncomplete, !desired.has(id) {
                    actions.append(.subscribe([topics.screen(id, "desired")]))
                }
                if !isFirst {
                    publisher.report(.plugged, of: id)
                    applyDesired(to: id)
                }
            case .unplugged(let id):
                publisher.endProblem(of: id)
                if !isFirst { publisher.report(.unplugged, of: id) }
                if let display = table[id] { publisher.publish(display) }
            case .replaced(let id): publisher.forget(id)
            }
        }
    }
}
