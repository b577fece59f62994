import ScreensLinux

/// A screen that the daemon lends to this process, until this value goes or the daemon takes it back.
package final class LentScreen: Sendable {
    /// As the user named it.
    package let name: String
    private let lease: SharedDescriptor
    private let socket: UnixSocket
    private let ended = Completion()

    /// - Parameters:
    ///   - name: of the screen.
    ///   - program: the name of the one that shows something on it, for people.
    ///   - former: the screen as this process had it for a program that has ended, whose picture stays until this program's.
    ///   - onEnd: called on another thread when the daemon has taken it back, or it was given back.
    /// - Throws: ``Failure`` where the daemon does not lend it.
    package init(
        _ name: String, by connection: DaemonConnection, to program: String, after former: LentScreen? = nil,
        onEnd: @escaping @Sendable () -> Void = {}
    ) throws(Failure) {
        self.name = name
        lease = SharedDescriptor(
            OwnedDescriptor(adopting: try connection.lease(name, for: program, isAgain: former != nil)))
        let socket = connection.socket
        self.socket = socket
        do {
            // Where the program ends before, this process does as well.
            try NativeThread.start(name: "daemon") { [ended] in
                socket.waitForEnd()
                ended.signal()
                onEnd()
            }
        } catch {
            throw Failure(.system, "cannot wait for the daemon: \(error)")
        }
    }

    /// The descriptor of the lease, which stays the lease's.
    package var descriptor: Int32 { lease.rawValue }

    /// Returns when the daemon has taken it back, or has ended.
    package func waitForEnd() async { await ended.wait() }

    /// Whether the daemon simulates it: nothing can be drawn by its lease.
    package var isSimulated: Bool { DeviceNumber(of: descriptor) == nil }

    /// Gives it back: the screen shows what the daemon has for it.
    package func giveBack() { socket.interrupt() }

    deinit {
        // The thread that waits for the daemon has the socket, too.
        giveBack()
    }
}
