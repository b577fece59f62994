import KMS

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
