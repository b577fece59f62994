import Glibc
import ScreensLinux

/// A screen that another program drives by itself, through a DRM lease: ``VideoKit/lease(_:to:)``.
///
/// It ends with ``end()``, when it is released, when the card is lost or has another master, and with ``VideoKit/stop()``;
/// ``Screen/lessee`` is nil from then on. The end of the program is not among these: the kernel does not report it.
public final class ScreenLease: Sendable {
    /// The screen as it was when it was leased.
    public let screen: Screen
    private let number: UInt64
    /// It belongs to the card, which closes it once our picture is back.
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

    /// A descriptor of the program's file of the card, which is closed by `exec`, and is the caller's to close.
    ///
    /// All of them stand for one open file, so one program should get them: events and handles of memory are shared. As long as one of
    /// them is open, the program's last picture stays where ours has not replaced it. It may be called on any thread. The
    /// corresponding C functions are `drmModeCreateLease` and `fcntl`, with `F_DUPFD_CLOEXEC`.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/cardLost`` where the lease is over,
    ///   ``ScreenError/Code/system`` where the process has no descriptors left.
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

    /// Whether the program shows a picture of its own; until then the last picture of the kit stays.
    ///
    /// False of a lease that is over. It waits while the card carries out a modeset, and may be called on any thread. The corresponding
    /// C functions are `drmModeGetPlane` and `drmModeObjectGetProperties`, of the property `FB_ID`.
    public func showsPicture() async -> Bool {
        await session?.showsPicture(number) ?? false
    }

    /// Gives the screen to the next program, whose first picture follows the last one of the program before: the kit shows none of its own
    /// between them.
    ///
    /// This lease is over then, also where it fails: the kit's picture is shown there as after ``end()``. The next
    /// program gets a file of its own, the mode of the settings, and the properties as the first one found them. End the former program
    /// before. Its picture stays until ``showsPicture()`` of the new lease is true. It may be called on any thread. The corresponding C
    /// functions are `drmModeRevokeLease` and `drmModeCreateLease`.
    ///
    /// - Parameter lessee: the next program, for ``Screen/lessee``.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/cardLost`` where the lease is over,
    ///   ``ScreenError/Code/modeRefused`` where the program has left another mode, or the screen dark; and others as
    ///   ``VideoKit/lease(_:to:)``.
    public func handOver(to lessee: Lessee) async throws(ScreenError) -> ScreenLease {
        guard let session else {
            throw ScreenError(
                .cardLost, operation: "hand over", object: screen.name, circumstances: "its lease is over")
        }
        return try await session.handOver(number, of: screen, to: lessee)
    }

    /// Takes the screen back: the program can change nothing any more, and the kit's picture follows its last one without a
    /// refresh in between that shows nothing.
    ///
    /// Returns when that is done, and a call of the delegate for the screen has returned that ran when it was leased: do not wait for it
    /// there. The program gets no notice, and its calls fail with `ENOENT`: the caller ends it. A repeated call
    /// does nothing. It may be called on any thread. The corresponding C function is `drmModeRevokeLease`.
    public func end() async {
        await session?.endLeaseAndWait(number)
    }
}
