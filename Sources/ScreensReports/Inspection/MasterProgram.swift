import Screens
import ScreensManager

/// The program that is a card's master, as far as it is known. No system calls.
package enum MasterProgram: Sendable, Hashable {
    /// This project's daemon, with its process if that is known.
    case daemon(process: Int32?)
    case program(CardMaster)
    case unknown

    /// The name of the daemon's process.
    package static let daemonName = "screensd"

    /// - Parameters:
    ///   - master: the master of the card; nil if this user cannot see it.
    ///   - isDaemons: whether the daemon reports that it holds the card.
    package init(_ master: CardMaster?, isDaemons: Bool = false) {
        if let master {
            self = master.name == Self.daemonName ? .daemon(process: master.processID) : .program(master)
        } else {
            self = isDaemons ? .daemon(process: nil) : .unknown
        }
    }

    package var isDaemon: Bool { if case .daemon = self { true } else { false } }

    /// The name for people, such as `screensd (process 77)`.
    package var title: String {
        switch self {
        case .daemon(let process): process.map { "\(Self.daemonName) (process \($0))" } ?? Self.daemonName
        case .program(let master): master.description
        case .unknown: "another program"
        }
    }

    /// The remedy if the daemon is the master. The sockets are stopped as well, because the next client would start the
    /// daemon again.
    package static let daemonRemedy =
        "`screens set` changes its pictures, and "
        + "`systemctl stop 'screensd*'` stops it"
}

extension CommandClient {
    /// Returns the nodes of the cards that the daemon of this machine holds; nil if no daemon runs, or it does not
    /// answer.
    package static func heldCards() -> Set<String>? {
        let location = DaemonLocation(option: nil)
        guard let daemon = try? open(location, isStarting: false, timeouts: .ofCommand),
            let connectors = try? daemon.screens(all: true)
        else { return nil }
        // Screens of cards that the daemon only reads are marked. Screens of a card that another program has taken are
        // dark.
        let lost = [DarkReason.notMaster, .sessionInactive].map(\.rawValue)
        let dark = Set(connectors.filter { $0.dark.map { lost.contains($0.reason) } ?? false }.map(\.card))
        return Set(connectors.filter { !$0.stale }.map(\.card)).subtracting(dark)
    }
}
