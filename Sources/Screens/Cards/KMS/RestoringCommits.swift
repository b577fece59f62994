import KMS

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
