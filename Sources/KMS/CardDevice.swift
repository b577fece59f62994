import CLibDRM
import Glibc
import Linux

/// An open primary node of a card (`/dev/dri/card0`), closed when the last owner lets go.
///
/// Every object made on the card keeps its device alive, so that buffers and blobs are destroyed before the
/// descriptor closes. All calls may be made from any thread.
public final class CardDevice: Sendable {
    /// The node, such as `/dev/dri/card0`.
    public let path: String
    /// What the driver can do.
    public let capabilities: CardCapabilities
    /// The kernel driver's name, such as `i915` or `vkms`.
    public let driver: String
    /// Whether the opening made this the card's master, because nobody was.
    ///
    /// A reader has given that back by now. It needs no privilege to know, and disturbs nobody: a card that has a
    /// master ignores the reader's `drmDropMaster`.
    public let wasFree: Bool
    let file: OwnedDescriptor
    private let ownsMastership: Bool
    let propertyMeanings = PropertyMeanings()

    /// Opens a card. The corresponding C function is `open`.
    ///
    /// Whoever opens the primary node of a card that nobody masters becomes its master: a reader calls
    /// ``dropMaster()`` at once.
    ///
    /// - Throws: ``KMSError`` where the node cannot be opened (`EACCES`, `ENOENT`, `ENODEV`) or is no KMS card.
    public convenience init(path: String, access: Access) throws(KMSError) {
        // Not blocking: the reader of events drains the queue until it is empty.
        let file: OwnedDescriptor
        do {
            file = try OwnedDescriptor(path: path, flags: O_RDWR | O_NONBLOCK)
        } catch {
            throw KMSError(error)
        }
        let wasFree =
            switch access {
            // First of all, so that the time as master by accident is as short as it can be.
            case .readOnly: drmDropMaster(file.rawValue) == 0
            case .master: drmIsMaster(file.rawValue) != 0
            }
        try self.init(file, path: path, wasFree: wasFree, ownsMastership: true)
    }

    /// Takes over a card that somebody else has opened, whose mastership is theirs to take and to drop.
    ///
    /// - Parameter path: what it is called in errors.
    /// - Throws: ``KMSError`` where the descriptor is no KMS card.
    package convenience init(adopting file: consuming OwnedDescriptor, path: String) throws(KMSError) {
        let isMaster = drmIsMaster(file.rawValue) != 0
        try self.init(file, path: path, wasFree: isMaster, ownsMastership: false)
    }

    private init(
        _ file: consuming OwnedDescriptor, path: String, wasFree: Bool, ownsMastership: Bool
    ) throws(KMSError) {
        guard let version = drmGetVersion(file.rawValue) else {
            throw KMSError(call: "drmGetVersion", object: path, errno: errno)
        }
        driver = String(cString: version.pointee.name)
        drmFreeVersion(version)
        capabilities = try CardCapabilities(enablingOn: file.rawValue, path: path)
        self.path = path
        self.file = file
        self.wasFree = wasFree
        self.ownsMastership = ownsMastership
    }

    /// What the descriptor is opened for.
    public enum Access: Sendable {
        /// To look only: mastership that comes with the opening is given back at once.
        case readOnly
        /// To drive displays.
        case master
    }

    /// The descriptor to poll for events; it stays the card's own.
    public var descriptor: Int32 { file.rawValue }

    /// Whether the node that was opened is still there. The corresponding C functions are `stat` and `fstat`.
    public var isPresent: Bool {
        var opened = stat()
        var present = stat()
        return fstat(file.rawValue, &opened) == 0 && stat(path, &present) == 0
            && opened.st_rdev == present.st_rdev
    }

    /// Whether this descriptor may set modes. The corresponding C function is `drmIsMaster`.
    public var isMaster: Bool { drmIsMaster(file.rawValue) != 0 }

    /// Gives mastership up; without it, or where it is somebody else's to give up, does nothing. The corresponding C
    /// function is `drmDropMaster`.
    public func dropMaster() {
        guard ownsMastership else { return }
        _ = drmDropMaster(file.rawValue)
    }

    func error(_ call: String, _ object: String? = nil, _ code: Int32 = Glibc.errno) -> KMSError {
        KMSError(call: call, object: object.map { "\(path) \($0)" } ?? path, errno: abs(code))
    }

    /// The event counter of a CRTC's vblanks, or nil where the driver counts none.
    ///
    /// The corresponding C function is `drmCrtcGetSequence`; drivers without vblank answer `EOPNOTSUPP`.
    public func hasVBlank(crtc: UInt32) -> Bool {
        var sequence: UInt64 = 0
        var nanoseconds: UInt64 = 0
        return drmCrtcGetSequence(file.rawValue, crtc, &sequence, &nanoseconds) == 0
    }

    /// Whether the driver has vblanks at all; a CRTC that is off has none just now, and ``hasVBlank(crtc:)`` is false.
    ///
    /// The corresponding C function is `drmCrtcGetSequence`: only a driver without answers `EOPNOTSUPP`.
    public func driverHasVBlank(crtc: UInt32) -> Bool { hasVBlank(crtc: crtc) || Glibc.errno != EOPNOTSUPP }
}
