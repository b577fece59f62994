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
    private var sessions: [String: AdapterSession] = [:]
    private var changes: Watched<FileChanges>?
    /// The adapters as the daemon knows them.
    private var reported: [PowerAdapter]?

    init(_ daemon: DaemonLink) throws(SystemError) {
        self.daemon = daemon
        let changes = try FileChanges(for: Self.folder)
        // The rule of udev gives the adapter to the group of this program after it is there.
        try changes.watch(Self.folder, for: [.created, .attributes])
        self.changes = try Watched(changes) { [weak self] _ in self?.takeChanges() }
        daemon.begin { [weak self] in self?.take($0) }
        for name in (0..<Self.mostAdapters).map({ "cec\($0)" }) { open(name) }
        report()
    }

    /// Gives the logical addresses back.
    func end() {
        for session in sessions.values { session.release() }
    }

    private func takeChanges() {
        var names: Set<String> = []
        changes?.source.take { name, _ in
            if name.hasPrefix("cec") { names.insert(name) }
        }
        for name in names { open(name) }
        report()
    }

    private func open(_ name: String) {
        let path = "\(Self.folder)/\(name)"
        guard Int(name.dropFirst(3)) != nil, sessions[path] == nil, sessions.count < Self.mostAdapters else { return }
        do throws(SystemError) {
            sessions[path] = try AdapterSession(
                path,
                onChange: { [weak self] in self?.report() },
                onReport: { [weak self] in self?.take($0, of: path) },
                onEnd: { [weak self] in self?.close(path) })
        } catch {
            // The adapter is not there, or is not given to the group yet.
            if error.errno != ENOENT, error.errno != EACCES { Journal.write("\(error)", .warning) }
        }
    }

    private func close(_ path: String) {
        sessions[path] = nil
        report()
    }

    private func take(_ order: PowerOrder) {
        Task { [daemon] in
            let answer = await sessions[order.adapter]?.carryOut(order) ?? .failed
            var parameters = answer.json
            parameters["adapter"] = .string(order.adapter)
            parameters["number"] = .int(Int64(order.number))
            daemon.send(parameters)
        }
    }

    private func take(_ report: PowerReport, of path: String) {
        daemon.send(["adapter": .string(path), "report": .string(report.rawValue)])
    }

    /// Reports the adapters if they have changed.
    private func report() {
        let adapters = sessions.values.map(\.adapter).sorted { $0.path < $1.path }
        guard adapters != reported else { return }
        reported = adapters
        daemon.send(["adapters": .array(adapters.map(\.json))])
    }
}
