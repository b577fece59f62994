import ScreensKMS

extension SavedState {
    init(of device: CardDevice) throws(KMSError) {
        let card = try device.snapshot(includingPlanes: device.capabilities.isAtomic)
        var blobs: [BlobID: [UInt8]] = [:]
        // The kernel frees a blob with the file that created it, so its bytes are kept. A blob that has gone since is
        // not restored.
        for id in Self.blobs(of: card) { blobs[id] = try? device.blob(id) }
        var ramps: [CRTCID: GammaRamp] = [:]
        if !device.capabilities.isAtomic {
            // A ramp that cannot be read is left alone.
            for crtc in card.crtcs { ramps[crtc.id] = try? device.gamma(of: crtc.id) }
        }
        self.init(card.with(blobs: blobs), ramps: ramps)
    }

    /// - Parameter card: the state with the bytes of its lasting properties' blobs.
    init(_ card: CardSnapshot, ramps: [CRTCID: GammaRamp] = [:]) {
        self.ramps = ramps
        self.card = CardSnapshot(
            driver: card.driver, capabilities: card.capabilities, framebufferLimits: card.framebufferLimits,
            connectors: card.connectors.filter { !$0.isWriteback }, crtcs: card.crtcs, planes: card.planes,
            blobs: card.blobs)
    }

    private static func blobs(of card: CardSnapshot) -> [BlobID] {
        func blobs(_ objects: [some ModeObject]) -> [BlobID] {
            objects.flatMap { object in
                let restored = RestoredProperties(of: object)
                return (restored.known + restored.others).compactMap(\.entry.blob)
            }
        }
        return blobs(card.connectors.filter { !$0.isWriteback }) + blobs(card.crtcs) + blobs(card.planes)
    }

    /// The saved values of the lasting properties of an object: first the properties that this package knows, then the
    /// driver's own, which must not keep the others from being restored. A blob that could not be read is left out, and
    /// so is a value that the property itself does not allow: some drivers report such values.
    func lasting(of object: some ModeObject) -> [[(name: String, value: PropertyValue)]] {
        let restored = RestoredProperties(of: object)
        return [restored.known, restored.others].map { properties in
            properties.compactMap { name, entry in
                if let blob = entry.blob { return card.blobs[blob].map { (name, .blob($0)) } }
                guard entry.kind.allows(entry.value), name != "rotation" || Plane.isOneRotation(entry.value) else {
                    return nil
                }
                return (name, .number(entry.value))
            }
        }
    }
}

/// The atomic requests that restore the saved state of a card. Pure.
struct RestoringRequests {
    /// The request for the modes and the planes.
    let picture: AtomicRequest
    /// The requests for the settings of each object: the properties that this package knows, then the driver's own.
    let settings: [AtomicRequest]

    /// - Parameter connectors: the present connectors. Docks come and go: a connector that has gone is left out, and
    ///   one that has come since gets no picture.
    init(_ saved: SavedState, connectors: [Connector]) {
        var picture = AtomicRequest()
        var settings: [AtomicRequest] = []
        func set(_ object: some ModeObject) {
            for values in saved.lasting(of: object) where !values.isEmpty {
                var request = AtomicRequest()
                for (name, value) in values { request.set(name, of: object, to: value) }
                settings.append(request)
            }
        }

        for crtc in saved.card.crtcs {
            picture.set("MODE_ID", of: crtc, to: crtc.mode.map { .blob($0.kernelBytes) } ?? .number(0))
            picture.set("ACTIVE", of: crtc, to: crtc.isActive ? 1 : 0)
            set(crtc)
        }
        for connector in connectors where !connector.isWriteback {
            let before = saved.card.connectors.first { $0.id == connector.id }
            picture.set("CRTC_ID", of: connector, to: before?.crtc)
            if let before { set(before) }
        }
        for plane in saved.card.planes {
            for (known, entry) in plane.known({ $0.role == .picture }) {
                picture.set(known.name, of: plane, to: entry.value)
            }
            set(plane)
        }
        self.picture = picture
        self.settings = settings
    }

    /// One request for everything.
    var whole: AtomicRequest {
        var whole = picture
        for request in settings { whole.append(request) }
        return whole
    }
}

/// The calls that restore the saved state of a card, prepared with all the memory that they need.
final class Restoration: Sendable {
    /// The call that restores everything at once, on drivers with atomic commits. If it succeeds, the others are not
    /// needed.
    let whole: PreparedCall?
    /// The calls for the modes and the pictures.
    let picture: [PreparedCall]
    /// The calls for the lasting properties. All are made, even if the driver refuses one.
    let settings: [PreparedCall]
    /// The blobs that the calls name. The kernel looks them up during the call, and until then they need an owner.
    private let blobs: BlobTable

    /// - Parameter leases: the leases whose objects are left alone.
    /// - Throws: ``KMSError`` if the card has gone or has no memory for a mode.
    init(of saved: SavedState, on device: CardDevice, sparing leases: [LeasedObjects] = []) throws(KMSError) {
        let saved = saved.without(leases)
        blobs = BlobTable(on: device)
        if device.capabilities.isAtomic {
            let requests = RestoringRequests(
                saved, connectors: try device.snapshot(includingPlanes: false).without(leases).connectors)
            let picture = try AtomicCommit(requests.picture, blobs: blobs)
            // A setting whose blob cannot be made is left out.
            let settings = requests.settings.compactMap { [blobs] in try? AtomicCommit($0, blobs: blobs) }
            var whole = picture
            for setting in settings { whole.append(setting) }
            self.whole = whole.prepared(on: device, .allowModeset)
            self.picture = [picture.prepared(on: device, .allowModeset)]
            self.settings = settings.map { $0.prepared(on: device, .allowModeset) }
        } else {
            whole = nil
            picture = Self.legacyPicture(saved.card, on: device)
            settings = Self.legacySettings(saved, on: device, blobs: blobs)
        }
    }

    /// Restores everything, or as much as the driver accepts.
    ///
    /// - Returns: whether the pictures are back: a framebuffer may have gone with its owner.
    func perform() -> Bool {
        if let whole, whole.perform() { return true }
        let outcomes = picture.map { $0.perform() }
        performSettings()
        return outcomes.allSatisfy(\.self)
    }

    func performSettings() {
        for setting in settings { _ = setting.perform() }
    }

    private static func legacyPicture(_ saved: CardSnapshot, on device: CardDevice) -> [PreparedCall] {
        saved.crtcs.map { crtc in
            let fed = saved.connectors.filter { $0.crtc == crtc.id }.map(\.id)
            return device.preparedCRTC(
                crtc.id, mode: fed.isEmpty ? nil : crtc.mode,
                framebuffer: crtc.framebuffer, x: crtc.x, y: crtc.y, connectors: fed)
        }
    }

    private static func legacySettings(
        _ saved: SavedState, on device: CardDevice, blobs: BlobTable
    ) -> [PreparedCall] {
        func calls(_ object: some ModeObject) -> [PreparedCall] {
            saved.lasting(of: object).joined().compactMap { name, value in
                (try? blobs.number(value)).flatMap { device.preparedProperty(name, of: object, to: $0) }
            }
        }
        // Ramps come first: on a driver with atomic commits that we do not use, a ramp replaces `GAMMA_LUT`.
        let ramps = saved.card.crtcs.compactMap { crtc in
            saved.ramps[crtc.id].map { device.preparedGamma($0, of: crtc.id) }
        }
        return saved.card.connectors.flatMap(calls) + ramps + saved.card.crtcs.flatMap(calls)
    }
}
