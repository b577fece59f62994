import Glibc
import ScreensKMS

/// A connector that another program has by a lease.
struct LeasedScreen: Sendable {
    /// By which the lease is ended.
    let number: UInt64
    let lessee: Lessee
    /// The pipe of our last picture, which the program found: while that is shown, its buffers have to stay.
    let pipe: any DisplayPipe
    fileprivate let lease: any ConnectorLease
    /// The lease of the program before, whose last picture is shown until the first of this one.
    private var former: (any ConnectorLease)?
    /// The open file that it is from.
    private let card: any DisplayCard
    /// Whether our picture is to be shown next.
    private(set) var isOver = false
    /// Whether the program can change nothing any more.
    private var isRevoked = false

    init(
        number: UInt64, lessee: Lessee, pipe: any DisplayPipe, _ lease: any ConnectorLease, from card: any DisplayCard,
        after former: (any ConnectorLease)? = nil
    ) {
        self.number = number
        self.lessee = lessee
        self.pipe = pipe
        self.lease = lease
        self.card = card
        self.former = former
    }

    /// Takes the connector back; repeating it does nothing once that has succeeded.
    mutating func revoke() {
        isOver = true
        if !isRevoked { isRevoked = lease.revoke() }
    }

    /// Whether the program has shown a picture of its own.
    var showsPicture: Bool { !isOver && lease.showsPicture }

    /// Whether the picture of the program before is still kept.
    var keepsFormer: Bool { former != nil }

    /// Lets the picture of the program before go.
    mutating func endFormer() {
        former = nil
    }

    func isFrom(_ card: any DisplayCard) -> Bool { self.card === card }
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
        self[connector]?.lease = LeasedScreen(
            number: number, lessee: lessee, pipe: session.pipe, lease, from: card)
        return lease
    }

    /// Leases a screen to the next program, with the picture of the one before.
    ///
    /// - Parameter former: the number of the lease that ends, also where this fails.
    /// - Throws: ``ScreenError`` where the screen has to come back first.
    mutating func handOver(
        _ former: UInt64, to lessee: Lessee, _ number: UInt64, on card: (any DisplayCard)?
    ) throws(ScreenError) -> any ConnectorLease {
        guard let (connector, lease) = leases.first(where: { $0.lease.number == former && !$0.lease.isOver }), let card,
            lease.isFrom(card)
        else {
            throw ScreenError(.cardLost, operation: "lease", object: "a screen", circumstances: "its lease is over")
        }
        do {
            let next = try card.lease(connector, after: lease.lease, showing: lease.pipe)
            self[connector]?.lease = LeasedScreen(
                number: number, lessee: lessee, pipe: lease.pipe, next, from: card, after: lease.lease)
            return next
        } catch {
            self[connector]?.lease?.revoke()
            throw error
        }
    }

    /// Takes a connector back. The next pass shows our picture there.
    mutating func endLease(_ number: UInt64) {
        for (connector, lease) in leases where lease.number == number { self[connector]?.lease?.revoke() }
    }

    /// Takes all connectors back.
    ///
    /// - Returns: whether there were any.
    mutating func endLeases() -> Bool {
        let leases = leases
        for (connector, _) in leases { self[connector]?.lease?.revoke() }
        return !leases.isEmpty
    }

    /// Ends the last pictures of programs whose leases are over, where ours is shown, or none is to be. One whose modeset waits for
    /// a call of the delegate stays.
    ///
    /// - Parameters:
    ///   - pass: with the plan carried out.
    ///   - card: the one that is held. The picture of a lease from a file that was closed has gone with it.
    mutating func forgetLeases(after pass: CardPass, on card: any DisplayCard) {
        for (connector, lease) in leases where lease.isOver && !pass.waitsForCall(connector) {
            // Nothing is requested on it, or its modeset has failed; and no other screen has got its CRTC.
            if self[connector]?.session == nil, lease.isFrom(card), !crtcs.values.contains(lease.pipe.crtcIndex) {
                self[connector]?.disable(lease.pipe)
            }
            self[connector]?.lease = nil
        }
    }
}
