import CScreensDRM
import Glibc
import ScreensLinux
import Synchronization

/// An open primary node of a card (`/dev/dri/card0`), closed when the last owner releases it.
///
/// Every object made on the card keeps its device alive, so that buffers and blobs are destroyed before the descriptor
/// closes. All calls may be made on any thread.
package final class CardDevice: Sendable {
    /// The node, such as `/dev/dri/card0`.
    package let path: String
    /// The capabilities of the driver.
    package let capabilities: CardCapabilities
    /// The kernel driver's name, such as `i915` or `vkms`.
    package let driver: String
    /// Whether opening made this descriptor the card's master, because there was none. The corresponding C functions
    /// are `drmIsMaster`, and for a reader `drmDropMaster`.
    ///
    /// A reader has already given mastership up. The check needs no privilege and affects no other program: a card that
    /// has a master ignores the reader's `drmDropMaster`.
    package let wasFree: Bool
    let file: OwnedDescriptor
    private let ownsMastership: Bool
    private let keepsFramebuffers = Atomic<Bool>(false)
    let propertyMeanings = PropertyMeanings()
    let planeFacts = PlaneFacts()
    /// Whether planes have pipelines of colours.
    let hasColorPipelines: Bool
    /// The lock that is held while memory of others is imported.
    let imports = Mutex(())

    /// Opens a card. The corresponding C function is `open`.
    ///
    /// If a card has no master, the kernel makes a program that opens its primary node the master; a reader gives that
    /// up at once.
    ///
    /// - Throws: ``KMSError`` if the node cannot be opened (`EACCES`, `ENOENT`, `ENODEV`) or is not a KMS card.
    package convenience init(path: String, access: Access) throws(KMSError) {
        // The file does not block, because the reader of events drains the queue until it is empty.
        let file: OwnedDescriptor
        do {
            file = try OwnedDescriptor(path: path, flags: O_RDWR | O_NONBLOCK)
        } catch {
            throw KMSError(error)
        }
        let wasFree =
            switch access {
            // This comes first, so that accidental mastership is as short as possible.
            case .readOnly: drmDropMaster(file.rawValue) == 0
            case .master: drmIsMaster(file.rawValue) != 0
            }
        try self.init(file, path: path, wasFree: wasFree, ownsMastership: true)
    }

    /// Takes over a descriptor that another part of the program has opened, and leaves its mastership to that part. The
    /// corresponding C functions are `drmIsMaster`, `drmGetVersion`, `drmSetClientCap` and `drmGetCap`.
    ///
    /// - Parameter path: the name of the card in errors.
    /// - Throws: ``KMSError`` if the descriptor is not a KMS card.
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
        // Only a driver with pipelines accepts the capability, also for leaving it disabled.
        hasColorPipelines = drmSetClientCap(file.rawValue, UInt64(CDRM_CLIENT_CAP_PLANE_COLOR_PIPELINE), 0) == 0
        self.path = path
        self.file = file
        self.wasFree = wasFree
        self.ownsMastership = ownsMastership
    }

    /// The purpose of opening a card.
    package enum Access: Sendable {
        /// Reading only: a mastership that comes with opening is given up at once.
        case readOnly
        /// Driving displays.
        case master
    }

    /// The descriptor to poll for events, which the card owns.
    package var descriptor: Int32 { file.rawValue }

    /// Whether the opened node is still present. The corresponding C functions are `stat` and `fstat`.
    package var isPresent: Bool {
        let opened = DeviceNumber(of: file.rawValue)
        return opened != nil && DeviceNumber(at: path) == opened
    }

    /// Whether this descriptor may set modes. The corresponding C function is `drmIsMaster`.
    package var isMaster: Bool { drmIsMaster(file.rawValue) != 0 }

    /// Becomes master if the card has none. Without privileges this only works on a descriptor that was master before.
    /// The corresponding C function is `drmSetMaster`.
    ///
    /// - Returns: whether it is master now. On an adopted descriptor nothing changes.
    package func becomeMaster() -> Bool {
        if !isMaster, ownsMastership { _ = drmSetMaster(file.rawValue) }
        return isMaster
    }

    /// Whether a card has no master; false if it cannot be opened. The corresponding C functions are `open`,
    /// `drmIsMaster` and `close`.
    ///
    /// The card is opened only for reading, so that programs that watch for the close of a master's descriptor
    /// (`IN_CLOSE_WRITE`) are not woken.
    package static func isFree(_ path: String) -> Bool {
        guard let file = try? OwnedDescriptor(path: path, flags: O_RDONLY | O_NONBLOCK) else { return false }
        return drmIsMaster(file.rawValue) != 0
    }

    /// Gives mastership up. It does nothing without mastership, or on an adopted descriptor. The corresponding C
    /// function is `drmDropMaster`.
    package func dropMaster() {
        guard ownsMastership else { return }
        _ = drmDropMaster(file.rawValue)
    }

    /// Leaves the framebuffers of destroyed buffers on the card's file from now on: another process also has the file,
    /// and continues with them (``LeftFramebuffers``).
    package func keepFramebuffers() { keepsFramebuffers.store(true, ordering: .releasing) }

    /// Whether the framebuffers of destroyed buffers stay.
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

    /// Whether the driver has vblanks at all, even for a disabled CRTC. The corresponding C function is
    /// `drmCrtcGetSequence`: only a driver without vblanks returns `EOPNOTSUPP`.
    package func driverHasVBlank(crtc: CRTCID) -> Bool { hasVBlank(crtc: crtc) || Glibc.errno != EOPNOTSUPP }
}

/// The ids of a card's CRTCs and connectors, in the kernel's order.
package struct CardResources: Sendable, Hashable {
    /// The CRTCs; a CRTC's place here is its index.
    package let crtcs: [CRTCID]
    /// The connectors, including disconnected ones and writeback connectors.
    package let connectors: [ConnectorID]
    /// The limits of framebuffers.
    package let framebufferLimits: FramebufferLimits

    /// Returns the index of a CRTC; nil if the card does not have it.
    package func index(of crtc: CRTCID) -> CRTCIndex? { crtcs.firstIndex(of: crtc).map(CRTCIndex.init) }

    /// Returns the CRTC with an index; nil if the card does not have it.
    package func crtc(at index: CRTCIndex) -> CRTCID? {
        crtcs.indices.contains(index.rawValue) ? crtcs[index.rawValue] : nil
    }
}

/// The limits of a card's framebuffers, in pixels.
package struct FramebufferLimits: Sendable, Hashable {
    /// The pixels in a row.
    package let width: ClosedRange<Int>
    /// The number of rows.
    package let height: ClosedRange<Int>

    /// Makes limits; by default so wide that they limit nothing.
    package init(width: ClosedRange<Int> = 0...Int(UInt32.max), height: ClosedRange<Int> = 0...Int(UInt32.max)) {
        self.width = width
        self.height = height
    }

    /// Makes limits from the kernel's numbers.
    init(width: (UInt32, UInt32), height: (UInt32, UInt32)) {
        func range(_ limits: (UInt32, UInt32)) -> ClosedRange<Int> {
            Int(min(limits.0, limits.1))...Int(max(limits.0, limits.1))
        }
        self.init(width: range(width), height: range(height))
    }

    /// Returns whether a framebuffer may have this size.
    package func allow(width: Int, height: Int) -> Bool { self.width.contains(width) && self.height.contains(height) }
}

extension CardDevice {
    /// Lists the card's objects. The corresponding C function is `drmModeGetResources`.
    /// - Throws: ``KMSError`` with `EOPNOTSUPP` on a card without displays, `ENODEV` on a removed card.
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

/// The capabilities of a card's driver, read once at opening.
package struct CardCapabilities: Sendable, Hashable {
    /// Whether atomic commits set modes and planes (`DRM_CLIENT_CAP_ATOMIC`); if not, the legacy calls do.
    package let isAtomic: Bool
    /// Whether all planes are listed, including the planes of the picture and the cursor
    /// (`DRM_CLIENT_CAP_UNIVERSAL_PLANES`).
    package let hasUniversalPlanes: Bool
    /// Whether the driver can make buffers in plain memory (`DRM_CAP_DUMB_BUFFER`).
    package let hasDumbBuffers: Bool
    /// Whether reading these buffers is slow, so that drawing elsewhere and copying is better
    /// (`DRM_CAP_DUMB_PREFER_SHADOW`). Without it they may still be slow.
    package let prefersShadow: Bool
    /// Whether flips have timestamps of CLOCK_MONOTONIC (`DRM_CAP_TIMESTAMP_MONOTONIC`).
    package let hasMonotonicTimestamps: Bool
    /// Whether a flip's event names its CRTC (`DRM_CAP_CRTC_IN_VBLANK_EVENT`).
    package let namesCRTCInEvents: Bool

    /// Makes the given capabilities.
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
    /// Enables the capabilities that the kernel gives only on request, and reads the rest. The corresponding C
    /// functions are `drmSetClientCap` and `drmGetCap`.
    ///
    /// - Throws: ``KMSError`` if a call fails. A missing capability is not a failure.
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
        // Without it, atomic clients see no cursor planes of virtual machines, and cannot remove a former cursor.
        _ = try enable(CDRM_CLIENT_CAP_CURSOR_PLANE_HOTSPOT)
        hasDumbBuffers = try has(DRM_CAP_DUMB_BUFFER)
        prefersShadow = try has(DRM_CAP_DUMB_PREFER_SHADOW)
        hasMonotonicTimestamps = try has(DRM_CAP_TIMESTAMP_MONOTONIC)
        namesCRTCInEvents = try has(DRM_CAP_CRTC_IN_VBLANK_EVENT)
    }
}
