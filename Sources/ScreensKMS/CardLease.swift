import CScreensDRM
import Glibc
import ScreensLinux

/// A lease of some objects of a card, with a descriptor of the lessee's file. Its owner revokes and closes it.
///
/// A framebuffer lasts as long as the file that it was made on: while this descriptor is open, the last picture of a
/// lessee stays on the CRTC. The lessee's mastership over the objects ends with the revocation, or with the lessor's
/// file.
package struct CardLease: ~Copyable, Sendable {
    /// The number of the lessee on its card.
    package let lessee: LesseeID
    /// The leased objects.
    package let objects: LeasedObjects
    private let file: OwnedDescriptor
    private let card: CardDevice

    /// Leases objects. The corresponding C function is `drmModeCreateLease`.
    ///
    /// - Throws: ``KMSError`` with `EBUSY` if one of them is leased already, `EACCES` or `EINVAL` if the card's file is
    ///   not master or is itself a lessee, `ENOENT` if an object has gone, `EOPNOTSUPP` if the driver has no leases.
    package init(_ objects: LeasedObjects, on card: CardDevice) throws(KMSError) {
        let ids = objects.ids
        var number: UInt32 = 0
        // The file blocks, since most programs open the node in this way: some wait for a flip by reading it.
        let descriptor = drmModeCreateLease(card.descriptor, ids, Int32(ids.count), O_CLOEXEC, &number)
        guard descriptor >= 0 else {
            throw card.error("drmModeCreateLease", "connector \(objects.connector)", descriptor)
        }
        lessee = LesseeID(rawValue: number)
        self.objects = objects
        file = OwnedDescriptor(adopting: descriptor)
        self.card = card
    }

    /// The descriptor of the lessee's file, which this lease owns. Programs get copies, which share events and handles.
    package var descriptor: Int32 { file.rawValue }

    /// Revokes the lease: the lessee can no longer see or change the objects; its picture stays. Repeated calls do
    /// nothing. The corresponding C function is `drmModeRevokeLease`.
    ///
    /// - Returns: false if the card's file is not master, which the call requires.
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
    /// Returns the lessees of this open file, including lessees of an earlier process that had the same open file. The
    /// corresponding C function is `drmModeListLessees`.
    ///
    /// - Throws: ``KMSError`` if the kernel has no leases.
    package func lessees() throws(KMSError) -> [LesseeID] {
        guard let list = drmModeListLessees(descriptor) else { throw error("drmModeListLessees") }
        defer { drmFree(list) }
        // The numbers follow the count as a flexible array.
        let count = Int(list.pointee.count)
        guard count > 0 else { return [] }
        let first = UnsafeRawPointer(list).advanced(by: MemoryLayout<UInt32>.size).assumingMemoryBound(to: UInt32.self)
        return (0..<count).map { LesseeID(rawValue: first[$0]) }
    }

    /// Revokes the objects of a lessee, unless the lessee has gone. The corresponding C function is
    /// `drmModeRevokeLease`.
    ///
    /// - Returns: false if this file is not master.
    @discardableResult
    package func revoke(_ lessee: LesseeID) -> Bool {
        let result = drmModeRevokeLease(descriptor, lessee.rawValue)
        return result == 0 || abs(result) == ENOENT
    }
}

extension PreparedCall {
    /// Makes a call that revokes a lessee's objects. The corresponding ioctl is `DRM_IOCTL_MODE_REVOKE_LEASE`.
    package static func revoking(_ lessee: LesseeID, of card: CardDevice) -> PreparedCall {
        PreparedCall(CDRM_IOCTL_MODE_REVOKE_LEASE, on: card) { _ in drm_mode_revoke_lease(lessee_id: lessee.rawValue) }
    }
}
