import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensProgramKit

/// A screen that the daemon lends to this process, until this value goes or the daemon takes it back.
final class LentScreen: Sendable {
    /// As the user named it.
    let name: String
    /// By the settings of the daemon; nil as the panel is mounted.
    let orientation: Orientation?
    /// By the settings of the daemon.
    let overscan: Overscan?
    private let lease: SharedDescriptor
    private let socket: UnixSocket
    private let ended = Completion()

    /// - Parameters:
    ///   - name: of the screen.
    ///   - program: the name of the one that shows something on it, for people.
    /// - Throws: ``Failure`` where the daemon does not lend it.
    init(_ name: String, by connection: DaemonConnection, to program: String) throws(Failure) {
        self.name = name
        let settings = try connection.settings(of: name)
        let isMounted = settings.clockwiseQuarters == nil && settings.reflects != true
        orientation =
            isMounted
            ? nil
            : Orientation(clockwiseQuarters: settings.clockwiseQuarters ?? 0, isReflected: settings.reflects ?? false)
        overscan = settings.overscan.map { overscan in
            var overscan = overscan
            overscan.compensation = settings.compensation ?? overscan.compensation
            return overscan
        }
        lease = SharedDescriptor(OwnedDescriptor(adopting: try connection.lease(name, for: program)))
        let socket = connection.socket
        self.socket = socket
        do {
            // Where the program ends before, this process does as well.
            try NativeThread.start(name: "daemon") { [ended] in
                socket.waitForEnd()
                ended.signal()
            }
        } catch {
            throw Failure(.system, "cannot wait for the daemon: \(error)")
        }
    }

    /// The descriptor of the lease, which stays the lease's.
    var descriptor: Int32 { lease.rawValue }

    /// Returns when the daemon has taken it back, or has ended.
    func waitForEnd() async { await ended.wait() }

    /// Gives it back: the screen shows what the daemon has for it.
    func giveBack() { socket.interrupt() }
}
