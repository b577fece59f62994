import CGStreamer
import Films
import Glibc
import ScreensJSON
import ScreensServing

/// One item: the connection of the daemon that wants it, the connection that draws it, and its decoder.
///
/// It lasts until the daemon ends its connection. The decoder may crash, hang or be killed: the connection that draws
/// stays, and so does the last frame.
final class FilmItem: ServedCall {
    /// The end of an item, with its reason if the daemon has not ended it.
    private struct End: Error {
        var problem: (reason: String, remedy: String?)?
    }

    /// A call of the daemon that is not answered yet.
    private enum Pending {
        case draw
        case frame
    }

    /// How long the daemon may take to call, in seconds.
    private static let callTimeout = 10.0
    /// How long a decoder may take for its first words, and then for each frame, in seconds.
    private static let (firstTimeout, frameTimeout) = (20.0, 2.0)
    /// The most restarts of a decoder for a film that makes no progress, and the seconds after which an end no longer
    /// counts.
    private static let mostCrashes = 3
    private static let recovery = 10.0
    /// The most pixels of a film: as many as 4096x2304 has.
    private static let mostPixels = 4096 * 2304

    private let presenter: MessageSocket
    private let socket: String
    private var daemon: MessageSocket?
    private var decoder: DecoderProcess?
    private var film: Int32 = -1
    private var call: [String: JSONValue] = [:]
    private var slots = VideoSlots()
    private var format: FilmFormat?
    private var memory: Int32 = -1
    private var pending: [Pending] = []
    /// The time from one refresh to the next, in nanoseconds, as of the last call of `Draw`.
    private var period: Int64 = 0
    private var said: Set<String> = []
    /// The start of the present wait: for the daemon's call, or for the decoder while it has a slot to draw in.
    private var since: Double
    private var crashes = 0
    private var lastCrash = 0.0
    /// Whether the decoder has reached the end of the film.
    private var isRead = false
    private(set) var isOver = false

    /// - Parameters:
    ///   - presenter: the connection of the daemon.
    ///   - socket: the path of the daemon's socket for contents.
    init(_ presenter: MessageSocket, _ socket: String, at now: Double) {
        self.presenter = presenter
        self.socket = socket
        since = now
    }

    deinit {
        if film >= 0 { FileCloser.close(film) }
        if memory >= 0 { close(memory) }
    }

    /// The descriptors for `poll`, each with whether output waits.
    var descriptors: [(descriptor: Int32, wantsOutput: Bool)] {
        [presenter, daemon, decoder?.messages].compactMap { $0 }.map { ($0.descriptor, $0.wantsOutput) }
    }

    /// Whether something is decoded or drawn.
    var isActive: Bool { decoder != nil || slots.isBusy || film < 0 }

    /// The deadline of the daemon's call or of the decoder; nil if neither is waited for.
    var deadline: Double? {
        if film < 0 { return since + Self.callTimeout }
        guard decoder != nil, !isRead else { return nil }
        if format == nil { return since + Self.firstTimeout }
        return slots.freeCount > 0 ? since + Self.frameTimeout : nil
    }

    // MARK: The loop

    /// Takes what has come, and sends what is due.
    func exchange(at now: Double) {
        do throws(End) {
            try takeCall(at: now)
            try takeFrames(at: now)
            try takeReplies(at: now)
            if let deadline, deadline <= now { try takeDelay(at: now) }
        } catch {
            if let (reason, remedy) = error.problem { fail(reason, remedy) }
            finish()
        }
    }

    /// Ends everything but the connection of the daemon, which may read the last reply.
    private func finish() {
        isOver = true
        (decoder, daemon) = (nil, nil)
    }

    private func fail(_ reason: String, _ remedy: String?) {
        Journal.write("\(title): \(reason)", .warning)
        say("failed", ["reason": .string(reason), "remedy": remedy.map { .string($0) } ?? .null], continues: false)
    }

    private var title: String { call["video"]?["title"]?.string ?? "an item" }

    private func say(_ state: String, _ more: [String: JSONValue] = [:], continues: Bool = true) {
        guard said.insert(state).inserted else { return }
        let parameters = more.merging(["state": .string(state)]) { $1 }
        try? presenter.send(["parameters": .object(parameters), "continues": .bool(continues)])
    }

    /// Takes messages of a connection. Its end is the end of the item.
    private func messages(of socket: MessageSocket) throws(End) -> [JSONValue] {
        do throws(MessageSocket.Failure) {
            try socket.flush()
            return try socket.receive()
        } catch {
            throw End()
        }
    }

    // MARK: The daemon's call

    private func takeCall(at now: Double) throws(End) {
        for message in try messages(of: presenter) {
            let passed = presenter.takeFile()
            guard film < 0, message["method"]?.string == "screens.Presenter.Present",
                let parameters = message["parameters"]?.object, parameters["item"]?.string != nil,
                parameters["screen"]?.string != nil, parameters["video"]?.object != nil, let file = passed
            else {
                if let passed { FileCloser.close(passed) }
                try? presenter.send(
                    ["error": "org.varlink.service.InvalidParameter", "parameters": ["parameter": "video"]])
                throw End()
            }
            (film, call) = (file, parameters)
            guard FileCloser.hasRoom else {
                throw End(
                    problem: (
                        "the files of \(FileCloser.mostThreads) former films do not close",
                        "repair the share that does not answer, or restart screens-player"
                    ))
            }
            try startDecoder(at: now)
        }
    }

    // MARK: The decoder

    private func startDecoder(at now: Double) throws(End) {
        since = now
        decoder = DecoderProcess(
            film, from: slots.position, loops: call["video"]?["loop"]?.bool ?? false, mostPixels: Self.mostPixels)
        guard decoder != nil else { throw End(problem: ("no decoder can be started", nil)) }
        format = nil
        slots.decoderBegins()
    }

    private func takeFrames(at now: Double) throws(End) {
        guard let decoder else { return }
        let messages: [JSONValue]
        do throws(MessageSocket.Failure) {
            try decoder.messages.flush()
            messages = try decoder.messages.receive()
        } catch {
            if isRead {
                self.decoder = nil
                return
            }
            return try restart(because: error == .ended ? decoder.end() : "invalid words", at: now)
        }
        for message in messages {
            since = now
            switch DecoderMessage(message) {
            case .format(let json): try use(json)
            case .frame(let slot, let frame):
                guard format != nil, slots.isFree(slot) else {
                    return try restart(because: "an invalid frame", at: now)
                }
                say("ready")
                if let parameters = slots.take(frame, in: slot) { try send("Frame", parameters) }
            case .ended(let early):
                isRead = true
                if let early { throw End(problem: (early, "the file is damaged or was cut")) }
            case .failed(let reason, let remedy): throw End(problem: (reason, remedy))
            case .memory, .free, nil: return try restart(because: "invalid words", at: now)
            }
        }
    }

    private func takeDelay(at now: Double) throws(End) {
        if film < 0 { throw End() }
        try restart(because: "no frame for \(Int(now - since)) s", at: now)
    }

    /// Starts another decoder, which goes on at the last frame, unless the film makes no progress.
    private func restart(because reason: String, at now: Double) throws(End) {
        decoder = nil
        crashes = now - lastCrash > Self.recovery ? 1 : crashes + 1
        lastCrash = now
        Journal.write("\(title): the decoder has ended (\(reason))", .warning)
        guard crashes < Self.mostCrashes else {
            throw End(problem: ("its decoder has ended \(crashes) times (\(reason))", "make another copy of the film"))
        }
        try startDecoder(at: now)
    }

    /// Gives the decoder memory for frames of another format, and the daemon as well.
    private func use(_ json: JSONValue) throws(End) {
        guard let format = FilmFormat(json, mostPixels: Self.mostPixels) else {
            throw End(problem: ("its frames have no format that the daemon takes", nil))
        }
        let made = cgst_sealed_memory(format.byteCount * VideoSlots.slotCount)
        guard made >= 0, let decoder else { throw End(problem: ("there is no memory for its frames", nil)) }
        if memory >= 0 { close(memory) }
        memory = made
        self.format = format
        slots.useMemory()
        do throws(MessageSocket.Failure) {
            try decoder.messages.send(
                DecoderMessage.memory(slots: VideoSlots.slotCount).json, passing: memory)
        } catch {
            throw End(problem: ("its decoder does not take memory", nil))
        }
        try draw()
    }

    // MARK: The daemon

    private func draw() throws(End) {
        guard let format else { return }
        if daemon == nil {
            do throws(MessageSocket.Failure) {
                daemon = try MessageSocket(path: socket)
            } catch {
                throw End(problem: ("the player cannot reach \(socket): \(error)", nil))
            }
        }
        var parameters = format.parameters
        parameters["item"] = call["item"]
        parameters["screen"] = call["screen"]
        parameters["fit"] = call["video"]?["fit"]
        parameters["program"] = "screens-player"
        parameters["buffers"] = .array(
            (0..<VideoSlots.slotCount).map { ["fd": 0, "offset": .int(Int64($0 * format.byteCount))] })
        try send("Draw", .object(parameters), passing: memory)
    }

    private func send(_ method: String, _ parameters: JSONValue, passing file: Int32? = nil) throws(End) {
        pending.append(method == "Draw" ? .draw : .frame)
        do throws(MessageSocket.Failure) {
            try daemon?.send(
                ["method": .string("screens.Manager.\(method)"), "parameters": parameters], passing: file)
        } catch {
            throw End()
        }
    }

    private func takeReplies(at now: Double) throws(End) {
        guard let daemon else { return }
        for reply in try messages(of: daemon) {
            guard reply["error"] == nil, !pending.isEmpty else {
                let reason = reply["parameters"]?["message"]?.string ?? reply["error"]?.string ?? "a wrong reply"
                throw End(problem: ("screensd does not draw it: \(reason)", reply["parameters"]?["remedy"]?.string))
            }
            let parameters = reply["parameters"] ?? .null
            switch pending.removeFirst() {
            case .draw: try take(rate: parameters)
            case .frame: try take(shown: parameters, at: now)
            }
        }
        guard isRead, !slots.isBusy else { return }
        say("ended", continues: false)
        // The connection that draws may end: the daemon keeps the last frame.
        finish()
    }

    private func take(rate reply: JSONValue) throws(End) {
        guard let rate = reply["refreshRate"], let numerator = rate["numerator"]?.int,
            let denominator = rate["denominator"]?.int, let rate = FilmTimeline.Rate(numerator, denominator)
        else { throw End(problem: ("screensd states no rate of the screen", nil)) }
        period = Int64(1e9 * Double(denominator) / Double(numerator))
        for parameters in slots.take(rate) { try send("Frame", parameters) }
    }

    private func take(shown reply: JSONValue, at now: Double) throws(End) {
        let (refresh, time, due) = (reply["refresh"]?.int ?? 0, reply["time"]?.int ?? 0, reply["due"]?.int ?? 0)
        let wasFull = slots.freeCount == 0
        if let free = slots.takeReply(refresh: refresh, isDropped: reply["reason"]?.string == "late") {
            // Until now the decoder had no slot to draw in, and was not waited for.
            if wasFull { since = now }
            try? decoder?.messages.send(DecoderMessage.free(slot: free).json)
        }
        if slots.isPlaying { say("playing") }
        // The screen has another mode.
        let current = due - time
        guard abs(current - period) > period / 50 else { return }
        period = current
        try draw()
    }
}
