import KMS

/// The calls that show again what was found on a card, made ahead with all that they need.
final class Restoration: Sendable {
    /// Does all of it, where the driver can; the others are then not needed.
    let whole: PreparedCall?
    /// What was shown.
    let picture: [PreparedCall]
    /// How things were set. One that is refused is no reason to do without the others.
    let settings: [PreparedCall]
    /// What the calls name. The kernel looks blobs up during the call; until then somebody has to want them.
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

    /// Puts it all back, or as much of it as can be.
    ///
    /// - Returns: whether what was shown is shown: a framebuffer may have gone with its owner.
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
