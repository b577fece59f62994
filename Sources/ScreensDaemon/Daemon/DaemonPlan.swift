import Configuration
import ProgramKit
import Screens

/// What the daemon was started with.
struct DaemonPlan: Sendable {
    var files = ConfigurationFiles.standard
    /// Where it listens, unless the service manager has opened a socket.
    var socket = ManagerInterface.socketPath
    var cards = CardSelection.system
    /// Whether the terminal that it was started on is taken.
    var takesTerminal = true
}
