import Glibc
import ScreensCEC
import ScreensJSON
import ScreensLinux
import ScreensPower
import ScreensServing

/// The service of power: the adapters of the machine, the orders of the daemon to them, and the facts from them.
///
/// It decides nothing. One loop waits for everything; no call waits for a bus.
@MainLoop
final class PowerService {
    /// The most adapters. No machine has that many displays.
    private static let mostAdapters = 16
    private static let folder = "/dev"

    private let daemon: DaemonLink
    /// The adapters that screens use, by their paths.
    private var sessions: [String: AdapterSession] = [:]
    /// The other ones.
    private var unused: [String: PowerAdapter] = [:]
    private var used: [PowerUse] = []
    private var changes: Watched<FileChanges>?
    /// The adapters as the daemon knows them.
    private var reported: [PowerAdapter]?
    private lazy var reports = ThinnedCall { [weak self] in self?.sendAdapters() }

    init(_ daemon: DaemonLink) throws(SystemError) {
        self.daemon = daemon
        let changes = try FileChanges(for: Self.folder)
        // The rule of udev gives the adapter to the group of this program after it is there.
        try changes.watch(Self.folder, for: [.created, .attributes, .removed])
        self.changes = try Watched(changes) { [weak self] _ in self?.takeChanges() }
        daemon.begin { [weak self] in self?.take($0, using: $1) }
        for number in 0..<Self.mostAdapters { read("\(Self.folder)/cec\(number)") }
        report()
    }

    /// Gives the logical addresses back.
    func end() {
        for session in sessions.values { session.release() }
    }

    private func takeChanges() {
        var names: Set<String> = []
        changes?.source.take { name, _ in
            if name.hasPrefix("cec"), Int(name.dropFirst(3)) != nil { names.insert(name) }
        }
        for name in names { read("\(Self.folder)/\(name)") }
        report()
    }

    /// Opens an adapter if a screen uses it, and only reads it otherwise.
    private func read(_ path: String) {
        guard sessions[path] == nil else { return }
        unused[path] = nil
        guard sessions.count + unused.count < Self.mostAdapters else { return }
        do throws(SystemError) {
            if let use = used.first(where: { $0.path == path }) {
                sessions[path] = try session(of: path)
                sessions[path]?.take(use.address)
            } else {
                unused[path] = try AdapterSession.unused(path)
            }
        } catch {
            // The adapter is not there, or is not given to the group yet.
            if ![ENOENT, EACCES, ENODEV, ENXIO].contains(error.errno) { Journal.write("\(error)", .warning) }
        }
    }

    private func session(of path: String) throws(SystemError) -> AdapterSession {
        try AdapterSession(
            path,
            onBegin: { [daemon] in daemon.send(Self.fact(about: $0, ["outcome": "begun"])) },
            onAnswer: { [daemon] in daemon.send(Self.fact(about: $1, $0.json)) },
            onChange: { [weak self] in self?.report() },
            onReport: { [daemon] in daemon.send(["adapter": .string(path), "report": .string($0.rawValue)]) },
            onEnd: { [weak self] in self?.close(path) })
    }

    private static func fact(about order: PowerOrder, _ outcome: [String: JSONValue]) -> [String: JSONValue] {
        outcome.merging(["adapter": .string(order.adapter), "number": .int(Int64(order.number))]) { $1 }
    }

    private func close(_ path: String) {
        sessions[path] = nil
        report()
    }

    private func take(_ orders: [PowerOrder], using used: [PowerUse]) {
        self.used = used
        for (path, session) in sessions where !used.contains(where: { $0.path == path }) {
            session.leave()
            sessions[path] = nil
            read(path)
        }
        for use in used {
            if let session = sessions[use.path] { session.take(use.address) } else { read(use.path) }
        }
        report()
        for order in orders {
            guard let session = sessions[order.adapter] else {
                daemon.send(Self.fact(about: order, PowerAnswer.failed.json))
                continue
            }
            session.carryOut(order)
        }
    }

    private func report() { reports.request() }

    /// Reports the adapters if they have changed.
    private func sendAdapters() {
        let adapters = (sessions.values.map(\.adapter) + unused.values).sorted { $0.path < $1.path }
        guard adapters != reported else { return }
        reported = adapters
        daemon.send(["adapters": .array(adapters.map(\.json))])
    }
}
