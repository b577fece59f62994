import ScreensCEC
import ScreensLinux
import ScreensPower

/// The CEC adapters of this machine.
enum CECDevices {
    private static let folder = "/dev"
    /// The most adapters. No machine has that many displays.
    private static let most = 64

    /// The paths of all adapters, in their order.
    static var paths: [String] {
        (0..<most).map { "\(folder)/cec\($0)" }.filter { SystemFile.exists($0) }
    }

    /// Returns the path of an adapter.
    ///
    /// - Parameters:
    ///   - path: the path that the command line states.
    ///   - connector: the connector whose display is meant; nil for the only adapter.
    static func path(_ path: String?, of connector: ConnectorFiles?) throws(Failure) -> String {
        if let path { return path }
        let all = paths
        guard !all.isEmpty else { throw Failure(.noInput, "this machine has no CEC adapter (/dev/cecN)") }
        guard let connector else {
            guard all.count == 1 else {
                throw Failure(.usage, "name a screen, or one with --adapter: \(all.joined(separator: ", "))")
            }
            return all[0]
        }
        for path in all {
            let adapter: CECAdapter
            do throws(SystemError) {
                adapter = try CECAdapter(path: path)
            } catch {
                throw CECSession.failure(error, owner: nil)
            }
            if let found = adapter.connector, found == connector.cecConnector { return path }
        }
        throw Failure(
            .noInput,
            "no CEC adapter belongs to \(connector.qualifiedName); --adapter names one: "
                + all.joined(separator: ", "))
    }
}

extension ConnectorFiles {
    /// The connector as an adapter states it; nil on a kernel that does not list its number.
    var cecConnector: PowerAdapter.Connector? {
        guard let card = UInt32(card.dropFirst("card".count)), let id = number else { return nil }
        return PowerAdapter.Connector(card: card, id: id)
    }
}
