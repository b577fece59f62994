import Glibc
import ScreensKMS

/// A connector that another program has by a lease.
struct LeasedScreen: Sendable {
    /// The number with which the lease is ended.
    let number: UInt64
    let lessee: Lessee
    /// The pipe of our last picture, which the program found. While that picture is shown, its buffers must stay.
    let pipe: any DisplayPipe
    fileprivate let lease: any ConnectorLease
    /// The lease of the former program, whose last picture is shown until the first picture of this one.
    private var former: (any ConnectorLease)?
    /// The card's open file from which the lease was made.
    private let card: any DisplayCard
    /// Whether our picture is to be shown next.
    private(set) var isOver = false
    /// Whether the program can no longer change anything.
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

    /// Revokes the lease. Repeating it does nothing after it has succeeded.
    mutating func revoke() {
        isOver = true
        if !isRevoked { isRevoked = lease.revoke() }
    }

    /// Whether the program has shown a picture of its own.
    var showsPicture: Bool { !isOver && lease.showsPicture }

    /// Whether the picture of the former program is still kept.
    var keepsFormer: Bool { former != nil }

    /// Releases the picture of the former program.
    mutating func endFormer() {
        former = nil
    }

    func isFrom(_ card: any DisplayCard) -> Bool { self.card === card }
}

/// The leases of connectors to other programs, and their ends.
extension SlotTable {
    /// Leases a screen that shows our picture.
    ///
    /// - Parameter card: the card; nil while it is not held.
    /// - Throws: ``ScreenError`` if it cannot be leased. Its drawing may have ended then, and a pass must follow.
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

    /// Leases a screen to the next program, with the picture of the former one.
    ///
    /// - Parameter former: the number of the lease that ends, even if this fails.
    /// - Throws: ``ScreenError`` if our picture must be shown first.
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

    /// Revokes a lease. The next pass shows our picture there.
    mutating func endLease(_ number: UInt64) {
        for (connector, lease) in leases where lease.number == number { self[connector]?.lease?.revoke() }
    }

    /// Revokes all leases.
    ///
    /// - Returns: whether there were any.
    mutating func endLeases() -> Bool {
        let leases = leases
        for (connector, _) in leases { self[connector]?.lease?.revoke() }
        return !leases.isEmpty
    }

    /// Ends the last pictures of programs whose leases are over, if our picture is shown, or none is requested. A
    /// picture whose modeset waits for a call of the delegate stays.
    ///
    /// - Parameters:
    ///   - pass: the pass whose plan has been carried out.
    ///   - card: the held card. The picture of a lease from a file that was closed has gone with the file.
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
