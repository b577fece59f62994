import ScreensLinux
import Synchronization

/// A lease of a simulated connector, on which the last picture stays: its file is a counter, which programs can only hold open.
final class SimulatedLease: ConnectorLease {
    private let file: EventCounter
    private let opener: SimulatedMastership.Opener

    var descriptor: Int32 { file.descriptor }
    /// No program can put a picture on it, so each counts as one that has, but for one that ends before the second look.
    var showsPicture: Bool { wasLookedAt.exchange(true, ordering: .relaxed) }
    private let wasLookedAt = Atomic<Bool>(false)

    /// - Parameter opener: the one that leases, and may revoke while it is the master.
    init(from opener: SimulatedMastership.Opener) throws(ScreenError) {
        self.opener = opener
        file = try ScreenError.mapping { () throws(SystemError) in try EventCounter(for: "a simulated lease") }
    }

    func revoke() -> Bool { opener.isMaster }
}
