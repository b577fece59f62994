import Glibc
import ScreensKMS
import Synchronization

/// A card of the kernel.
final class KMSCard: DisplayCard {
    private let device: CardDevice
    private let signals = SignalPool()
    private let reader: FlipEventReader
    private let identities = IdentityReader()
    private let crashGuard: CardCrashGuard
    private let formerProperties = FormerProperties()
    private let inherited: LeftFramebuffers?
    private let isKept = Atomic<Bool>(false)
    private let leases: LeaseTable

    /// Opens the card at `path`.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/permissionDenied``, ``ScreenError/Code/cardLost``.
    convenience init(path: String, access: CardDevice.Access) throws(ScreenError) {
        do {
            self.init(try CardDevice(path: path, access: access))
        } catch {
            throw ScreenError(error, operation: "open", object: path)
        }
    }

    /// - Parameter inherited: the pictures of the earlier process that opened the card.
    init(_ device: CardDevice, inherited: LeftFramebuffers? = nil) {
        self.device = device
        self.inherited = inherited
        reader = FlipEventReader(card: device)
        leases = LeaseTable()
        crashGuard = CardCrashGuard(of: device, leases)
    }

    var path: String { device.path }
    var driver: String { device.driver }
    var isMaster: Bool { device.isMaster }
    var isPresent: Bool { device.isPresent }
    var eventDescriptor: Int32 { device.descriptor }

    func state(probing: Bool) throws(ScreenError) -> CardState { try state(probing ? .all : .none) }

    func state(probingOnly connectors: Set<ConnectorID>) throws(ScreenError) -> CardState {
        try state(.only(connectors))
    }

    private func state(_ probe: Probe) throws(ScreenError) -> CardState {
        do throws(KMSError) {
            let card = try device.snapshot(probing: probe, includingPlanes: false)
            guard device.capabilities.hasDumbBuffers, !card.crtcs.isEmpty else {
                throw KMSError(call: "drmModeGetResources", object: path, errno: EOPNOTSUPP)
            }
            crashGuard.update(connectors: card.connectors.map(\.id))
            // If a blob cannot be read, the rest is reported.
            return CardState(card, isFresh: probe != .none, identities) { [device] in try? device.blob($0) }
        } catch {
            throw ScreenError(error, operation: "read the displays of", object: path)
        }
    }

    func capture(connector: ConnectorID, name: String) throws(ScreenError) -> ScreenCapture {
        try CardCapture(of: device, name: name).capture(connector)
    }

    func savedState() throws(ScreenError) -> SavedState? {
        do {
            return try SavedState(of: device)
        } catch {
            throw ScreenError(error, operation: "read the state of", object: path)
        }
    }

    func restore(_ saved: SavedState) -> Bool {
        // The framebuffer that was shown may have gone with its owner. The screen stays dark then.
        (try? Restoration(of: saved, on: device, sparing: leases.objects).perform()) ?? false
    }

    func restoreSettings(_ saved: SavedState) {
        (try? Restoration(of: saved, on: device, sparing: leases.objects))?.performSettings()
    }

    func restoreAfterCrash(_ saved: SavedState) {
        crashGuard.begin(restoring: saved)
    }

    func becomeMaster() -> Bool { device.becomeMaster() }

    func resign() {
        crashGuard.end()
        if !isKept.load(ordering: .relaxed) { device.dropMaster() }
    }

    var isInherited: Bool { inherited != nil }
    var hasInheritedPictures: Bool { !(inherited?.isEmpty ?? true) }
    func setKept(_ isKept: Bool) { self.isKept.store(isKept, ordering: .relaxed) }
    func leavePictures() { device.keepFramebuffers() }
    func removeInheritedPictures() { inherited?.remove() }

    func objects() throws(ScreenError) -> CardSnapshot {
        do {
            return try device.snapshot().sparing(leases.objects)
        } catch {
            throw ScreenError(error, operation: "set a mode on", object: path)
        }
    }

    func lease(_ connector: ConnectorID, showing pipe: any DisplayPipe) throws(ScreenError) -> any ConnectorLease {
        let card = try objects()
        guard let crtc = card.crtcs.first(where: { $0.index == pipe.crtcIndex }),
            let plane = ModesetTarget.primaryPlane(for: crtc, among: card.planes)
        else {
            throw ScreenError(
                .unsupported, operation: "lease", object: "\(path) connector \(connector)",
                circumstances: "the driver lists no plane for it")
        }
        do {
            return try KMSLease(
                LeasedObjects(connector: connector, crtc: crtc, primary: plane.id, in: card), on: device, leases
            ) { [crashGuard] in crashGuard.leasesHaveChanged() }
        } catch {
            throw ScreenError(lease: error, object: "\(path) connector \(connector)")
        }
    }

    var hasLeases: Bool { !leases.objects.isEmpty }

    func revokeInheritedLeases() {
        guard isInherited else { return }
        for lessee in (try? device.lessees()) ?? [] { device.revoke(lessee) }
    }

    func contiguousMemory(_ objects: CardSnapshot) -> ContiguousMemory? {
        DriverRules(for: objects).rules.contains(.contiguousMemory) ? ContiguousMemory.current : nil
    }

    func prepare(
        connector: ConnectorID, _ variant: ModesetVariant, mode: ScreenMode, _ options: PipeOptions,
        among objects: CardSnapshot
    ) throws(ScreenError) -> any DisplayPipe {
        guard let lease = signals.lease() else {
            throw ScreenError(
                .system, operation: "set a mode on", object: path,
                circumstances: "\(SignalPool.capacity) calls of delegates have not returned",
                remedy: "return from each call of the delegate before the screen goes")
        }
        guard let target = ModesetTarget(connector: connector, variant, in: objects) else {
            throw ScreenError(
                .system, operation: "set a mode on", object: "\(path) connector \(connector)", errno: ENOENT)
        }
        let optional = OptionalProperties(
            options, target,
            former: formerProperties.update(options, target.connector, limitsDepth: variant.limitsDepth))
        return device.capabilities.isAtomic
            ? try AtomicPipe(mode: mode, options, optional, target: target, device: device, lease: lease)
            : try LegacyPipe(mode: mode, options, optional, target: target, device: device, lease: lease)
    }

    func commit(_ modesets: [PreparedModeset]) -> [ScreenError?] {
        let atomic = modesets.compactMap { modeset in
            (modeset.pipe as? AtomicPipe).map { (pipe: $0, buffer: modeset.buffer) }
        }
        guard atomic.count < modesets.count else { return AtomicPipe.commit(atomic, on: device) }
        return modesets.map { ($0.pipe as? LegacyPipe)?.commit(showing: $0.buffer) }
    }

    func disable(crtcIndex: CRTCIndex) -> Bool {
        do {
            // A CRTC that the card no longer has shows nothing.
            if let crtc = try device.resources().crtc(at: crtcIndex) { try device.disableCRTC(crtc) }
            return true
        } catch {
            return false
        }
    }

    func deliverEvents() -> Bool {
        do {
            try reader.drain { [signals] flip in
                signals.deliver(
                    FlipStamp(
                        time: flip.time, sequence: flip.sequence),
                    token: flip.userData)
            }
            return true
        } catch {
            // Any read error means a lost card: a retry would fail in the same way.
            return false
        }
    }
}
