import Glibc
import ScreensLinux

/// A screen that another program drives by itself, through a DRM lease: ``VideoKit/lease(_:to:)``.
///
/// It ends with ``end()``, when it is released, when the card is lost or has another master, and with
/// ``VideoKit/stop()``. ``Screen/lessee`` is nil from then on. It does not end with the program, since the kernel does
/// not report the program's end.
public final class ScreenLease: Sendable {
    /// The screen as it was when it was leased.
    public let screen: Screen
    private let number: UInt64
    /// The card's lease. The card owns it, and closes it after our picture is back.
    private weak let lease: (any ConnectorLease)?
    private weak let session: CardSession?

    init(of screen: Screen, _ number: UInt64, _ lease: any ConnectorLease, on session: CardSession) {
        self.screen = screen
        self.number = number
        self.lease = lease
        self.session = session
    }

    deinit {
        let number = number
        session?.perform { $0.endLease(number) }
    }

    /// Makes a descriptor of the program's file of the card. `exec` closes it, and the caller has to close it.
    ///
    /// All such descriptors stand for one open file, so only one program should get them: they share events and memory
    /// handles. As long as one of them is open, the program's last picture stays until ours replaces it. It may be
    /// called on any thread. The corresponding C functions are `drmModeCreateLease` and `fcntl` with `F_DUPFD_CLOEXEC`.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/cardLost`` if the lease is over, ``ScreenError/Code/system``
    ///   if the process has no descriptors left.
    public func makeDescriptor() throws(ScreenError) -> Int32 {
        guard let lease else {
            throw ScreenError(
                .cardLost, operation: "use the lease of", object: screen.name, circumstances: "it is over")
        }
        let copy = fcntl(lease.descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else {
            throw ScreenError(.system, operation: "use the lease of", object: screen.name, errno: errno)
        }
        return copy
    }

    /// Whether the program shows a picture of its own. Until then the last picture of the kit stays.
    ///
    /// It is false after the lease is over. It waits while the card carries out a modeset, and may be called on any
    /// thread. The corresponding C functions are `drmModeGetPlane` and `drmModeObjectGetProperties` for the property
    /// `FB_ID`.
    public func showsPicture() async -> Bool {
        await session?.showsPicture(number) ?? false
    }

    /// Leases the screen to the next program, whose first picture follows the last one of the former program. The kit
    /// shows no picture between them.
    ///
    /// This lease is over then, even if the call fails: the kit's picture is then shown as after ``end()``. The next
    /// program gets a file of its own, the mode of the settings, and the properties as the first program found them.
    /// End the former program before. Its picture stays until ``showsPicture()`` of the new lease is true. It may be
    /// called on any thread. The corresponding C functions are `drmModeRevokeLease` and `drmModeCreateLease`.
    ///
    /// - Parameter lessee: the next program, for ``Screen/lessee``.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/cardLost`` if the lease is over,
    ///   ``ScreenError/Code/modeRefused`` if the program has left another mode or a dark screen; and the errors of
    ///   ``VideoKit/lease(_:to:)``.
    public func handOver(to lessee: Lessee) async throws(ScreenError) -> ScreenLease {
        guard let session else {
            throw ScreenError(
                .cardLost, operation: "hand over", object: screen.name, circumstances: "its lease is over")
        }
        return try await session.handOver(number, of: screen, to: lessee)
    }

    /// Ends the lease: the program can no longer change anything, and the kit's picture follows its last one without a
    /// dark refresh in between.
    ///
    /// Returns when that is done, and when a call of the delegate for the screen that ran at the time of the lease has
    /// returned: do not wait for this function in that call. The program gets no notice, and its calls fail with
    /// `ENOENT`: the caller ends it. A repeated call does nothing. It may be called on any thread. The corresponding C
    /// function is `drmModeRevokeLease`.
    public func end() async {
        await session?.endLeaseAndWait(number)
    }
}
