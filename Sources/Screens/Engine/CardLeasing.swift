import ScreensKMS
import Synchronization

/// The leases of screens.
extension CardSession {
    /// The number of leases of the process so far.
    private static let count = Atomic<UInt64>(0)

    /// Leases a screen that shows our picture to another program.
    ///
    /// - Throws: ``ScreenError`` as ``VideoKit/lease(_:to:)`` does.
    func lease(_ screen: Screen, to lessee: Lessee) throws(ScreenError) -> ScreenLease {
        let number = Self.count.add(1, ordering: .relaxed).newValue
        let lease = try changeLeases { (slots, card, shared) throws(ScreenError) in
            try slots.lease(screen, to: lessee, number, on: card, shared)
        }
        return ScreenLease(of: screen, number, lease, on: self)
    }

    /// Leases the screen of an existing lease to the next program.
    ///
    /// - Throws: ``ScreenError`` as ``ScreenLease/handOver(to:)`` does.
    func handOver(_ former: UInt64, of screen: Screen, to lessee: Lessee) async throws(ScreenError) -> ScreenLease {
        let number = Self.count.add(1, ordering: .relaxed).newValue
        do {
            let lease = try changeLeases { (slots, card, _) throws(ScreenError) in
                try slots.handOver(former, to: lessee, number, on: card)
            }
            return ScreenLease(of: screen, number, lease, on: self)
        } catch {
            // The lease is over. Our picture is shown when the call ends, as after any other end of a lease.
            await endLeaseAndWait(former)
            throw error
        }
    }

    /// Whether the program of a lease shows a picture of its own. If it does, the former program's picture is released.
    func showsPicture(_ number: UInt64) -> Bool {
        guard let (connector, lease) = slots.leases.first(where: { $0.lease.number == number }), lease.showsPicture
        else { return false }
        // Nothing in it throws.
        if lease.keepsFormer { try? changeLeases { slots, _, _ in slots[connector]?.lease?.endFormer() } }
        return true
    }

    /// Ends a lease, and shows our picture again. It does nothing if the lease is over already.
    ///
    /// - Returns: the connector of the lease, until our picture is shown.
    @discardableResult
    func endLease(_ number: UInt64) -> ConnectorID? {
        let connector = slots.leases.first { $0.lease.number == number }?.connector
        // Nothing in it throws.
        try? changeLeases { slots, _, _ in slots.endLease(number) }
        return connector
    }

    /// Ends a lease, and waits until our picture is shown again: a call of the delegate for it may still run.
    func endLeaseAndWait(_ number: UInt64) async {
        guard let connector = endLease(number), let key = slots.key(of: connector) else { return }
        await waitForCalls(for: [key])
    }
}
