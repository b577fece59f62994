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
