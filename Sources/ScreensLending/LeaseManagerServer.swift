import Glibc
import ScreensKMS
import ScreensLinux

/// The lease of a screen for programs that request it from drm-lease-manager by libdlmclient (`dlm_get_lease`): a
/// folder that only the programs of this user can enter, with a socket named after the lease.
///
/// Its own thread answers, until this object is released.
final class LeaseManagerServer: Sendable {
    /// The changes to the environment of a program that has the lease.
    let environment: [String: String?]
    private let folder: PrivateFolder
    /// One end of a socket pair; the thread waits for the hangup of the other end.
    private let life: SharedDescriptor

    /// Returns nil if the file is not the lease of a screen, or if the system has no room for the socket: most programs
    /// get the lease in another way.
    ///
    /// - Parameter lease: a descriptor, which the caller keeps.
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
    ///   - name: the name of the lease.
    ///   - others: further names of the lease.
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

/// The names by which clients of drm-lease-manager know the lease of a connector.
enum LeaseManagerName {
    /// The connector types that drm-lease-manager has names for: `VGA` to `Writeback`.
    private static let known: ClosedRange<UInt32> = 1...18

    /// Returns the name that drm-lease-manager uses, and then the kernel's if that differs.
    ///
    /// - Parameter card: the number of the card, as in `/dev/dri/card0`.
    static func all(of connector: LeasedConnector, card: UInt64) -> [String] {
        let name = "card\(card)-\(connector.name)"
        guard !known.contains(connector.type.rawValue) else { return [name] }
        return ["card\(card)-Unknown-\(connector.id.rawValue)", name]
    }
}
