import Glibc
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensVarlink
import TestSupport
import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensContents
@testable import ScreensDaemon

extension PeerCredentials {
    /// The credentials of this process at the other end of a socket.
    fileprivate static var ofThisProcess: PeerCredentials {
        var pair: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
        defer { for descriptor in pair { close(descriptor) } }
        guard let peer = try? PeerCredentials(ofSocket: pair[0]) else { fatalError("a pair of sockets has no peer") }
        return peer
    }
}

extension Daemon {
    /// Runs a daemon on one simulated screen with two modes and without a backlight.
    nonisolated static func runOnOneScreen(
        in folder: TemporaryFolder, _ body: (Daemon, SimulatedCard) async throws -> Void
    ) async throws {
        let modes = [
            try SimulatedMode(width: 64, height: 48, millihertz: 60_000),
            try SimulatedMode(width: 32, height: 24, millihertz: 60_000),
        ]
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: modes)])
        let file = "[default]\ncontent = { color = '#112233' }\n"
        try await run(on: .simulated(card), reading: file, in: folder) { daemon in
            try await eventually("Virtual-1 is lit") { await daemon.isLit("Virtual-1") }
            try await body(daemon, card)
        }
    }

    /// Runs a daemon on simulated cards while `body` runs.
    nonisolated static func run(
        on cards: CardSelection, reading file: String, in folder: TemporaryFolder,
        _ pictures: PictureSettings = PictureSettings(), _ requests: PictureRequests = PictureRequests(),
        _ body: (Daemon) async throws -> Void
    ) async throws {
        folder.write(Array(file.utf8), to: "screens.toml")
        MainLoop.thread
        var options = LaunchOptions()
        options.files = ConfigurationFiles(path: folder / "screens.toml")
        options.cards = cards
        options.state = StateFolder(path: folder / "state")
        options.socket = folder / "socket"
        options.takesTerminal = false
        let daemon = try await Daemon(options, ServiceManager { _ in nil }, pictures, requests)
        let run = Task { try await daemon.run() }
        try await body(daemon)
        await daemon.stop()
        try await run.value
    }

    /// Carries out a call of a client without a connection, if it has the right. Its parameters have the types in the
    /// interface.
    func result(
        of call: Call, from rights: ClientRights = .all, files: [ReceivedFile] = []
    ) async throws(VarlinkError) -> Reply {
        switch try methods.row(of: call, for: rights).work {
        case .reply(let work): return try await work(call.parameters)
        case .replyToClient(let work):
            return try await work(call, Caller(connection: 0, peer: .ofThisProcess, rights: rights, files: files))
        case .descriptor, .events: throw .methodNotImplemented(call.method)
        }
    }

    /// The parameters of the reply to a call of a client.
    @discardableResult
    func call(
        _ method: String, _ parameters: [String: JSONValue] = [:], from rights: ClientRights = .all
    ) async throws -> [String: JSONValue] {
        let declared = try Interface(definition: ManagerInterface.definition)
        do throws(VarlinkError) {
            let result = try await result(of: Call("screens.Manager.\(method)", parameters), from: rights)
            // A reply that connections share has its parameters only in its message. A message has 5 for 5.0.
            let reply =
                result.shared == nil
                ? result.parameters : (try? Reply(decoding: Array(result.encoded.dropLast())))?.parameters ?? [:]
            let fields = declared.method(method)?.output ?? []
            #expect(declared.firstInvalid(of: reply, as: fields) == nil, "of \(method): \(JSONValue.object(reply))")
            return reply
        } catch {
            if let own = declared.errors.first(where: { error.name == "screens.Manager.\($0.name)" }) {
                #expect(
                    declared.firstInvalid(of: error.parameters, as: own.fields) == nil, "\(error) is not as declared")
            }
            throw error
        }
    }

    /// Changes settings of a screen, as a client does.
    func set(_ settings: JSONValue, on screen: String, confirmSeconds: Int64? = nil) async throws {
        var parameters: [String: JSONValue] = ["screen": .string(screen), "settings": settings]
        if let confirmSeconds { parameters["confirmSeconds"] = .int(confirmSeconds) }
        try await call("Set", parameters)
    }

    /// The settings that the display on a screen got at run time.
    func overrides(of screen: String) async throws -> JSONValue? {
        try await call("Get", ["screen": .string(screen)])["set"]
    }

    func reset(_ screen: String) async throws { try await call("Reset", ["screen": .string(screen)]) }

    /// Confirms the trial on a screen.
    ///
    /// - Returns: whether there was one.
    func confirm(_ screen: String) async throws -> Bool {
        do throws(VarlinkError) {
            _ = try await result(of: Call("screens.Manager.Confirm", ["screen": .string(screen)]))
            return true
        } catch {
            guard error.name == "screens.Manager.NothingToConfirm" else { throw error }
            return false
        }
    }

    /// Returns when the screens meet a condition and have their configured settings.
    nonisolated func wait(_ condition: ([Screen]) -> Bool) async throws {
        try await eventually("the screens are as required") { condition(await screens) }
        await waitForPass()
    }

    /// The number of modesets of the first screen.
    func modesets() async throws -> Int64 {
        let screens = try await call("Statistics")["screens"]?.array
        return screens?.first?["modesets"]?.int ?? 0
    }

    func isLit(_ name: String) -> Bool { screens.contains { $0.name == name && $0.dark == nil } }
}
