import ScreensKMS
import Synchronization

/// The leases of a card: the objects that this process leaves alone.
final class LeaseTable: Sendable {
    private let leases = Mutex<[LesseeID: LeasedObjects]>([:])

    /// The objects of all leases.
    var objects: [LeasedObjects] { leases.withLock { Array($0.values) } }

    /// The lessees, for a plan that revokes them.
    var lessees: [LesseeID] { leases.withLock { $0.keys.sorted { $0.rawValue < $1.rawValue } } }

    fileprivate func add(_ lessee: LesseeID, _ objects: LeasedObjects) {
        leases.withLock { $0[lessee] = objects }
    }

    /// - Returns: whether the table had it.
    fileprivate func remove(_ lessee: LesseeID) -> Bool {
        leases.withLock { $0.removeValue(forKey: lessee) != nil }
    }
}

/// A lease of a connector of a kernel's card.
final class KMSLease: ConnectorLease {
    private let lease: CardLease
    private let table: LeaseTable
    /// The state of the objects before the lease, with the values that a program may change.
    private let found: SavedState
    private let device: CardDevice
    /// Called when the table has changed.
    private let onChange: @Sendable () -> Void

    var descriptor: Int32 { lease.descriptor }

    var showsPicture: Bool {
        lease.objects.planes.contains { plane in
            guard let framebuffer = try? device.plane(plane).framebuffer else { return false }
            // The kernel gives no other framebuffer the number of our picture while that exists.
            return !found.card.planes.contains { $0.framebuffer == framebuffer }
        }
    }

    /// - Throws: ``KMSError`` if the kernel refuses it.
    init(
        _ objects: LeasedObjects, on device: CardDevice, _ table: LeaseTable,
        onChange: @escaping @Sendable () -> Void
    ) throws(KMSError) {
        found = try SavedState(of: device).only(objects)
        lease = try CardLease(objects, on: device)
        self.table = table
        self.device = device
        self.onChange = onChange
        table.add(lease.lessee, objects)
        onChange()
    }

    deinit {
        // If the lease cannot be revoked, the kernel ends it with the card's file.
        forget()
    }

    func revoke() -> Bool {
        guard lease.revoke() else { return false }
        guard forget() else { return true }
        // The program's settings do not stay, since other programs know only some of the properties.
        (try? Restoration(of: found, on: device))?.performSettings()
        return true
    }

    /// - Returns: whether it was in the table.
    @discardableResult
    private func forget() -> Bool {
        guard table.remove(lease.lessee) else { return false }
        onChange()
        return true
    }
}

extension SavedState {
    /// The state of a lease's objects only.
    fileprivate func only(_ objects: LeasedObjects) -> SavedState {
        SavedState(card.only(objects), ramps: ramps.filter { $0.key == objects.crtc })
    }

    /// The state without the objects of leases.
    func without(_ leases: [LeasedObjects]) -> SavedState {
        SavedState(card.without(leases), ramps: ramps.filter { ramp in !leases.contains { $0.crtc == ramp.key } })
    }
}
