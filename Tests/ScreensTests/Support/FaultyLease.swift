import Synchronization

@testable import Screens

/// A lease of a card that refuses to revoke it while another program is its master.
final class FaultyLease: ConnectorLease {
    private weak let card: FaultyCard?
    /// The number of modesets before the lease was revoked.
    private let modesetsBefore = Mutex<Int?>(nil)

    init(of card: FaultyCard) {
        self.card = card
    }

    var descriptor: Int32 { 0 }
    var showsPicture: Bool { false }
    var modesetsBeforeRevocation: Int? { modesetsBefore.withLock(\.self) }

    func revoke() -> Bool {
        guard let card, card.isMaster else { return false }
        modesetsBefore.withLock { $0 = $0 ?? card.pipes.withLock(\.count) }
        return true
    }
}
