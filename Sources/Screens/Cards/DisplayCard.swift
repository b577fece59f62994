import Glibc
import ScreensKMS

/// One card with its connectors: the interface to the hardware.
///
/// ``KMSCard`` and ``SimulatedCard`` implement it. Reads and modesets may take long and run on the thread of the card's
/// session. Events are delivered on a thread of their own.
protocol DisplayCard: AnyObject, Sendable {
    /// The primary node, such as `/dev/dri/card0`.
    var path: String { get }
    /// The kernel driver's name.
    var driver: String { get }
    /// Whether modesets are allowed now.
    var isMaster: Bool { get }
    /// Whether its node still exists. A card that is being removed still answers for a while.
    var isPresent: Bool { get }

    /// Reads every connector.
    ///
    /// - Parameter probing: whether the displays are probed, which takes time.
    func state(probing: Bool) throws(ScreenError) -> CardState

    /// Reads every connector, and probes some of them.
    func state(probingOnly connectors: Set<ConnectorID>) throws(ScreenError) -> CardState

    /// Reads the picture on a connector's display, even another program's. It takes some milliseconds.
    ///
    /// - Parameter name: the screen's name in errors.
    func capture(connector: ConnectorID, name: String) throws(ScreenError) -> ScreenCapture

    /// Reads the present state for ``restore(_:)``; nil if there is nothing to restore.
    func savedState() throws(ScreenError) -> SavedState?

    /// Reads all objects, without a probe. Modesets may be prepared with them until the next commit.
    func objects() throws(ScreenError) -> CardSnapshot

    /// The memory of all framebuffers, if the driver takes them from contiguous memory only; otherwise nil.
    func contiguousMemory(_ objects: CardSnapshot) -> ContiguousMemory?

    /// Makes a pipe for a connector, as far as that has no visible effect: test commits choose the path of the picture,
    /// and the buffers are made and black.
    ///
    /// - Parameters:
    ///   - variant: the CRTC, and what is given up for the mode.
    ///   - objects: the present objects of the card: ``objects()``.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/modeRefused`` if the driver refuses, ``ScreenError/Code/busy``
    ///   if another program is the master.
    func prepare(
        connector: ConnectorID, _ variant: ModesetVariant, mode: ScreenMode, _ options: PipeOptions,
        among objects: CardSnapshot
    ) throws(ScreenError) -> any DisplayPipe

    /// Sets the modes of prepared pipes, each with its first picture: all in one commit, or one by one if the driver
    /// refuses that. The former pictures of their CRTCs end.
    ///
    /// - Returns: the error of each pipe, or nil if its mode is set.
    func commit(_ modesets: [PreparedModeset]) -> [ScreenError?]

    /// Leases a connector to another program, with the CRTC that shows the picture there and its planes.
    ///
    /// - Parameter pipe: the pipe that shows the picture. It stays until the lease has ended.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/busy`` if it is leased already,
    ///   ``ScreenError/Code/unsupported`` if the kernel or the driver has no leases.
    func lease(_ connector: ConnectorID, showing pipe: any DisplayPipe) throws(ScreenError) -> any ConnectorLease

    /// Whether other programs have leases that were made with this card's file.
    var hasLeases: Bool { get }

    /// Ends the leases that an earlier process has left on the card's file.
    func revokeInheritedLeases()

    /// Disables a CRTC that another program has enabled, even if its connector has gone.
    ///
    /// - Returns: false if the driver refuses.
    @discardableResult
    func disable(crtcIndex: CRTCIndex) -> Bool

    /// Restores the saved state, as far as its pictures still exist.
    ///
    /// - Returns: whether it succeeded. If not, the caller disables the CRTCs that are still enabled.
    func restore(_ saved: SavedState) -> Bool

    /// Restores the properties that outlive a modeset (colours, link and picture), and leaves the picture alone.
    func restoreSettings(_ saved: SavedState)

    /// Prepares to restore the saved state if the process crashes before ``resign()``. It has an effect only if the
    /// program requests that.
    func restoreAfterCrash(_ saved: SavedState)

    /// Becomes the master again if this opener was the master before, and no other program is.
    ///
    /// - Returns: whether modesets are allowed now.
    func becomeMaster() -> Bool

    /// Gives up mastership at once. Other programs may become the master before the last reference is released.
    func resign()

    /// Whether an earlier process has left the card open.
    var isInherited: Bool { get }

    /// Whether the card may show pictures of that process.
    var hasInheritedPictures: Bool { get }

    /// Leaves mastership to the kept file (``CardSource/keep(_:of:)``). ``resign()`` then does not give it up.
    func setKept(_ isKept: Bool)

    /// Leaves the shown pictures to the kept file. They stay even after the pipes and the card are released.
    func leavePictures()

    /// Removes the pictures that an earlier process has left. A screen that shows one goes dark.
    func removeInheritedPictures()

    /// A descriptor that becomes readable when there are events to deliver.
    var eventDescriptor: Int32 { get }

    /// Delivers the flips that are on the screen to their signals. It is called in the frame path.
    ///
    /// - Returns: false if the card has gone.
    func deliverEvents() -> Bool
}

extension DisplayCard {
    var isInherited: Bool { false }
    var hasInheritedPictures: Bool { false }
    func setKept(_ isKept: Bool) {}
    func leavePictures() {}
    func removeInheritedPictures() {}
    var hasLeases: Bool { false }
    func revokeInheritedLeases() {}
    func lease(_ connector: ConnectorID, showing pipe: any DisplayPipe) throws(ScreenError) -> any ConnectorLease {
        throw ScreenError(.unsupported, operation: "lease", object: "\(path) connector \(connector)")
    }

    /// Leases a connector to the next program, whose first picture follows the last one of the former program.
    ///
    /// The lasting properties are as they were before the former lease. If this fails, the former lease is over.
    ///
    /// - Parameters:
    ///   - former: the lease that ends. Its program's picture stays as long as this object lives.
    ///   - pipe: the pipe that showed the picture before the first lease.
    /// - Throws: ``ScreenError`` as ``lease(_:showing:)``, and with ``ScreenError/Code/modeRefused`` if the program has
    ///   left another mode.
    func lease(
        _ connector: ConnectorID, after former: any ConnectorLease, showing pipe: any DisplayPipe
    ) throws(ScreenError) -> any ConnectorLease {
        guard former.revoke() else {
            throw ScreenError(.busy, operation: "lease", object: "\(path) connector \(connector)", errno: EACCES)
        }
        guard pipe.isInMode() else {
            throw ScreenError(
                .modeRefused, operation: "lease", object: "\(path) connector \(connector)",
                circumstances: "the former program has left another mode")
        }
        return try lease(connector, showing: pipe)
    }
}

/// A connector that another program has by a lease. The end of this object ends the lease, and the program's picture
/// with it.
protocol ConnectorLease: AnyObject, Sendable {
    /// The descriptor of the program's file of the card. This object keeps owning it.
    var descriptor: Int32 { get }

    /// Whether the program has put a picture of its own on one of the lease's planes. It may wait for a modeset of the
    /// card.
    var showsPicture: Bool { get }

    /// Revokes the lease: the program can no longer change anything, and its picture stays. The lasting properties are
    /// as they were before. Repeating it does nothing.
    ///
    /// - Returns: whether the lease is revoked. This fails while this process is not the card's master, for example
    ///   during a pause.
    func revoke() -> Bool
}

/// A modeset that is to be committed.
struct PreparedModeset: Sendable {
    /// The pipe, made by ``DisplayCard/prepare(connector:_:mode:_:among:)`` of the same card.
    let pipe: any DisplayPipe
    /// The index of the buffer with the first picture.
    let buffer: Int
}

/// The state of a card before our first modeset: pictures and lasting properties.
struct SavedState: Sendable {
    /// The objects, without connectors that write to memory. On drivers without atomic commits they have no planes: the
    /// picture belongs to the CRTC itself.
    let card: CardSnapshot
    /// The colour tables that were set by the legacy calls; empty on other drivers.
    let ramps: [CRTCID: GammaRamp]
}
