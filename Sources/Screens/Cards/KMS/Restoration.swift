import KMS

/// The calls that restore the found state of a card, made ahead with all the memory that they need.
final class Restoration: Sendable {
    /// Restores everything at once, on drivers with atomic commits; the others are then not needed.
    let whole: PreparedCall?
    /// The modes and the pictures.
    let picture: [PreparedCall]
    /// The lasting properties. The others are made even where the driver refuses one.
    let settings: [PreparedCall]
    /// The blobs that the calls name. The kernel looks them up during the call; until then they need an owner.
    private let blobs: [SharedBlob]

    /// - Throws: ``KMSError`` where the card has gone or has no memory for a mode.
    init(of found: FoundState, on device: CardDevice) throws(KMSError) {
        var blobs: [SharedBlob] = []
        let makeBlob = { (bytes: [UInt8]) throws(KMSError) -> BlobID in
            let blob = try SharedBlob(bytes, on: device)
            blobs.append(blob)
            return blob.id
        }
        if device.capabilities.isAtomic {
            let commits = try RestoringCommits(
                found, connectors: FoundState.displays(of: device), makeBlob: makeBlob)
            whole = commits.whole.prepared(on: device, .allowModeset)
            picture = [commits.picture.prepared(on: device, .allowModeset)]
            settings = commits.settings.map { $0.prepared(on: device, .allowModeset) }
        } else {
            whole = nil
            picture = Self.legacyPicture(found, on: device)
            settings = Self.legacySettings(found, on: device, makeBlob: makeBlob)
        }
        self.blobs = blobs
    }

    /// Restores everything, or as much as the driver takes.
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

    private static func legacyPicture(_ found: FoundState, on device: CardDevice) -> [PreparedCall] {
        found.crtcs.map { crtc in
            let fed = found.connectors.filter { $0.crtc == crtc.id }.map(\.id)
            return device.preparedCRTC(
                crtc.id, mode: fed.isEmpty ? nil : crtc.mode,
                framebuffer: crtc.framebuffer, x: crtc.x, y: crtc.y, connectors: fed)
        }
    }

    private static func legacySettings(
        _ found: FoundState, on device: CardDevice, makeBlob: ([UInt8]) throws(KMSError) -> BlobID
    ) -> [PreparedCall] {
        func calls(_ names: [String], of object: some ModeObject) -> [PreparedCall] {
            found.lasting(names, of: object.properties, makeBlob: makeBlob).compactMap { name, value in
                device.preparedProperty(name, of: object, to: value)
            }
        }
        return found.connectors.flatMap { calls(LastingProperties.ofConnectors, of: $0) }
            + found.crtcs.flatMap { calls(LastingProperties.ofCRTCs, of: $0) }
    }
}

/// The atomic commits that restore the found state of a card. Pure: the caller makes the blobs.
struct RestoringCommits {
    /// Everything at once.
    let whole: AtomicRequest
    /// The modes and the planes alone.
    let picture: AtomicRequest
    /// How each object was set, an object each.
    let settings: [AtomicRequest]

    /// - Parameters:
    ///   - connectors: the present ones. Docks come and go: a connector that has gone is left out, and one that has come
    ///     since gets no picture.
    ///   - makeBlob: the id of a new blob with these bytes.
    init(
        _ found: FoundState, connectors: [Connector], makeBlob: ([UInt8]) throws(KMSError) -> BlobID
    ) throws(KMSError) {
        var picture = AtomicRequest()
        var settings: [AtomicRequest] = []
        func set(_ names: [String], of object: some ModeObject) {
            let values = found.lasting(names, of: object.properties, makeBlob: makeBlob)
            guard !values.isEmpty else { return }
            var request = AtomicRequest()
            for (name, value) in values { request.set(name, of: object, to: value) }
            settings.append(request)
        }

        for crtc in found.crtcs {
            let mode = try crtc.mode.map { mode throws(KMSError) in try makeBlob(mode.kernelBytes) }
            picture.set("MODE_ID", of: crtc, to: mode)
            picture.set("ACTIVE", of: crtc, to: crtc.isActive ? 1 : 0)
            set(LastingProperties.ofCRTCs, of: crtc)
        }
        for connector in connectors {
            let before = found.connectors.first { $0.id == connector.id }
            picture.set("CRTC_ID", of: connector, to: before?.crtc)
            if let before { set(LastingProperties.ofConnectors, of: before) }
        }
        for plane in found.planes {
            for name in [
                "FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H",
            ] {
                guard let property = plane.properties[name] else { continue }
                picture.set(name, of: plane, to: property.value)
            }
            set(LastingProperties.ofPlanes, of: plane)
        }
        var whole = picture
        for request in settings { whole.append(request) }
        self.whole = whole
        self.picture = picture
        self.settings = settings
    }
}

/// The state of a card before its first modeset of ours: pictures and lasting properties.
struct FoundState: Sendable {
    let crtcs: [CRTC]
    let connectors: [Connector]
    /// Empty on drivers without atomic commits: there a CRTC has its picture itself.
    let planes: [Plane]
    /// The contents of the lasting properties' blobs: a blob goes with the program that made it.
    let blobs: [BlobID: [UInt8]]
}

extension FoundState {
    init(of device: CardDevice) throws(KMSError) {
        let resources = try device.resources()
        var crtcs: [CRTC] = []
        for (index, id) in resources.crtcs.enumerated() { crtcs.append(try device.crtc(id, index: index)) }
        try self.init(
            crtcs: crtcs, connectors: try Self.displays(of: device),
            planes: device.capabilities.isAtomic ? try device.planes() : [], readingBlobsWith: device.blob)
    }

    /// - Parameter read: the bytes of a blob, or nil where it is gone.
    init<Failure: Error>(
        crtcs: [CRTC], connectors: [Connector], planes: [Plane],
        readingBlobsWith read: (BlobID) throws(Failure) -> [UInt8]?
    ) throws(Failure) {
        let lasting =
            connectors.flatMap { LastingProperties.settable(LastingProperties.ofConnectors, in: $0.properties) }
            + crtcs.flatMap { LastingProperties.settable(LastingProperties.ofCRTCs, in: $0.properties) }
        var blobs: [BlobID: [UInt8]] = [:]
        for case let blob? in lasting.map(\.entry.blob) { blobs[blob] = try read(blob) }
        self.init(crtcs: crtcs, connectors: connectors, planes: planes, blobs: blobs)
    }

    /// The present connectors without those that write to memory.
    static func displays(of device: CardDevice) throws(KMSError) -> [Connector] {
        var connectors: [Connector] = []
        for id in try device.resources().connectors {
            if let connector = try device.connector(id, probing: false), !connector.isWriteback {
                connectors.append(connector)
            }
        }
        return connectors
    }

    /// The found values of the lasting properties of an object.
    ///
    /// - Parameter makeBlob: the id of a new blob with these bytes; a property whose blob cannot be made is left out.
    func lasting(
        _ names: [String], of properties: Properties, makeBlob: ([UInt8]) throws(KMSError) -> BlobID
    ) -> [(name: String, value: UInt64)] {
        LastingProperties.settable(names, in: properties).compactMap { name, entry in
            guard let found = entry.blob else { return (name, entry.value) }
            guard let bytes = blobs[found], let blob = try? makeBlob(bytes) else { return nil }
            return (name, UInt64(blob.rawValue))
        }
    }
}
