import CScreensDRM
import Glibc
import ScreensLinux

/// A lease of some objects of a card, with a descriptor of the lessee's file. It is revoked and closed when its owner goes away.
///
/// A framebuffer lasts as long as the file that it was made on: while this descriptor is open, the last picture of a lessee stays
/// on the CRTC. The lessee's mastership over the objects ends with the revocation, or with the lessor's file.
package struct CardLease: ~Copyable, Sendable {
    /// The number of the lessee on its card.
    package let lessee: LesseeID
    /// The objects that it has.
    package let objects: LeasedObjects
    private let file: OwnedDescriptor
    private let card: CardDevice

    /// Leases objects. The corresponding C function is `drmModeCreateLease`.
    ///
    /// - Throws: ``KMSError`` with `EBUSY` where one of them is leased already, `EACCES` or `EINVAL` where the card's file is
    ///   not a master or a lessee itself, `ENOENT` where one has gone, `EOPNOTSUPP` where the driver has no leases.
    package init(_ objects: LeasedObjects, on card: CardDevice) throws(KMSError) {
        let ids = objects.ids
        var number: UInt32 = 0
        // Blocking, as most programs open the node: some wait for a flip by reading it.
        let descriptor = drmModeCreateLease(card.descriptor, ids, Int32(ids.count), O_CLOEXEC, &number)
        guard descriptor >= 0 else {
            throw card.error("drmModeCreateLease", "connector \(objects.connector)", descriptor)
        }
        lessee = LesseeID(rawValue: number)
        self.objects = objects
        file = OwnedDescriptor(adopting: descriptor)
        self.card = card
    }

    /// The descriptor of the lessee's file, which stays this owner's. Programs get copies, in which events and handles are shared.
    package var descriptor: Int32 { file.rawValue }

    /// Takes the objects back: the lessee can see and change nothing any more; its picture stays. Repeating it does nothing.
    /// The corresponding C function is `drmModeRevokeLease`.
    ///
    /// - Returns: false where the card's file is not the master, which alone may do it.
    package borrowing func revoke() -> Bool { card.revoke(lessee) }

    deinit {
        card.revoke(lessee)
    }
}

/// The number of a lessee of a card.
package struct LesseeID: Hashable, Sendable, CustomStringConvertible {
    /// The kernel's number, above 0.
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    package var description: String { String(rawValue) }
}

extension CardDevice {
    /// The lessees of this file's mastership, also those of an earlier process that had the file. The corresponding C function is
    /// `drmModeListLessees`.
    ///
    /// - Throws: ``KMSError`` where the kernel has no leases.
    package func lessees() throws(KMSError) -> [LesseeID] {
        guard let list = drmModeListLessees(descriptor) else { throw error("drmModeListLessees") }
        defer { drmFree(list) }
        // The numbers follow the count, as a flexible array.
        let count = Int(list.pointee.count)
        guard count > 0 else { return [] }
        let first = UnsafeRawPointer(list).advanced(by: MemoryLayout<UInt32>.size).assumingMemoryBound(to: UInt32.self)
        return (0..<count).map { LesseeID(rawValue: first[$0]) }
    }

    /// Takes a lessee's objects back. One that has gone has none. The corresponding C function is `drmModeRevokeLease`.
    ///
    /// - Returns: false where this file is not the master.
    @discardableResult
    package func revoke(_ lessee: LesseeID) -> Bool {
        let result = drmModeRevokeLease(descriptor, lessee.rawValue)
        return result == 0 || abs(result) == ENOENT
    }
}

extension PreparedCall {
    /// A call that takes a lessee's objects back. The corresponding ioctl is `DRM_IOCTL_MODE_REVOKE_LEASE`.
    package static func revoking(_ lessee: LesseeID, of card: CardDevice) -> PreparedCall {
        PreparedCall(CDRM_IOCTL_MODE_REVOKE_LEASE, on: card) { _ in drm_mode_revoke_lease(lessee_id: lessee.rawValue) }
    }
}
