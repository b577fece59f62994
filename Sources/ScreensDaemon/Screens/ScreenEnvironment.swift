import Screens
import ScreensLinux

/// The common part of all records and their occupants.
@MainLoop
struct ScreenEnvironment {
    let contents: ContentEnvironment
    let passes: ConfigurationPasses
    let clients: ClientConnections

    var kit: VideoKit { contents.kit }
    var log: EventLog { contents.log }

    init(_ contents: ContentEnvironment, _ passes: ConfigurationPasses) {
        self.contents = contents
        self.passes = passes
        clients = ClientConnections()
    }
}

/// The way from the occupant of a screen to its connection, which another one knows.
@MainLoop
final class ClientConnections {
    private var end: (@MainLoop (UInt64) -> Void)?

    /// Clients are disconnected by this from now on.
    func begin(disconnect: @escaping @MainLoop (UInt64) -> Void) {
        end = disconnect
    }

    /// Disconnects a client whose screen is revoked. It knows that before its commits fail, which it would report as a fault of the
    /// card.
    func disconnect(_ client: UInt64) {
        end?(client)
    }
}
