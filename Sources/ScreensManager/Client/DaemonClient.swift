import Glibc
import ScreensJSON
import ScreensLinux
import ScreensVarlink

/// A client of the daemon `screensd`. It calls the methods of the interface `screens.Manager`, one after the other.
///
/// ```swift
/// let daemon = try DaemonClient()
/// for screen in try daemon.screens() where screen.isConnected {
///     _ = try daemon.set(["brightness": 40], of: screen.qualifiedName)
/// }
/// ```
///
/// Its calls block their thread for a limited time, and it must stay on one thread; ``interrupter`` ends a call from
/// another thread. Methods without a function here are reached by ``call(_:_:within:returning:)``. After an error of a
/// kind other than ``DaemonError/Code/refused``, ``DaemonError/Code/unsupported`` and ``DaemonError/Code/invalidCall``
/// a new client is needed.
public final class DaemonClient {
    /// The longest times until an answer.
    public struct Timeouts: Sendable {
        /// The limit for connecting, and for calls that only read.
        public var reading: Duration
        /// The limit for calls that change something: some drivers take seconds for a modeset, and the daemon may try
        /// several modes.
        public var changing: Duration
        /// Called with the notice, for people, on the thread of the call.
        package var onDelay: @Sendable (String) -> Void = { _ in }

        /// Creates timeouts. Each counts from the beginning of its call.
        public init(reading: Duration = .seconds(10), changing: Duration = .seconds(60)) {
            self.reading = reading
            self.changing = changing
        }
    }

    /// Ends the connection of a client, from any thread.
    public struct Interrupter: Sendable {
        fileprivate let socket: UnixSocket

        /// Ends the connection. A call that waits fails at once, and ``DaemonClient/watch(_:)`` returns.
        public func interrupt() { socket.interrupt() }
    }

    /// The longest answer without a picture, in bytes.
    public static let longestAnswer = 1 << 20
    /// The longest answer with a picture, in bytes: an incompressible picture of 3840x2160 takes 34 MB in Base64.
    public static let longestPicture = 1 << 27
    /// The time until a notice that a call that only reads takes long. Most calls are answered within milliseconds.
    private static let noticeOfReading = Duration.seconds(2)
    /// The longest text in an answer, except a picture and an EDID, which has up to 256 blocks. The daemon sends no
    /// longer text.
    private static let longestText = 4096

    /// The path of the socket.
    package let path: String
    package let socket: UnixSocket
    package let timeouts: Timeouts
    private var connection: ClientConnection
    /// Whether the connection serves no further call: an answer to an earlier one may still come, and would count as
    /// the answer to the next one.
    private var isSpent = false

    package init(_ socket: UnixSocket, path: String, timeouts: Timeouts, longestAnswer: Int) {
        self.socket = socket
        self.path = path
        self.timeouts = timeouts
        connection = ClientConnection(limits: JSONLimits(bytes: longestAnswer, values: 1 << 16))
    }

    /// Connects to the daemon. The corresponding C function is `connect`.
    ///
    /// - Parameters:
    ///   - socket: the socket with the right that is needed: for all calls, to operate, for calls that only read, or
    ///     for contents. systemd starts the daemon for a connection if it does not run.
    ///   - timeouts: the longest times until an answer; connecting takes as long as a call that reads.
    ///   - longestAnswer: the longest answer in bytes; a longer answer is an error of the protocol.
    ///     ``snapshot(of:width:as:)`` needs ``longestPicture``.
    /// - Throws: ``DaemonError`` of the kinds ``DaemonError/Code/noDaemon``, ``DaemonError/Code/permissionDenied``,
    ///   ``DaemonError/Code/timeout``, ``DaemonError/Code/invalidCall`` and ``DaemonError/Code/system``.
    public convenience init(
        _ socket: DaemonSocket = .all, timeouts: Timeouts = Timeouts(), longestAnswer: Int = DaemonClient.longestAnswer
    ) throws(DaemonError) {
        let connected: UnixSocket
        do throws(UnixSocket.CallError) {
            connected = try UnixSocket.connect(to: socket.path, until: .now.advanced(by: timeouts.reading))
        } catch {
            throw error.isWithoutListener
                ? DaemonError(noDaemonAt: DaemonLocation(option: socket.path, environment: nil))
                : DaemonError(connectingTo: socket.path, errno: error.errno)
        }
        self.init(connected, path: socket.path, timeouts: timeouts, longestAnswer: longestAnswer)
    }

    /// An object that ends the connection from another thread.
    public var interrupter: Interrupter { Interrupter(socket: socket) }

    /// Calls a method of `screens.Manager` and waits for its answer.
    ///
    /// - Parameters:
    ///   - method: the name without the interface.
    ///   - reads: whether the call changes nothing.
    package func answer(
        to method: String, _ parameters: [String: JSONValue] = [:], within limit: Duration, reads: Bool = false
    ) throws(DaemonError) -> [String: JSONValue] {
        try checkIsUsable()
        connection.send(Call("\(ManagerInterface.name).\(method)", parameters))
        let notice = notice(within: limit, reads: reads || limit <= timeouts.reading)
        return try answer(to: method, until: .now.advanced(by: limit), within: limit, notice).parameters
    }

    /// Calls a method that answers many times.
    ///
    /// - Parameter body: takes each answer before the next is read, and returns whether to continue.
    /// - Returns: after the last answer, if `body` returns false, or when the socket is interrupted.
    package func answers(
        to method: String, _ body: ([String: JSONValue]) throws(DaemonError) -> Bool
    ) throws(DaemonError) {
        try checkIsUsable()
        connection.send(Call("\(ManagerInterface.name).\(method)", answer: .more))
        // The daemon sends further events after `body` has ended the watch.
        isSpent = true
        var deadline: MonotonicTime? = .now.advanced(by: timeouts.reading)
        var notice = notice(within: timeouts.reading, reads: true)
        while true {
            let reply: Reply
            do throws(DaemonError) {
                reply = try answer(to: method, until: deadline, within: timeouts.reading, notice)
            } catch {
                if socket.isInterrupted { return }
                guard deadline == nil, connection.failure?.isEnd == true else { throw error }
                throw DaemonError(endOfDaemonAt: path)
            }
            if socket.isInterrupted { return }
            (deadline, notice) = (nil, nil)
            guard try body(reply.parameters), reply.continues else { return }
        }
    }

    private func checkIsUsable() throws(DaemonError) {
        guard !isSpent else { throw DaemonError(spentConnectionTo: path) }
    }

    /// A notice that an answer takes long, reported once.
    private struct Notice {
        let time: MonotonicTime
        let text: String
    }

    /// - Parameters:
    ///   - limit: the longest time until the answer; nil is returned if the notice would come after it.
    ///   - reads: whether the call changes nothing, so that an answer is expected soon.
    private func notice(within limit: Duration, reads: Bool) -> Notice? {
        let delay = reads ? Self.noticeOfReading : timeouts.reading
        guard limit > delay else { return nil }
        let waits = "screensd at \(path) has not answered yet: waiting, for \(limit.components.seconds) s at most"
        return Notice(
            time: .now.advanced(by: delay), text: reads ? waits : "\(waits); it may carry out the request later")
    }

    private func answer(
        to method: String, until deadline: MonotonicTime?, within limit: Duration, _ notice: Notice?
    ) throws(DaemonError) -> Reply {
        var notice = notice
        while true {
            if let answer = connection.nextAnswer() {
                if let error = answer.reply.error { throw DaemonError(error, of: method, at: path) }
                let isPlausible = answer.reply.parameters.allSatisfy { name, value in
                    Self.isPlausible(value, isLong: name == "edid" || SnapshotFormat(rawValue: name) != nil)
                }
                guard isPlausible else {
                    throw DaemonError(answerAt: path, to: method, "a text in it is too long")
                }
                return answer.reply
            }
            if let reason = connection.failure { throw DaemonError(reason, at: path) }
            let isInTime: Bool
            do throws(UnixSocket.CallError) {
                isInTime = try exchange(until: notice?.time ?? deadline)
            } catch {
                isSpent = true
                throw DaemonError(talkingTo: path, errno: error.errno)
            }
            if !isInTime, let late = notice {
                timeouts.onDelay(late.text)
                notice = nil
                continue
            }
            guard isInTime else {
                isSpent = true
                throw DaemonError(silenceAt: path, after: limit)
            }
        }
    }

    /// Waits until the socket can be read or written, and does so.
    ///
    /// - Returns: false if the time is over.
    private func exchange(until deadline: MonotonicTime?) throws(UnixSocket.CallError) -> Bool {
        let isWriting = connection.unsentByteCount > 0
        guard try socket.wait(writing: isWriting, until: deadline) else { return false }
        if isWriting {
            let sent = try connection.withUnsentBytes { (bytes) throws(UnixSocket.CallError) in try socket.write(bytes)
            }
            connection.markSent(sent)
        }
        if let bytes = try socket.read() {
            if bytes.isEmpty { connection.endInput() } else { connection.receive(bytes) }
        }
        // A peer that sends without end could prevent every wait.
        return deadline.map { $0 > .now } ?? true
    }

    private static func isPlausible(_ value: JSONValue, isLong: Bool) -> Bool {
        switch value {
        case .string(let text): isLong || text.utf8.count <= longestText
        case .array(let values): values.allSatisfy { isPlausible($0, isLong: false) }
        case .object(let members): members.allSatisfy { isPlausible($1, isLong: false) }
        default: true
        }
    }
}

/// Methods without a function of their own.
extension DaemonClient {
    /// Calls a method of `screens.Manager` that has no function of its own here, and waits for its answer.
    ///
    /// ```swift
    /// struct Parameters: Encodable { let screen: String, seconds: Int }
    /// try daemon.call("Identify", Parameters(screen: "HDMI-A-1", seconds: 5))
    /// ```
    ///
    /// - Parameters:
    ///   - method: its name without the interface, as in `Identify`.
    ///   - parameters: a value that is encoded as an object, with the keys of the method's parameters.
    ///   - limit: the longest time until the answer; ``Timeouts/changing`` if it is nil.
    /// - Throws: ``DaemonError``.
    public func call(
        _ method: String, _ parameters: some Encodable = [String: String](), within limit: Duration? = nil
    ) throws(DaemonError) {
        _ = try answer(to: method, Self.object(parameters, for: method), within: limit ?? timeouts.changing)
    }

    /// Calls a method of `screens.Manager` that has no function of its own here, and reads its answer.
    ///
    /// - Parameters:
    ///   - method: its name without the interface, as in `Statistics`.
    ///   - parameters: a value that is encoded as an object, with the keys of the method's parameters.
    ///   - limit: the longest time until the answer; ``Timeouts/changing`` if it is nil.
    ///   - type: a type that is decoded from the object of the answer. Keys that it does not have are ignored.
    /// - Throws: ``DaemonError``, of the kind ``DaemonError/Code/badProtocol`` also for an answer that is not such a
    ///   value.
    public func call<Answer: Decodable>(
        _ method: String, _ parameters: some Encodable = [String: String](), within limit: Duration? = nil,
        returning type: Answer.Type
    ) throws(DaemonError) -> Answer {
        try document(
            .object(
                try answer(to: method, Self.object(parameters, for: method), within: limit ?? timeouts.changing)),
            of: method)
    }

    private static func object(
        _ parameters: some Encodable, for method: String
    ) throws(DaemonError) -> [String: JSONValue] {
        guard let object = (try? JSONValue(encoding: parameters))?.object else {
            throw DaemonError(.invalidCall, .usage, "the parameters of \(method) are not an object")
        }
        return object
    }

    /// Decodes an answer into the type that the command prints, so that the output is the same with and without the
    /// daemon.
    package func document<Document: Decodable>(_ value: JSONValue, of method: String) throws(DaemonError) -> Document {
        do {
            return try value.decode()
        } catch {
            throw DaemonError(
                answerAt: path, to: method, "the reply is not \(method == "Watch" ? "an event" : "such a document")")
        }
    }

    fileprivate func read<Document: Decodable>(
        _ method: String, _ parameters: [String: JSONValue], _ name: String
    ) throws(DaemonError) -> Document {
        try document(
            try answer(to: method, parameters, within: timeouts.reading)[name] ?? .null, of: method)
    }
}

/// Calls that only read.
extension DaemonClient {
    /// The screens, built-in ones first. The corresponding method is `List`.
    ///
    /// - Parameter all: whether connectors without a display are listed as well.
    /// - Throws: ``DaemonError``.
    public func screens(all: Bool = false) throws(DaemonError) -> [ScreenDocument] {
        try read("List", ["all": .bool(all)], "screens")
    }

    /// The modes that the display of a screen lists, the largest last. The corresponding method is `Modes`.
    ///
    /// - Parameter screen: its name, as in `HDMI-A-1` or `card1/HDMI-A-1`.
    /// - Throws: ``DaemonError``, with the refusals `NoSuchScreen` and `AmbiguousScreen`.
    public func modes(of screen: String) throws(DaemonError) -> [ModeDocument] {
        try read("Modes", ["screen": .string(screen)], "modes")
    }

    /// The state of the daemon and of its screens, with the origin of each setting. The corresponding method is
    /// `Status`.
    ///
    /// - Parameter screen: the name of one screen; nil for all.
    /// - Throws: ``DaemonError``, with the refusals `NoSuchScreen` and `AmbiguousScreen`.
    public func status(of screen: String? = nil) throws(DaemonError) -> StatusDocument {
        let parameters: [String: JSONValue] = screen.map { ["screen": .string($0)] } ?? [:]
        return try document(.object(try answer(to: "Status", parameters, within: timeouts.reading)), of: "Status")
    }

    /// The picture on a screen, as the bytes of a file. The corresponding method is `Snapshot`.
    ///
    /// It needs a client that takes answers of ``longestPicture``, and all rights, or the right to operate for a screen
    /// whose setting `snapshots` is true.
    ///
    /// - Parameters:
    ///   - screen: its name, as in `HDMI-A-1` or `card1/HDMI-A-1`.
    ///   - width: the most columns of the picture, which keeps its aspect; nil for its own size.
    ///   - format: the format of the file.
    /// - Throws: ``DaemonError``, with the refusals `NoSuchScreen`, `AmbiguousScreen`, `InvalidValue` and `Failed`.
    public func snapshot(
        of screen: String, width: Int? = nil, as format: SnapshotFormat = .png
    ) throws(DaemonError) -> [UInt8] {
        var parameters: [String: JSONValue] = ["screen": .string(screen)]
        if let width { parameters["width"] = .int(Int64(width)) }
        // An older daemon knows PNG alone.
        if format != .png { parameters["format"] = .string(format.rawValue) }
        let answer = try answer(to: "Snapshot", parameters, within: timeouts.changing, reads: true)
        guard let text = answer[format.rawValue]?.string, let bytes = Base64.decode(text),
            bytes.starts(with: format.signature)
        else {
            throw DaemonError(
                answerAt: path, to: "Snapshot", "the reply is not a \(format.rawValue.uppercased()) file")
        }
        return bytes
    }

    /// Reports a snapshot of everything, and then each event, until ``interrupter`` or `body` ends it. The
    /// corresponding method is `Watch`.
    ///
    /// The connection serves this call alone. If `body` takes long, it misses no state: the daemon sends another
    /// snapshot in place of the events that it could not send.
    ///
    /// - Parameter body: takes each event on the calling thread, and returns whether to go on.
    /// - Throws: ``DaemonError``, of the kind ``DaemonError/Code/disconnected`` when the daemon ends.
    public func watch(_ body: (EventDocument) -> Bool) throws(DaemonError) {
        var isWanted = true
        try answers(to: "Watch") { (answer) throws(DaemonError) in
            isWanted = body(try document(answer["event"] ?? .null, of: "Watch"))
            return isWanted
        }
        guard !isWanted || socket.isInterrupted else { throw DaemonError(endOfDaemonAt: path) }
    }
}

/// Calls that change something.
extension DaemonClient {
    /// Sets settings of a screen: all of them with one modeset, or none. They hold for its display until the daemon
    /// ends, its configuration is read again or the method `Save` keeps them. The corresponding method is `Set`.
    ///
    /// - Parameters:
    ///   - settings: a value that is encoded as an object of the interface's type `Settings`: `["brightness": 40]`.
    ///   - screen: its name, as in `HDMI-A-1` or `card1/HDMI-A-1`.
    ///   - seconds: the time after which the former settings return, unless ``confirm(_:)`` is called; 1 to 3600, or
    ///     nil to keep the new ones.
    /// - Returns: the screen after the call, and the settings that its display does not follow.
    /// - Throws: ``DaemonError``, with the refusals `NoSuchScreen`, `AmbiguousScreen`, `InvalidValue`, `Unreadable` and
    ///   `Failed`.
    public func set(
        _ settings: some Encodable, of screen: String, confirmWithin seconds: Int? = nil
    ) throws(DaemonError) -> SetDocument {
        var parameters: [String: JSONValue] = [
            "screen": .string(screen), "settings": .object(try Self.object(settings, for: "Set")),
        ]
        if let seconds { parameters["confirmSeconds"] = .int(Int64(seconds)) }
        return try document(.object(try answer(to: "Set", parameters, within: timeouts.changing)), of: "Set")
    }

    /// Keeps settings that wait for a confirmation. The corresponding method is `Confirm`.
    ///
    /// - Parameter screen: its name, as in `HDMI-A-1` or `card1/HDMI-A-1`.
    /// - Throws: ``DaemonError``, with the refusals `NoSuchScreen`, `AmbiguousScreen` and `NothingToConfirm`.
    public func confirm(_ screen: String) throws(DaemonError) {
        _ = try answer(to: "Confirm", ["screen": .string(screen)], within: timeouts.changing)
    }

    /// Gets a screen to draw on by KMS, by a DRM lease. The connection serves the lease alone from then on. The
    /// corresponding method is `Lease`.
    ///
    /// - Parameters:
    ///   - screen: its name, as in `HDMI-A-1` or `card1/HDMI-A-1`.
    ///   - program: the name of the program that draws, for people.
    ///   - onEnd: called on another thread when the daemon has taken the screen back, or it was returned.
    /// - Throws: ``DaemonError``, with the refusals `NoSuchScreen`, `AmbiguousScreen` and `Failed`.
    public func lease(
        _ screen: String, for program: String, onEnd: @escaping @Sendable () -> Void = {}
    ) throws(DaemonError) -> LentScreen {
        try LentScreen(screen, by: self, to: program, onEnd: onEnd)
    }

    /// Gets the descriptor of a lease, which the caller owns.
    ///
    /// - Parameter isAgain: whether the picture of the former program stays until the new program shows one.
    func leaseDescriptor(_ screen: String, for program: String, isAgain: Bool) throws(DaemonError) -> Int32 {
        var parameters: [String: JSONValue] = ["screen": .string(screen), "program": .string(program)]
        if isAgain { parameters["again"] = true }
        let answer = try answer(to: "Lease", parameters, within: timeouts.changing)
        let files = socket.takeDescriptors()
        let place = answer["fd"]?.int.flatMap(Int.init(exactly:)) ?? -1
        guard files.indices.contains(place) else {
            for file in files { close(file) }
            throw DaemonError(answerAt: path, to: "Lease", "no descriptor came with it")
        }
        for (other, file) in files.enumerated() where other != place { close(file) }
        isSpent = true
        return files[place]
    }
}
