import Glibc
import ScreensKMS
import ScreensLinux

/// The lease of a screen for programs that request one of drm-lease-manager, by libdlmclient (`dlm_get_lease`): a folder that the
/// programs of this user alone can enter, with a socket that has the name of the lease.
///
/// A thread of its own answers, until this object goes.
final class LeaseManagerServer: Sendable {
    /// The changes of the environment of a program that has the lease.
    let environment: [String: String?]
    private let folder: PrivateFolder
    /// Its peer is the thread's.
    private let life: SharedDescriptor

    /// Nil for a file that is not the lease of a screen, and where the system has no room for the socket: most programs have
    /// the lease in another way.
    ///
    /// - Parameter lease: a descriptor, which stays the caller's.
    convenience init?(lease: Int32) {
        guard let card = DeviceNumber(of: lease), card.isCard, let connector = LeasedConnector(ofLease: lease)
        else { return nil }
        do {
            let names = LeaseManagerName.all(of: connector, card: card.minor)
            try self.init(lease: lease, name: names[0], others: names.dropFirst())
        } catch {
            return nil
        }
    }

    /// - Parameters:
    ///   - name: of the lease.
    ///   - others: further names of it.
    init(lease: Int32, name: String, others: ArraySlice<String> = []) throws(SystemError) {
        folder = try PrivateFolder(in: PrivateFolder.runtime ?? "/tmp")
        environment = ["DLM_RUNTIME_PATH": folder.path]
        let (end, other) = try SharedDescriptor.pair(for: "a lease")
        life = other
        let shared = try SharedDescriptor(duplicating: lease)
        let listener = try folder.listener(name, hasMessages: true)
        for other in others { symlink(name, "\(folder.path)/\(other)") }
        try NativeThread.start(name: "lease") { LeaseManagerLoop(listener, lease: shared, until: end).run() }
    }
}

/// The names that clients of drm-lease-manager know the lease of a connector by.
enum LeaseManagerName {
    /// The types of connectors that it has names for: `VGA` to `Writeback`.
    private static let known: ClosedRange<UInt32> = 1...18

    /// Its own name first, and then the kernel's where that is another one.
    ///
    /// - Parameter card: the number of the card, as in `/dev/dri/card0`.
    static func all(of connector: LeasedConnector, card: UInt64) -> [String] {
        let name = "card\(card)-\(connector.name)"
        guard !known.contains(connector.type.rawValue) else { return [name] }
        return ["card\(card)-Unknown-\(connector.id.rawValue)", name]
    }
}
