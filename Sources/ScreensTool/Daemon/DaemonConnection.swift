import Glibc
import ScreensConfiguration
import ScreensJSON
import ScreensLinux
import ScreensProgramKit
import ScreensVarlink

/// A connection to the daemon: calls and their answers, one after the other.
///
/// Its calls block their thread, for a limited time, and it stays on one.
final class DaemonConnection {
    /// The longest times until an answer.
    struct Timeouts: Sendable {
        /// Of calls that only read.
        var reading = Duration.seconds(10)
        /// Of calls that change something: a modeset takes some drivers seconds, and the daemon may try several modes.
        var changing = Duration.seconds(60)
        /// Until a notice says that a call that only reads takes long: most are answered within milliseconds.
        var noticeOfReading = Duration.seconds(2)
    }

    /// The outcome of a call that saves settings.
    struct Saving: Sendable, Hashable {
        /// The path of the daemon's file.
        let file: String
        /// Whether there was no setting to save.
        var wasEmpty: Bool
        /// The path of the former file, where that could not be read and was put aside.
        var damaged: String?

        /// - Parameter reply: nil without a path.
        init?(_ reply: [String: JSONValue]) {
            guard let file = reply["file"]?.string else { return nil }
            self.file = file
            wasEmpty = reply["settings"]?.int == 0
            damaged = reply["damaged"]?.string
        }

        /// A notice for people; nil where it is as expected.
        ///
        /// - Parameter screen: whose settings were to be saved; nil for those of all.
        func notice(of screen: String? = nil) -> String? {
            guard !wasEmpty else {
                let setting = "no setting\(screen.map { " of \($0)" } ?? "")"
                return "\(setting) has been made since the last save, or since the daemon started: none is saved"
            }
            return damaged.map {
                "the former file could not be read, and is \($0) from now on: its settings do not count"
            }
        }
    }

    /// The longest answer without a picture, in bytes.
    static let longestReply = 1 << 20
    /// The longest answer with a picture: one of 3840x2160 that does not compress takes 34 MB in Base64.
    static let longestPicture = 1 << 27
    /// The longest text of an answer, except a picture: the daemon sends none that is longer.
    private static let longestText = 4096

    let path: String
    /// Interrupting it ends a call from another thread.
    let socket: UnixSocket
    let timeouts: Timeouts
    private var client: ClientConnection

    private init(_ socket: UnixSocket, path: String, timeouts: Timeouts, longestReply: Int) {
        self.socket = socket
        self.path = path
        self.timeouts = timeouts
        client = ClientConnection(limits: JSONLimits(bytes: longestReply, values: 1 << 16))
    }

    /// Connects to the daemon.
    ///
    /// - Parameter isStarting: whether a service manager may start it for this connection. A daemon that was named by its path is
    ///   connected to in any case.
    /// - Returns: nil where none listens and none was named by its path.
    static func open(
        _ location: DaemonLocation, isStarting: Bool = true, timeouts: Timeouts = Timeouts(),
        longestReply: Int = longestReply
    ) throws(Failure) -> DaemonConnection? {
        var isReaderDenied = false
        if !isStarting, !location.isExplicit {
            guard location.mayBeListening else { return nil }
            // More users may read than change something.
            if let path = ManagerInterface.readerPath(of: location.path) {
                do throws(UnixSocket.CallError) {
                    let socket = try UnixSocket.connect(to: path, until: .now.advanced(by: timeouts.reading))
                    return DaemonConnection(socket, path: path, timeouts: timeouts, longestReply: longestReply)
                } catch {
                    isReaderDenied = error.errno == EACCES || error.errno == EPERM
                }
            }
        }
        do throws(UnixSocket.CallError) {
            let socket = try UnixSocket.connect(to: location.path, until: .now.advanced(by: timeouts.reading))
            return DaemonConnection(socket, path: location.path, timeouts: timeouts, longestReply: longestReply)
        } catch {
            switch error.errno {
            case ENOENT, ENOTDIR, ECONNREFUSED:
                guard location.isExplicit else { return nil }
                throw Failure(noDaemonAt: location)
            case EACCES, EPERM:
                // The group that may read is enough for this call.
                let reader = isReaderDenied ? ManagerInterface.readerPath(of: location.path) : nil
                throw Failure(connectingTo: reader ?? location.path, errno: error.errno)
            default: throw Failure(connectingTo: location.path, errno: error.errno)
            }
        }
    }

    /// Connects as a client that runs the program of a content, whose user may have no other right.
    static func openForContents(_ location: DaemonLocation) throws(Failure) -> DaemonConnection {
        let timeouts = Timeouts()
        if !location.isExplicit, let path = ManagerInterface.contentPath(of: location.path) {
            do throws(UnixSocket.CallError) {
                let socket = try UnixSocket.connect(to: path, until: .now.advanced(by: timeouts.reading))
                return DaemonConnection(socket, path: path, timeouts: timeouts, longestReply: longestReply)
            } catch {
                // A person who runs the command by hand may have all rights, without that socket.
                guard error.errno == ENOENT || error.errno == ECONNREFUSED else {
                    throw Failure(connectingTo: path, errno: error.errno)
                }
            }
        }
        guard let connection = try open(location) else { throw Failure(noDaemonAt: location) }
        return connection
    }

    /// Calls a method of `screens.Manager` and waits for its answer.
    ///
    /// - Parameter method: without its interface.
    func call(
        _ method: String, _ parameters: [String: JSONValue] = [:], within limit: Duration, reads: Bool = false
    ) throws(Failure) -> [String: JSONValue] {
        client.send(Call("\(ManagerInterface.name).\(method)", parameters))
        let notice = notice(within: limit, reads: reads || limit <= timeouts.reading)
        return try answer(to: method, until: .now.advanced(by: limit), within: limit, notice).parameters
    }

    /// Calls a method that answers many times.
    ///
    /// - Parameter body: takes the answers, each before the next is read.
    /// - Returns: after the last answer, or when the socket is interrupted.
    func stream(
        _ method: String, _ body: ([String: JSONValue]) throws(Failure) -> Void
    ) throws(Failure) {
        client.send(Call("\(ManagerInterface.name).\(method)", answer: .more))
        var deadline: MonotonicTime? = .now.advanced(by: timeouts.reading)
        var notice = notice(within: timeouts.reading, reads: true)
        while true {
            let reply: Reply
            do throws(Failure) {
                reply = try answer(to: method, until: deadline, within: timeouts.reading, notice)
            } catch {
                if socket.isInterrupted { return }
                guard deadline == nil, client.failure?.isEnd == true else { throw error }
                throw Failure(endOfDaemonAt: path)
            }
            if socket.isInterrupted { return }
            (deadline, notice) = (nil, nil)
            try body(reply.parameters)
            if !reply.continues { return }
        }
    }

    /// Says once that an answer takes long.
    private struct Notice {
        let time: MonotonicTime
        let text: String
    }

    /// - Parameters:
    ///   - limit: the longest time until the answer; nothing is said that is due after it.
    ///   - reads: whether the call changes nothing, and an answer in time is to be expected.
    private func notice(within limit: Duration, reads: Bool) -> Notice? {
        let delay = reads ? timeouts.noticeOfReading : timeouts.reading
        guard limit > delay else { return nil }
        let waits = "screensd at \(path) has not answered yet: waiting, for \(limit.components.seconds) s at most"
        return Notice(
            time: .now.advanced(by: delay), text: reads ? waits : "\(waits); it may carry out the request later")
    }

    private func answer(
        to method: String, until deadline: MonotonicTime?, within limit: Duration, _ notice: Notice?
    ) throws(Failure) -> Reply {
        var notice = notice
        while true {
            if let answer = client.nextAnswer() {
                if let error = answer.reply.error { throw Failure(error, of: method, at: path) }
                guard answer.reply.parameters.allSatisfy({ Self.isPlausible($1, isPicture: $0 == "png") }) else {
                    throw Failure(answerAt: path, to: method, "a text in it is too long")
                }
                return answer.reply
            }
            if let reason = client.failure { throw Failure(reason, at: path) }
            let isInTime: Bool
            do throws(UnixSocket.CallError) {
                isInTime = try exchange(until: notice?.time ?? deadline)
            } catch {
                throw Failure(talkingTo: path, errno: error.errno)
            }
            if !isInTime, let late = notice {
                Notices.shared.say(late.text)
                notice = nil
                continue
            }
            guard isInTime else { throw Failure(silenceAt: path, after: limit) }
        }
    }

    /// Waits until bytes go one way or the other.
    ///
    /// - Returns: false where the time is over.
    private func exchange(until deadline: MonotonicTime?) throws(UnixSocket.CallError) -> Bool {
        let isWriting = client.unsentByteCount > 0
        guard try socket.wait(writing: isWriting, until: deadline) else { return false }
        if isWriting {
            let sent = try client.withUnsentBytes { (bytes) throws(UnixSocket.CallError) in try socket.write(bytes) }
            client.markSent(sent)
        }
        if let bytes = try socket.read() {
            if bytes.isEmpty { client.endInput() } else { client.receive(bytes) }
        }
        // A peer that sends without end could prevent every wait.
        return deadline.map { $0 > .now } ?? true
    }

    private static func isPlausible(_ value: JSONValue, isPicture: Bool) -> Bool {
        switch value {
        case .string(let text): isPicture || text.utf8.count <= longestText
        case .array(let values): values.allSatisfy { isPlausible($0, isPicture: false) }
        case .object(let members): members.allSatisfy { isPlausible($1, isPicture: false) }
        default: true
        }
    }
}

/// The calls that only read.
extension DaemonConnection {
    /// The connected screens, or every connector.
    func screens(all: Bool) throws(Failure) -> [ScreenDocument] {
        try read("List", ["all": .bool(all)], "screens")
    }

    /// The modes of a screen, the largest last.
    func modes(of screen: String) throws(Failure) -> [ModeDocument] {
        try read("Modes", ["screen": .string(screen)], "modes")
    }

    /// Everything that the daemon knows about a screen.
    func inspection(of screen: String) throws(Failure) -> InspectionDocument {
        try document(
            .object(try call("Inspect", ["screen": .string(screen)], within: timeouts.reading)), of: "Inspect")
    }

    /// The state of one screen, or of all.
    func status(of screen: String?) throws(Failure) -> StatusDocument {
        let parameters: [String: JSONValue] = screen.map { ["screen": .string($0)] } ?? [:]
        return try document(.object(try call("Status", parameters, within: timeouts.reading)), of: "Status")
    }

    /// The settings of a screen that are in effect.
    func settings(of screen: String) throws(Failure) -> ScreenOverrides {
        let answer = try call("Get", ["screen": .string(screen)], within: timeouts.reading)
        do throws(SettingProblem) {
            return try ScreenOverrides(call: answer["settings"] ?? .null)
        } catch {
            throw Failure(answerAt: path, to: "Get", "\(error.key) \(error.message)")
        }
    }

    /// The counters of the daemon.
    func statistics() throws(Failure) -> DaemonStatisticsDocument {
        let answer = try call("Statistics", within: timeouts.reading)
        return try document(.object(answer), of: "Statistics")
    }

    /// The picture on a screen, as a PNG file.
    ///
    /// For a connection that takes answers of ``longestPicture``.
    func snapshot(of screen: String) throws(Failure) -> [UInt8] {
        let answer = try call("Snapshot", ["screen": .string(screen)], within: timeouts.changing, reads: true)
        guard let text = answer["png"]?.string, let bytes = Base64.decode(text),
            bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        else { throw Failure(answerAt: path, to: "Snapshot", "the reply is not a PNG file") }
        return bytes
    }

    /// A snapshot, and then each event.
    ///
    /// - Returns: when the socket is interrupted.
    /// - Throws: also where the daemon ends.
    func watch(_ body: (EventDocument) throws(Failure) -> Void) throws(Failure) {
        try stream("Watch") { (answer) throws(Failure) in
            try body(try document(answer["event"] ?? .null, of: "Watch"))
        }
        if socket.isInterrupted { return }
        throw Failure(endOfDaemonAt: path)
    }

    private func read<Document: Decodable>(
        _ method: String, _ parameters: [String: JSONValue], _ name: String
    ) throws(Failure) -> Document {
        let answer = try call(method, parameters, within: timeouts.reading)
        return try document(answer[name] ?? .null, of: method)
    }

    /// Read into the types that are printed, so that the output is the same with and without the daemon.
    func document<Document: Decodable>(_ value: JSONValue, of method: String) throws(Failure) -> Document {
        do {
            return try value.decode()
        } catch {
            throw Failure(
                answerAt: path, to: method, "the reply is not \(method == "Watch" ? "an event" : "such a document")")
        }
    }
}

/// The calls that change something.
extension DaemonConnection {
    /// Sets all of the settings, or none.
    ///
    /// - Parameter seconds: after which the former settings return, unless the new ones are confirmed; nil to keep them.
    func set(
        _ overrides: ScreenOverrides, of screen: String, confirmWithin seconds: Int?
    ) throws(Failure) -> SetDocument {
        var parameters: [String: JSONValue] = ["screen": .string(screen), "settings": overrides.json]
        if let seconds { parameters["confirmSeconds"] = .int(Int64(seconds)) }
        return try document(.object(try call("Set", parameters, within: timeouts.changing)), of: "Set")
    }

    /// Adopts, resets, sets and saves, or does nothing of it.
    ///
    /// - Returns: the outcome of the save too; nil if that is a call of its own.
    func set(_ request: SetRequest, of screen: String) throws(Failure) -> (SetDocument, Saving?) {
        var parameters: [String: JSONValue] = ["screen": .string(screen), "settings": request.overrides.json]
        if let seconds = request.confirmSeconds { parameters["confirmSeconds"] = .int(Int64(seconds)) }
        if let identity = request.adopts { parameters["adopt"] = .string(identity) }
        if !request.resets.isEmpty {
            parameters["reset"] = .array(request.resets.map { .string(Spelling.call.spell($0)) })
        }
        if request.saves, !request.savesAfterwards { parameters["save"] = true }
        let reply = try call("Set", parameters, within: timeouts.changing)
        return (try document(.object(reply), of: "Set"), reply["saving"]?.object.flatMap(Saving.init))
    }

    /// Lets the configuration decide about settings again.
    ///
    /// - Parameter keys: as files spell them; nil for all.
    func reset(_ keys: [String]?, of screen: String) throws(Failure) -> SetDocument {
        var parameters: [String: JSONValue] = ["screen": .string(screen)]
        if let keys { parameters["keys"] = .array(keys.map { .string(Spelling.call.spell($0)) }) }
        return try document(.object(try call("Reset", parameters, within: timeouts.changing)), of: "Reset")
    }

    /// Lets the files decide about all settings of all screens again.
    func resetAll() throws(Failure) {
        try run("ResetAll", [:])
    }

    /// Removes saved settings of a display that is not connected.
    ///
    /// - Parameter keys: as files spell them; nil for all.
    func resetAbsent(_ identity: String, _ keys: [String]?) throws(Failure) {
        var parameters: [String: JSONValue] = ["identity": .string(identity)]
        if let keys { parameters["keys"] = .array(keys.map { .string(Spelling.call.spell($0)) }) }
        try run("ResetAbsent", parameters)
    }

    func confirm(_ screen: String) throws(Failure) {
        try run("Confirm", ["screen": .string(screen)])
    }

    /// Takes settings back that wait for a confirmation, where there are some.
    func revert(_ screen: String) throws(Failure) {
        try run("Revert", ["screen": .string(screen)])
    }

    /// - Parameters:
    ///   - screen: nil for each that the daemon drives.
    ///   - seconds: nil for the default of the daemon.
    func identify(_ screen: String?, seconds: Int?) throws(Failure) {
        var parameters: [String: JSONValue] = [:]
        if let screen { parameters["screen"] = .string(screen) }
        if let seconds { parameters["seconds"] = .int(Int64(seconds)) }
        try run("Identify", parameters)
    }

    func reload() throws(Failure) {
        try run("Reload", [:])
    }

    /// Gets a screen until the connection ends.
    ///
    /// - Parameter program: its name, for people.
    /// - Returns: the descriptor of the lease, which is the caller's.
    func lease(_ screen: String, for program: String, isAgain: Bool = false) throws(Failure) -> Int32 {
        var parameters: [String: JSONValue] = ["screen": .string(screen), "program": .string(program)]
        if isAgain { parameters["again"] = true }
        let answer = try call("Lease", parameters, within: timeouts.changing)
        let files = socket.takeDescriptors()
        let place = answer["fd"]?.int.flatMap(Int.init(exactly:)) ?? -1
        guard files.indices.contains(place) else {
            for file in files { close(file) }
            throw Failure(answerAt: path, to: "Lease", "no descriptor came with it")
        }
        for (other, file) in files.enumerated() where other != place { close(file) }
        return files[place]
    }

    /// Takes a screen back that a client has.
    func revoke(_ screen: String) throws(Failure) {
        try run("Revoke", ["screen": .string(screen)])
    }

    /// Saves the settings of all screens.
    ///
    /// - Parameter onConnectors: whether the settings hold only on the connectors that the displays have now.
    func save(onConnectors: Bool = false) throws(Failure) -> Saving {
        try save(onConnectors ? ["onConnectors": true] : [:])
    }

    /// Saves some settings of one screen.
    ///
    /// - Parameter keys: as calls spell them; nil for all.
    func save(_ keys: [String]?, of screen: String) throws(Failure) -> Saving {
        var parameters: [String: JSONValue] = ["screen": .string(screen)]
        if let keys { parameters["keys"] = .array(keys.map { .string($0) }) }
        return try save(parameters)
    }

    private func save(_ parameters: [String: JSONValue]) throws(Failure) -> Saving {
        let reply = try call("Save", parameters, within: timeouts.changing)
        guard let saving = Saving(reply) else { throw Failure(answerAt: path, to: "Save", "its reply has no path") }
        return saving
    }

    private func run(_ method: String, _ parameters: [String: JSONValue]) throws(Failure) {
        _ = try call(method, parameters, within: timeouts.changing)
    }
}
