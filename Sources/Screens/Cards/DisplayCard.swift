import Glibc
import ScreensKMS

/// The seam to the hardware: one card with its connectors.
///
/// ``KMSCard`` and ``SimulatedCard`` implement it. Reading and modesets may take long and run on the thread of the card's
/// session; events are delivered on a thread of their own.
protocol DisplayCard: AnyObject, Sendable {
    /// The primary node, such as `/dev/dri/card0`.
    var path: String { get }
    /// The kernel driver's name.
    var driver: String { get }
    /// Whether modesets are allowed now.
    var isMaster: Bool { get }
    /// Whether its node is still there: a card that is being removed still answers for a while.
    var isPresent: Bool { get }

    /// Reads every connector.
    ///
    /// - Parameter probing: whether the displays are probed, which takes time.
    func state(probing: Bool) throws(ScreenError) -> CardState

    /// Reads every connector, and probes some of them.
    func state(probingOnly connectors: Set<ConnectorID>) throws(ScreenError) -> CardState

    /// Reads the picture on a connector's display, also another program's. It takes some milliseconds.
    ///
    /// - Parameter name: the screen's name in errors.
    func capture(connector: ConnectorID, name: String) throws(ScreenError) -> ScreenCapture

    /// Reads the present state for ``restore(_:)``; nil where there is nothing to restore.
    func savedState() throws(ScreenError) -> SavedState?

    /// Reads all objects, without a probe. Modesets may be prepared by them until the next commit.
    func objects() throws(ScreenError) -> CardSnapshot

    /// The memory of all framebuffers, where the driver takes them from contiguous memory alone; else nil.
    func contiguousMemory(_ objects: CardSnapshot) -> ContiguousMemory?

    /// Makes a pipe for a connector, as far as that has no visible effect: the path of the picture is chosen by test
    /// commits, and the buffers are there and black.
    ///
    /// - Parameters:
    ///   - variant: the CRTC, and what is given up for the mode.
    ///   - objects: of the card, as they are now: ``objects()``.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/modeRefused`` where the driver refuses,
    ///   ``ScreenError/Code/busy`` where another program is master.
    func prepare(
        connector: ConnectorID, _ variant: ModesetVariant, mode: ScreenMode, _ options: PipeOptions,
        among objects: CardSnapshot
    ) throws(ScreenError) -> any DisplayPipe

    /// Sets the modes of prepared pipes, each with its first picture: all in one commit, or one by one where the driver
    /// refuses that. The earlier pictures of their CRTCs end.
    ///
    /// - Returns: for each of them the error, or nil where it is set.
    func commit(_ modesets: [PreparedModeset]) -> [ScreenError?]

    /// Leases a connector to another program, with the CRTC that shows the picture there and its planes.
    ///
    /// - Parameter pipe: the one that shows the picture. It stays until the lease has gone.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/busy`` where it is leased already,
    ///   ``ScreenError/Code/unsupported`` where the kernel or the driver has no leases.
    func lease(_ connector: ConnectorID, showing pipe: any DisplayPipe) throws(ScreenError) -> any ConnectorLease

    /// Whether other programs have leases from its file.
    var hasLeases: Bool { get }

    /// Ends the leases that an earlier process has left on the card's file.
    func revokeInheritedLeases()

    /// Disables a CRTC that another program has enabled, also one whose connector has gone.
    ///
    /// - Returns: false where the driver refuses.
    @discardableResult
    func disable(crtcIndex: CRTCIndex) -> Bool

    /// Restores the saved state, as far as its pictures still exist.
    ///
    /// - Returns: whether it succeeded; else the caller disables the CRTCs that are still enabled.
    func restore(_ saved: SavedState) -> Bool

    /// Restores the properties that outlive a modeset (colours, link and picture), and leaves the picture alone.
    func restoreSettings(_ saved: SavedState)

    /// Prepares to restore the saved state if the process crashes before ``resign()``, where the program requests that.
    func restoreAfterCrash(_ saved: SavedState)

    /// Becomes master again where this opener was before, and no other program is.
    ///
    /// - Returns: whether modesets are allowed now.
    func becomeMaster() -> Bool

    /// Gives up mastership at once: other programs may take it before the last reference goes.
    func resign()

    /// Whether an earlier process has left it open.
    var isInherited: Bool { get }

    /// Whether it may show pictures of that process.
    var hasInheritedPictures: Bool { get }

    /// Leaves mastership to the kept file (``CardSource/keep(_:of:)``), which ``resign()`` does not give up then.
    func setKept(_ isKept: Bool)

    /// Leaves what is shown to the kept file, also after the pipes and the card are released.
    func leavePictures()

    /// Removes the pictures that an earlier process has left. One that is shown goes dark.
    func removeInheritedPictures()

    /// Becomes readable when there are events to deliver.
    var eventDescriptor: Int32 { get }

    /// Hands the flips that are on the screen to their signals. In the frame path.
    ///
    /// - Returns: false where the card has gone.
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
    /// The lasting properties are as they were before the former lease. Where it fails, that lease is over.
    ///
    /// - Parameters:
    ///   - former: the lease that ends. Its program's picture stays for as long as it lives.
    ///   - pipe: the one that showed the picture before the first lease.
    /// - Throws: ``ScreenError`` as ``lease(_:showing:)``, and with ``ScreenError/Code/modeRefused`` where the program has left another
    ///   mode.
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

/// A connector that another program has. Where it goes, it ends, and the program's picture with it.
protocol ConnectorLease: AnyObject, Sendable {
    /// The descriptor of the program's file of the card; it stays this owner's.
    var descriptor: Int32 { get }

    /// Whether the program has put a picture of its own on one of the lease's planes. It may wait for a modeset of the card.
    var showsPicture: Bool { get }

    /// Takes the connector back: the program can change nothing any more, and its picture stays. The lasting properties are as they
    /// were before. Repeating it does nothing.
    ///
    /// - Returns: whether that is done; not while this process is not the card's master, as in a pause.
    func revoke() -> Bool
}

/// A modeset that is to be committed.
struct PreparedModeset: Sendable {
    /// Made by ``DisplayCard/prepare(connector:_:mode:_:among:)`` of the same card.
    let pipe: any DisplayPipe
    /// The buffer that has the first picture.
    let buffer: Int
}

/// The state of a card before its first modeset of ours: pictures and lasting properties.
struct SavedState: Sendable {
    /// Without connectors that write to memory. Without planes on drivers without atomic commits: there a CRTC has its
    /// picture itself.
    let card: CardSnapshot
    /// The tables of colours that were set by the legacy calls; none on other drivers.
    let ramps: [CRTCID: GammaRamp]
}
