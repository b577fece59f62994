import ArgumentParser
import Glibc
import ScreensCEC
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens cec`.
struct CECCommand: AsyncParsableCommand {
    /// The work on the bus.
    enum Verb: String, CaseIterable {
        case scan, on, standby, source, volume, key, log

        static let words = ArgumentWords(allCases.map { ($0.rawValue, $0) })
    }

    static let configuration = CommandConfiguration(
        commandName: "cec", _superCommandName: "screens",
        abstract: "Talk to a television by CEC, the control wire of HDMI.",
        discussion: """
            scan lists the devices on the bus with their names and their power. on and standby turn the television on \
            and off. source shows this machine on it. volume prints the volume of the receiver or the television. key \
            presses a key of its remote control (--key). log prints each message until it is interrupted; without \
            root these are only the messages to this machine and to all devices.

            The command uses the adapter itself, beside the daemon. It uses the logical address of another program, or \
            claims one for its own time.

            Examples:
              screens cec scan
              screens cec standby HDMI-A-1
              screens cec key HDMI-A-1 --key volume-up
              screens cec log --adapter /dev/cec0

            Exit codes: 66 no such screen or adapter, 69 no television answers, or it refuses, 75 another program \
            uses CEC, 77 no permission.
            """)

    @Argument(help: "\(Verb.words.list).", completion: .list(Verb.words.names), transform: Verb.words.value)
    var verb: Verb

    @Argument(
        help: "The screen: HDMI-A-1 or card1/HDMI-A-1; may be left out if there is one adapter.",
        completion: ScreenName.completion)
    var screen: String?

    @Option(
        help: ArgumentHelp("The adapter, if none belongs to the screen: /dev/cec0.", valueName: "path"),
        completion: .file())
    var adapter: String?

    @Option(
        help: ArgumentHelp("The key to press: \(CECKey.all.joined(separator: ", ")).", valueName: "name"),
        completion: .list(CECKey.all))
    var key: String?

    @Flag(help: "Print a JSON object; of log, one for each message.")
    var json = false

    func validate() throws {
        guard verb == .key else {
            if key != nil { throw ValidationError("--key belongs to `key`") }
            return
        }
        guard let key else { throw ValidationError("`key` needs --key") }
        guard CECKey.code(of: key) != nil else {
            throw ValidationError("--key must be one of \(CECKey.all.joined(separator: ", ")), not '\(key)'")
        }
    }

    func run() async throws {
        let path = try CECDevices.path(adapter, of: try screen.map { try ConnectorFiles.find($0) })
        if verb == .log { return try log(path) }
        let session = try CECSession(path)
        switch verb {
        case .scan: try write(try session.devices(), session.text)
        case .on:
            try session.wake()
            if session.state.physicalAddress != .none { try session.announce() }
            try done("sent: on")
        case .standby:
            try session.send(.standby)
            try done("sent: standby")
        case .source:
            try session.announce()
            try done("sent: active source \(session.state.physicalAddress)")
        case .volume:
            guard let (percent, isMute) = try session.volume() else {
                throw Failure(.unavailable, "neither the receiver nor the television states its volume")
            }
            let text = (percent.map { "\($0) %" } ?? "unknown") + (isMute ? ", mute" : "")
            try StandardOutput.write(
                json
                    ? JSONLine.encode(
                        JSONValue.object(["volume": percent.map { .int(Int64($0)) } ?? .null, "mute": .bool(isMute)]))
                    : text + "\n")
        case .key:
            try session.send(.keyPressed(key.flatMap(CECKey.code) ?? 0))
            try session.send(.keyReleased)
            try done("sent: key \(key ?? "")")
        case .log: break
        }
    }

    private func done(_ text: String) throws(Failure) {
        try StandardOutput.write(json ? JSONLine.encode(JSONValue.object(["done": .string(text)])) : text + "\n")
    }

    private func write(_ devices: [CECSession.Device], _ adapter: String) throws(Failure) {
        if json {
            let list = devices.map { device in
                JSONValue.object([
                    "address": .int(Int64(device.address.rawValue)), "kind": .string(device.address.name),
                    "name": device.name.map { .string($0) } ?? .null,
                    "power": device.power.map { .string($0.text) } ?? .null,
                ])
            }
            let document = JSONValue.object(["adapter": .string(adapter), "devices": .array(list)])
            return try StandardOutput.write(JSONLine.encode(document))
        }
        var table = TextTable([("ADDRESS", .right), ("KIND", .left), ("NAME", .left), ("POWER", .left)])
        for device in devices {
            table.add([
                String(device.address.rawValue), device.address.name, device.name ?? "-", device.power?.text ?? "-",
            ])
        }
        try StandardOutput.write("\(adapter)\n\(table.text)")
    }

    /// Opens an adapter for its messages.
    private static func listener(_ path: String) throws(Failure) -> CECAdapter {
        do throws(SystemError) {
            let bus = try CECAdapter(path: path)
            do throws(SystemError) {
                try bus.listen()
            } catch {
                guard error.errno == EPERM else { throw error }
                try bus.follow()
                Notices.shared.say("without root only messages to this machine and to all devices are shown")
            }
            return bus
        } catch {
            throw CECSession.failure(error, owner: nil)
        }
    }

    /// Prints the messages on the bus until it is interrupted.
    private func log(_ path: String) throws {
        let bus = try Self.listener(path)
        while true {
            var state = pollfd(fd: bus.descriptor, events: Int16(POLLIN | POLLPRI), revents: 0)
            _ = poll(&state, 1, -1)
            var events: [CECAdapter.Event] = []
            do throws(SystemError) {
                while let event = try bus.next() { events.append(event) }
            } catch {
                throw CECSession.failure(error, owner: nil)
            }
            for event in events { try write(event) }
        }
    }

    private func write(_ event: CECAdapter.Event) throws(Failure) {
        let text: String
        var bytes = JSONValue.null
        switch event {
        case .received(let frame), .sent(_, _, let frame?):
            bytes = .string(frame.hexadecimal)
            text = frame.text
        case .sent: return
        case .lost: text = "messages were lost"
        case .changed: text = "the state of the adapter has changed"
        }
        try StandardOutput.write(
            json ? JSONLine.encode(JSONValue.object(["text": .string(text), "bytes": bytes])) : text + "\n")
    }
}
