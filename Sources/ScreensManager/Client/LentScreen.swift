import ScreensLinux

/// A screen that the daemon lends to this process, until this value goes or the daemon takes it back: what ``DaemonClient/lease(_:for:onEnd:)``
/// returns. It may be used on any thread.
public final class LentScreen: Sendable {
    /// As the call named it.
    public let name: String
    private let lease: SharedDescriptor
    private let socket: UnixSocket
    private let ended = Completion()

    /// - Parameters:
    ///   - name: of the screen.
    ///   - program: the name of the one that shows something on it, for people.
    ///   - former: the screen as this process had it for a program that has ended, whose picture stays until this program's.
    ///   - onEnd: called on another thread when the daemon has taken it back, or it was given back.
    /// - Throws: ``DaemonError`` if the daemon does not lend it.
    init(
        _ name: String, by client: DaemonClient, to program: String, after former: LentScreen? = nil,
        onEnd: @escaping @Sendable () -> Void = {}
    ) throws(DaemonError) {
        self.name = name
        lease = SharedDescriptor(
            OwnedDescriptor(adopting: try client.leaseDescriptor(name, for: program, isAgain: former != nil)))
        let socket = client.socket
        self.socket = socket
        do {
            // Where the program ends before, this process does as well.
            try NativeThread.start(name: "daemon") { [ended] in
                socket.waitForEnd()
                ended.signal()
                onEnd()
            }
        } catch {
            throw DaemonError(.system, .system, "cannot wait for the daemon: \(error)")
        }
    }

    /// The descriptor of the lease, a file of the card that shows the objects of this screen alone. It stays this object's, which closes it.
    public var descriptor: Int32 { lease.rawValue }

    /// Returns when the daemon has taken it back, or has ended.
    public func waitForEnd() async { await ended.wait() }

    /// Whether the daemon simulates it: nothing can be drawn by its lease.
    public var isSimulated: Bool { DeviceNumber(of: descriptor) == nil }

    /// Gives it back: the screen shows what the daemon has for it.
    public func giveBack() { socket.interrupt() }

    deinit {
        // The thread that waits for the daemon has the socket, too.
        giveBack()
    }
}
