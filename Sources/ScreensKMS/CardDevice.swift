import CScreensDRM
import Glibc
import ScreensLinux
import Synchronization

/// An open primary node of a card (`/dev/dri/card0`), closed when the last owner releases it.
///
/// Every object made on the card keeps its device alive, so that buffers and blobs are destroyed before the
/// descriptor closes. All calls may be made from any thread.
package final class CardDevice: Sendable {
    /// The node, such as `/dev/dri/card0`.
    package let path: String
    /// The capabilities of the driver.
    package let capabilities: CardCapabilities
    /// The kernel driver's name, such as `i915` or `vkms`.
    package let driver: String
    /// Whether opening it made this descriptor the card's master, because there was none. The corresponding C functions
    /// are `drmIsMaster`, and for a reader `drmDropMaster`.
    ///
    /// A reader has given that back already. The check needs no privilege and affects no other program: a card that has a
    /// master ignores the reader's `drmDropMaster`.
    package let wasFree: Bool
    let file: OwnedDescriptor
    private let ownsMastership: Bool
    private let keepsFramebuffers = Atomic<Bool>(false)
    let propertyMeanings = PropertyMeanings()
    let planeFacts = PlaneFacts()
    /// Held while memory of others is imported.
    let imports = Mutex(())

    /// Opens a card. The corresponding C function is `open`.
    ///
    /// The kernel makes a program that opens the primary node of a card without a master its master; a reader gives that
    /// back at once.
    ///
    /// - Throws: ``KMSError`` where the node cannot be opened (`EACCES`, `ENOENT`, `ENODEV`) or is not a KMS card.
    package convenience init(path: String, access: Access) throws(KMSError) {
        // Not blocking: the reader of events drains the queue until it is empty.
        let file: OwnedDescriptor
        do {
            file = try OwnedDescriptor(path: path, flags: O_RDWR | O_NONBLOCK)
        } catch {
            throw KMSError(error)
        }
        let wasFree =
            switch access {
            // Before anything else, so that the time as master by accident is as short as possible.
            case .readOnly: drmDropMaster(file.rawValue) == 0
            case .master: drmIsMaster(file.rawValue) != 0
            }
        try self.init(file, path: path, wasFree: wasFree, ownsMastership: true)
    }

    /// Takes over a descriptor that another part of the program has opened, and leaves its mastership to that. The
    /// corresponding C functions are `drmIsMaster`, `drmGetVersion`, `drmSetClientCap` and `drmGetCap`.
    ///
    /// - Parameter path: what it is called in errors.
    /// - Throws: ``KMSError`` where the descriptor is not a KMS card.
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

    /// The purpose that a descriptor is opened for.
    package enum Access: Sendable {
        /// To read only: mastership that comes with opening it is given back at once.
        case readOnly
        /// To drive displays.
        case master
    }

    /// The descriptor to poll for events; it stays the card's own.
    package var descriptor: Int32 { file.rawValue }

    /// Whether the node that was opened is still there. The corresponding C functions are `stat` and `fstat`.
    package var isPresent: Bool {
        let opened = DeviceNumber(of: file.rawValue)
        return opened != nil && DeviceNumber(at: path) == opened
    }

    /// Whether this descriptor may set modes. The corresponding C function is `drmIsMaster`.
    package var isMaster: Bool { drmIsMaster(file.rawValue) != 0 }

    /// Becomes master if the card has none. Without privileges this works only on a descriptor that was master before. The
    /// corresponding C function is `drmSetMaster`.
    ///
    /// - Returns: whether it is master now. On an adopted descriptor nothing changes.
    package func becomeMaster() -> Bool {
        if !isMaster, ownsMastership { _ = drmSetMaster(file.rawValue) }
        return isMaster
    }

    /// Whether a card has no master. The corresponding C functions are `open`, `drmIsMaster` and `close`.
    ///
    /// It is opened for reading only, so that programs that watch for the close of a master's descriptor (`IN_CLOSE_WRITE`)
    /// are not woken. False also where it cannot be opened.
    package static func isFree(_ path: String) -> Bool {
        guard let file = try? OwnedDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK) else { return false }
        return drmIsMaster(file.rawValue) != 0
    }

    /// Gives mastership up. Does nothing without it, or on an adopted descriptor. The corresponding C function is
    /// `drmDropMaster`.
    package func dropMaster() {
        guard ownsMastership else { return }
        _ = drmDropMaster(file.rawValue)
    }

    /// Leaves the framebuffers on the card's file when their buffers are destroyed from now on: another process has the file too, and
    /// goes on with them (``LeftFramebuffers``).
    package func keepFramebuffers() { keepsFramebuffers.store(true, ordering: .releasing) }

    /// Whether framebuffers stay when their buffers are destroyed.
    var areFramebuffersKept: Bool { keepsFramebuffers.load(ordering: .acquiring) }

    func error(_ call: String, _ object: String? = nil, _ code: Int32 = Glibc.errno) -> KMSError {
        KMSError(call: call, object: object.map { "\(path) \($0)" } ?? path, errno: abs(code))
    }

    /// Whether an enabled CRTC counts vblanks; false for a disabled one. The corresponding C function is
    /// `drmCrtcGetSequence`.
    package func hasVBlank(crtc: CRTCID) -> Bool {
        var sequence: UInt64 = 0
        var nanoseconds: UInt64 = 0
        return drmCrtcGetSequence(file.rawValue, crtc.rawValue, &sequence, &nanoseconds) == 0
    }

    /// Whether the driver has vblanks at all, whether or not the CRTC is enabled. The corresponding C function is
    /// `drmCrtcGetSequence`: only a driver without vblanks answers `EOPNOTSUPP`.
    package func driverHasVBlank(crtc: CRTCID) -> Bool { hasVBlank(crtc: crtc) || Glibc.errno != EOPNOTSUPP }
}

/// The ids of a card's CRTCs and connectors, in the kernel's order.
package struct CardResources: Sendable, Hashable {
    /// A CRTC's place here is its index.
    package let crtcs: [CRTCID]
    /// Also disconnected ones, and those that write to memory.
    package let connectors: [ConnectorID]
    /// The sizes that framebuffers may have.
    package let framebufferLimits: FramebufferLimits

    /// The place of a CRTC; nil for one that the card does not have.
    package func index(of crtc: CRTCID) -> CRTCIndex? { crtcs.firstIndex(of: crtc).map(CRTCIndex.init) }

    /// The CRTC at a place; nil for a place that the card does not have.
    package func crtc(at index: CRTCIndex) -> CRTCID? {
        crtcs.indices.contains(index.rawValue) ? crtcs[index.rawValue] : nil
    }
}

/// The sizes that a card's framebuffers may have, in pixels.
package struct FramebufferLimits: Sendable, Hashable {
    /// Pixels in a row.
    package let width: ClosedRange<Int>
    /// Rows.
    package let height: ClosedRange<Int>

    /// Limits; by default so wide that they limit nothing.
    package init(width: ClosedRange<Int> = 0...Int(UInt32.max), height: ClosedRange<Int> = 0...Int(UInt32.max)) {
        self.width = width
        self.height = height
    }

    /// Limits as the kernel states them.
    init(width: (UInt32, UInt32), height: (UInt32, UInt32)) {
        func range(_ limits: (UInt32, UInt32)) -> ClosedRange<Int> {
            Int(min(limits.0, limits.1))...Int(max(limits.0, limits.1))
        }
        self.init(width: range(width), height: range(height))
    }

    /// Whether there may be a framebuffer of this size.
    package func allow(width: Int, height: Int) -> Bool { self.width.contains(width) && self.height.contains(height) }
}

extension CardDevice {
    /// Lists the card's objects. The corresponding C function is `drmModeGetResources`.
    /// - Throws: ``KMSError`` with `EOPNOTSUPP` on a card without displays, `ENODEV` on one that has gone.
    package func resources() throws(KMSError) -> CardResources {
        guard let pointer = drmModeGetResources(descriptor) else { throw error("drmModeGetResources") }
        defer { drmModeFreeResources(pointer) }
        let raw = pointer.pointee
        return CardResources(
            crtcs: (0..<Int(raw.count_crtcs)).map { CRTCID(rawValue: raw.crtcs[$0]) },
            connectors: (0..<Int(raw.count_connectors)).map { ConnectorID(rawValue: raw.connectors[$0]) },
            framebufferLimits: FramebufferLimits(
                width: (raw.min_width, raw.max_width), height: (raw.min_height, raw.max_height)))
    }
}

/// The capabilities of a card's driver, read once when it is opened.
package struct CardCapabilities: Sendable, Hashable {
    /// Whether modes and planes are set by atomic commits (`DRM_CLIENT_CAP_ATOMIC`); else by the legacy calls.
    package let isAtomic: Bool
    /// Whether every plane is listed, also those of the picture and the cursor (`DRM_CLIENT_CAP_UNIVERSAL_PLANES`).
    package let hasUniversalPlanes: Bool
    /// Whether buffers in plain memory can be made (`DRM_CAP_DUMB_BUFFER`).
    package let hasDumbBuffers: Bool
    /// Whether these are better drawn elsewhere and copied, because reading them is slow
    /// (`DRM_CAP_DUMB_PREFER_SHADOW`). Without it they may be slow all the same.
    package let prefersShadow: Bool
    /// Whether flips are stamped by CLOCK_MONOTONIC (`DRM_CAP_TIMESTAMP_MONOTONIC`).
    package let hasMonotonicTimestamps: Bool
    /// Whether a flip's event names its CRTC (`DRM_CAP_CRTC_IN_VBLANK_EVENT`).
    package let namesCRTCInEvents: Bool

    /// Capabilities as they are given.
    package init(
        isAtomic: Bool, hasUniversalPlanes: Bool = true, hasDumbBuffers: Bool = true, prefersShadow: Bool = false,
        hasMonotonicTimestamps: Bool = true, namesCRTCInEvents: Bool = true
    ) {
        self.isAtomic = isAtomic
        self.hasUniversalPlanes = hasUniversalPlanes
        self.hasDumbBuffers = hasDumbBuffers
        self.prefersShadow = prefersShadow
        self.hasMonotonicTimestamps = hasMonotonicTimestamps
        self.namesCRTCInEvents = namesCRTCInEvents
    }
}

extension CardCapabilities {
    /// Enables what the kernel gives only on request, and reads the rest. The corresponding C functions are
    /// `drmSetClientCap` and `drmGetCap`.
    ///
    /// - Throws: ``KMSError`` where a call fails. A missing capability is not a failure.
    init(enablingOn descriptor: Int32, path: String) throws(KMSError) {
        func enable(_ capability: Int32) throws(KMSError) -> Bool {
            if drmSetClientCap(descriptor, UInt64(capability), 1) == 0 { return true }
            let code = errno
            guard code == EINVAL || code == EOPNOTSUPP else {
                throw KMSError(call: "drmSetClientCap", object: path, errno: code)
            }
            return false
        }
        func has(_ capability: Int32) throws(KMSError) -> Bool {
            var value: UInt64 = 0
            if drmGetCap(descriptor, UInt64(capability), &value) == 0 { return value != 0 }
            let code = errno
            // A card that only renders.
            guard code == EOPNOTSUPP else { throw KMSError(call: "drmGetCap", object: path, errno: code) }
            return false
        }
        hasUniversalPlanes = try enable(DRM_CLIENT_CAP_UNIVERSAL_PLANES)
        isAtomic = try enable(DRM_CLIENT_CAP_ATOMIC)
        _ = try enable(DRM_CLIENT_CAP_ASPECT_RATIO)
        _ = try enable(DRM_CLIENT_CAP_WRITEBACK_CONNECTORS)
        hasDumbBuffers = try has(DRM_CAP_DUMB_BUFFER)
        prefersShadow = try has(DRM_CAP_DUMB_PREFER_SHADOW)
        hasMonotonicTimestamps = try has(DRM_CAP_TIMESTAMP_MONOTONIC)
        namesCRTCInEvents = try has(DRM_CAP_CRTC_IN_VBLANK_EVENT)
    }
}
