import KMS

/// The atomic commits that show again what was found. Pure: who makes the blobs is the caller's business.
struct RestoringCommits {
    /// Everything at once.
    let whole: AtomicRequest
    /// The modes and the planes alone.
    let picture: AtomicRequest
    /// How each object was set, an object each.
    let settings: [AtomicRequest]

    /// - Parameters:
    ///   - connectors: those that there are now. Docks come and go: who has gone is left out, who has come since gets no
    ///     picture.
    ///   - makeBlob: the id of a new blob with these bytes.
    init(
        _ found: FoundState, connectors: [Connector], makeBlob: ([UInt8]) throws(KMSError) -> UInt32
    ) throws(KMSError) {
        var picture = AtomicRequest()
        var settings: [AtomicRequest] = []
        func set(_ names: [String], of object: UInt32, in properties: Properties) {
            let values = found.lasting(names, of: properties, makeBlob: makeBlob)
            guard !values.isEmpty else { return }
            var request = AtomicRequest()
            request.select(object)
            for (name, value) in values { request.set(name, to: value, in: properties) }
            settings.append(request)
        }

        for crtc in found.crtcs {
            picture.select(crtc.id)
            let mode = try crtc.mode.map { mode throws(KMSError) in try makeBlob(mode.kernelBytes) }
            picture.set("MODE_ID", to: UInt64(mode ?? 0), in: crtc.properties)
            picture.set("ACTIVE", to: crtc.isActive ? 1 : 0, in: crtc.properties)
            set(LastingProperties.ofCRTCs, of: crtc.id, in: crtc.properties)
        }
        for connector in connectors {
            let before = found.connectors.first { $0.id == connector.id }
            picture.select(connector.id)
            picture.set("CRTC_ID", to: UInt64(before?.crtc ?? 0), in: connector.properties)
            if let before { set(LastingProperties.ofConnectors, of: before.id, in: before.properties) }
        }
        for plane in found.planes {
            picture.select(plane.id)
            for name in [
                "FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H",
            ] {
                guard let property = plane.properties[name] else { continue }
                picture.set(name, to: property.value, in: plane.properties)
            }
            set(LastingProperties.ofPlanes, of: plane.id, in: plane.properties)
        }
        var whole = picture
        for request in settings { whole.append(request) }
        self.whole = whole
        self.picture = picture
        self.settings = settings
    }
}
