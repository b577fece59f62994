import Glibc
import ScreensKMS

/// A connector that another program has by a lease.
struct LeasedScreen: Sendable {
    /// By which the lease is ended.
    let number: UInt64
    let lessee: Lessee
    /// The pipe of our last picture, which the program found: while that is shown, its buffers have to stay.
    let pipe: any DisplayPipe
    private let lease: any ConnectorLease
    /// Whether the program can change nothing any more, and ours is to be shown next.
    private(set) var isOver = false

    init(number: UInt64, lessee: Lessee, pipe: any DisplayPipe, _ lease: any ConnectorLease) {
        self.number = number
        self.lessee = lessee
        self.pipe = pipe
        self.lease = lease
    }

    mutating func revoke() {
        guard !isOver else { return }
        isOver = true
        lease.revoke()
    }
}

/// How connectors go to other programs, and come back.
extension SlotTable {
    /// Leases a screen that shows our picture.
    ///
    /// - Parameter card: nil while it is not held.
    /// - Throws: ``ScreenError`` where it cannot be leased: then its drawing may have ended, and a pass has to follow.
    mutating func lease(
        _ screen: Screen, to lessee: Lessee, _ number: UInt64, on card: (any DisplayCard)?, _ shared: SharedState
    ) throws(ScreenError) -> any ConnectorLease {
        let connector = screen.connector
        guard let slot = self[connector], screenID(connector) == screen.id else {
            throw ScreenError(.noSuchScreen, operation: "lease", object: screen.name)
        }
        if let other = slot.lease?.lessee {
            throw ScreenError(
                .busy, operation: "lease", object: screen.name, errno: EBUSY,
                circumstances: "\(other) has it", remedy: "end that program")
        }
        guard let card, let session = slot.session else {
            throw ScreenError(
                .dark, operation: "lease", object: screen.name,
                circumstances: screen.dark?.message ?? "this program shows no picture on it")
        }
        _ = retire(connector, shared)
        let lease = try card.lease(connector, showing: session.pipe)
        lend(connector, LeasedScreen(number: number, lessee: lessee, pipe: session.pipe, lease))
        return lease
    }

    /// Takes a connector back. The next pass shows our picture there.
    mutating func endLease(_ number: UInt64) {
        for (connector, lease) in leases where lease.number == number { revoke(connector) }
    }

    /// Takes all connectors back.
    ///
    /// - Returns: whether there were any.
    mutating func endLeases() -> Bool {
        let leases = leases
        for (connector, _) in leases { revoke(connector) }
        return !leases.isEmpty
    }

    /// Ends the last pictures of programs whose leases are over, where ours is shown, or none is to be. One whose modeset waits for
    /// a call of the delegate stays.
    ///
    /// - Parameter pass: with the plan carried out.
    mutating func forgetLeases(after pass: CardPass) {
        for (connector, lease) in leases where lease.isOver && !pass.waitsForCall(connector) {
            // Nothing is requested on it, or its modeset has failed.
            if self[connector]?.session == nil { disable(lease.pipe, connector) }
            forgetLease(connector)
        }
    }
}
