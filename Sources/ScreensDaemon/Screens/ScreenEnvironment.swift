import Screens
import ScreensLinux
import ScreensManager

/// The part that all records and their occupants share.
@MainLoop
struct ScreenEnvironment {
    let contents: ContentEnvironment
    let passes: ConfigurationPasses
    let clients: ClientConnections
    /// The items of contents that other programs draw.
    let presenters: Presenters
    /// The service that turns displays off and on.
    let power: PowerLink

    var kit: VideoKit { contents.kit }
    var log: EventLog { contents.log }

    init(
        _ contents: ContentEnvironment, _ passes: ConfigurationPasses, _ power: PowerLink,
        _ presenters: Presenters = Presenters(beside: ManagerInterface.socketPath)
    ) {
        self.presenters = presenters
        self.contents = contents
        self.power = power
        self.passes = passes
        clients = ClientConnections()
    }
}

/// Disconnects the client of a screen, whose connection the control server has.
@MainLoop
final class ClientConnections {
    private var end: (@MainLoop (UInt64) -> Void)?

    /// Sets the function that disconnects clients.
    func begin(disconnect: @escaping @MainLoop (UInt64) -> Void) {
        end = disconnect
    }

    /// Disconnects a client whose screen is revoked. The client learns of it before its commits fail, which it would
    /// take for a fault of the card.
    func disconnect(_ client: UInt64) {
        end?(client)
    }
}
