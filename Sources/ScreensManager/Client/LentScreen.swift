import ScreensLinux

/// A screen that the daemon lends to this process, until this object is released or the daemon takes the screen back.
/// ``DaemonClient/lease(_:for:onEnd:)`` returns it. It may be used on any thread.
public final class LentScreen: Sendable {
    /// The name of the screen, as in the call.
    public let name: String
    private let lease: SharedDescriptor
    private let socket: UnixSocket
    private let ended = Completion()

    /// - Parameters:
    ///   - name: the name of the screen.
    ///   - program: the name of the program that shows something on the screen, for people.
    ///   - former: the screen as this process leased it for a program that has ended. Its picture stays until the new
    ///     program's.
    ///   - onEnd: called on another thread when the daemon has taken the screen back, or it was returned.
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
            // If the program ends before, this process ends too.
            try NativeThread.start(name: "daemon") { [ended] in
                socket.waitForEnd()
                ended.signal()
                onEnd()
            }
        } catch {
            throw DaemonError(.system, .system, "cannot wait for the daemon: \(error)")
        }
    }

    /// The descriptor of the lease: a file of the card that gives access to the KMS objects of this screen alone. This
    /// object owns it and closes it: keep the object for as long as the descriptor is used.
    public var descriptor: Int32 { lease.rawValue }

    /// Returns when the daemon has taken the screen back, or has ended.
    public func waitForEnd() async { await ended.wait() }

    /// Whether the daemon simulates the screen: nothing can be drawn through its lease.
    public var isSimulated: Bool { DeviceNumber(of: descriptor) == nil }

    /// Returns the screen to the daemon, which shows its own picture again.
    public func giveBack() { socket.interrupt() }

    deinit {
        // The thread that waits for the daemon also holds the socket.
        giveBack()
    }
}
