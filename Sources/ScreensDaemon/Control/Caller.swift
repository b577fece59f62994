import ScreensLinux

/// The client that makes a call.
struct Caller {
    /// The number of its connection, by which the control server finds it again.
    let connection: UInt64
    let peer: PeerCredentials
}
