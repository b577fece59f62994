import ScreensLinux
import Synchronization

/// A lease of a simulated connector, on which the last picture stays. Its file is a counter, which programs can only
/// hold open.
final class SimulatedLease: ConnectorLease {
    private let file: EventCounter
    private let opener: SimulatedMastership.Opener

    var descriptor: Int32 { file.descriptor }
    /// Whether the program shows a picture of its own: true from the second check on, because no program can draw on a
    /// simulated card.
    var showsPicture: Bool { wasLookedAt.exchange(true, ordering: .relaxed) }
    private let wasLookedAt = Atomic<Bool>(false)

    /// - Parameter opener: the opener that leases, and that may revoke while it is the master.
    init(from opener: SimulatedMastership.Opener) throws(ScreenError) {
        self.opener = opener
        file = try ScreenError.mapping { () throws(SystemError) in try EventCounter(for: "a simulated lease") }
    }

    func revoke() -> Bool { opener.isMaster }
}
